namespace Pooling.Objects;

/// <summary>How a pool makes, resets and lets go its items. Implemented by structs, so that calls are direct and inlined.</summary>
internal interface IItemPolicy<T> where T : class
{
    T Create();

    /// <returns><see langword="false"/> if the item must not be rented again.</returns>
    bool Reset(T item);
}
