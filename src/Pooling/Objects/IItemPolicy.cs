namespace Pooling.Objects;

/// <summary>How a pool makes, resets and drops its items. Implemented by structs, so that calls are direct and inlined.</summary>
internal interface IItemPolicy<T> where T : class
{
    T Create();

    /// <returns><see langword="false"/> if the item must not be rented again.</returns>
    bool Reset(T item);

    /// <summary>Resets items up to the first one that must not be rented again.</summary>
    /// <param name="items">Items that came back together.</param>
    /// <param name="kept">Raised by one after each item that was reset, so that it is right also when the next one throws.</param>
    void ResetRun(ReadOnlySpan<T> items, ref int kept);
}
