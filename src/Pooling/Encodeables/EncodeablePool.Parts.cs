namespace Pooling.Encodeables;

/// <content>What lists ask of the pool of their parts.</content>
public abstract partial class EncodeablePool<T>
{
    /// <summary>Rents a part of a list.</summary>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    internal abstract T TakePart();

    /// <summary>Visits and resets parts that stay with their list. Does not throw.</summary>
    /// <param name="parts">The parts.</param>
    /// <param name="from">The index of the first part.</param>
    /// <param name="to">The index after the last part.</param>
    /// <param name="failure">Receives the exception of a part or, at the top level, of anything nested in a
    /// part.</param>
    /// <returns><paramref name="to"/>, or the index of the part that failed; or the complement of the index of the
    /// first part that cannot stay, because it has lists and is nested too deeply: that part was visited and not
    /// reset.</returns>
    internal abstract int ResetParts(T[] parts, int from, int to, ref Exception? failure);

    /// <summary>Takes back a part that was reset. Does not throw.</summary>
    internal abstract void GivePart(T part);

    /// <summary>Takes back a part that was not reset yet, and waits for that. Does not throw.</summary>
    internal abstract void GiveUsedPart(T part);

    /// <summary>Takes back a part that was visited and not reset yet, and waits for that. Does not throw.</summary>
    internal abstract void GiveVisitedPart(T part);

    /// <summary>Drops a part whose reset failed. Does not throw.</summary>
    internal abstract void DropPart(T part);
}

/// <content>What is known about lists in objects of the pool.</content>
public abstract partial class EncodeablePool
{
    /// <summary>Gets a value that indicates whether objects of the pool may own lists.</summary>
    internal abstract bool MayOwnLists { get; }

    /// <summary>Resets an object that was visited after its rental ended, and takes it back. Does not throw.</summary>
    internal abstract void EndVisited(object item, PartResets resets);

    /// <summary>Gets a value that indicates whether the pool keeps anything that is returned now.</summary>
    internal bool KeepsItems => !Store.IsDisposed && !Store.KeepsNothing && Store.Depot.MaxItems > 0;

    /// <summary>Gets or sets a value that indicates whether lists keep parts of this pool. A mode that never reuses
    /// anything sets it to <see langword="false"/>.</summary>
    internal bool KeepsParts
    {
        get;
        set
        {
            field = value;
            Store.ChangePartEpoch();
        }
    } = true;
}
