namespace Pooling.Objects;

/// <summary>Defines how a pool creates, resets and drops its items. Implemented by structs, so that calls are direct
/// and inlined.</summary>
internal interface IItemPolicy<T> where T : class
{
    T Create();

    /// <returns><see langword="false"/> if the item must not be rented again.</returns>
    bool Reset(T item);

    /// <summary>Resets items up to the first that must not be rented again.</summary>
    /// <param name="items">Items that were returned together.</param>
    /// <param name="kept">Incremented after each reset item, so that it is correct even if the next reset
    /// throws.</param>
    void ResetRun(ReadOnlySpan<T> items, ref int kept);
}
