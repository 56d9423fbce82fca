namespace Pooling.Objects;

/// <summary>An item whose <see cref="IDisposable.Dispose"/> belongs to the user, who returns it by calling that. The
/// pool that drops it calls <see cref="Drop"/> instead.</summary>
internal interface IDroppable
{
    /// <summary>The store that calls <see cref="Drop"/>. Any other store that holds the item disposes it like any
    /// disposable.</summary>
    MagazineStore DroppedBy { get; }

    /// <summary>Releases what the item holds. Called once, by the only holder of the item.</summary>
    void Drop();
}
