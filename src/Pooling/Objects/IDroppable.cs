namespace Pooling.Objects;

/// <summary>An item whose <see cref="IDisposable.Dispose"/> is the user's, who returns it with that: a pool that drops it calls
/// this.</summary>
internal interface IDroppable
{
    /// <summary>Releases what the item holds. Called once, by whoever has the item alone.</summary>
    void Drop();
}
