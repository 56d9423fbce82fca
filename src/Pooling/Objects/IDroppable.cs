namespace Pooling.Objects;

/// <summary>An item whose <see cref="IDisposable.Dispose"/> is the user's, who returns it with that: a pool that drops it calls
/// this.</summary>
internal interface IDroppable
{
    /// <summary>The store that drops the item so; another one that has it disposes it, as anything that is disposable.</summary>
    MagazineStore DroppedBy { get; }

    /// <summary>Releases what the item holds. Called once, by whoever has the item alone.</summary>
    void Drop();
}
