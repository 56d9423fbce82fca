namespace Pooling.Doubles;

/// <summary>An item that notices when two renters hold it, and when it is disposed twice or while rented.</summary>
internal sealed class TrackedItem : IDisposable
{
    private int _renters;
    private int _disposals;

    internal int Tag { get; init; }

    internal long Size { get; set; }

    internal int Resets { get; private set; }

    internal int Disposals => Volatile.Read(ref _disposals);

    internal bool IsRented => Volatile.Read(ref _renters) != 0;

    /// <summary>Thrown by <see cref="Dispose"/> after the disposal is counted.</summary>
    internal Exception? DisposeFault { get; set; }

    /// <summary>Called by the renter.</summary>
    internal TrackedItem Take()
    {
        if (Interlocked.Increment(ref _renters) != 1)
            throw new InvalidOperationException("Two renters hold the same item.");

        if (Disposals != 0)
            throw new InvalidOperationException("A disposed item was handed out.");

        return this;
    }

    /// <summary>Called by the renter before the return.</summary>
    internal TrackedItem Give()
    {
        if (Interlocked.Decrement(ref _renters) != 0)
            throw new InvalidOperationException("An item was given back that is not rented once.");

        return this;
    }

    internal void Reset() => Resets++;

    public void Dispose()
    {
        Interlocked.Increment(ref _disposals);
        if (DisposeFault is { } fault)
            throw fault;
    }
}
