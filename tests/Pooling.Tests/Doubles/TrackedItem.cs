namespace Pooling.Doubles;

/// <summary>An item that detects two renters at the same time, and disposal twice or while it is rented.</summary>
internal sealed class TrackedItem : IDisposable
{
    private int _renters;
    private int _disposals;

    /// <summary>Gets a number that distinguishes items.</summary>
    internal int Tag { get; init; }

    /// <summary>Gets the plan that decides which disposal throws; <see langword="null"/> for none.</summary>
    internal FaultPlan? Faults { get; init; }

    /// <summary>Gets or sets the size that the item reports.</summary>
    internal long Size { get; set; }

    /// <summary>Gets the number of times that the item was reset.</summary>
    internal int Resets { get; private set; }

    /// <summary>Gets the number of times that the item was disposed of.</summary>
    internal int Disposals => Volatile.Read(ref _disposals);

    /// <summary>Gets a value that indicates whether a renter holds the item.</summary>
    internal bool IsRented => Volatile.Read(ref _renters) != 0;

    /// <summary>Gets or sets the exception that <see cref="Dispose"/> throws after the disposal is counted.</summary>
    internal Exception? DisposeFault { get; set; }

    /// <summary>Gets or sets an action that <see cref="Dispose"/> runs.</summary>
    internal Action? Disposing { get; set; }

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

    /// <summary>Called by the policy.</summary>
    internal void Reset() => Resets++;

    /// <inheritdoc/>
    public void Dispose()
    {
        Interlocked.Increment(ref _disposals);
        Disposing?.Invoke();
        Faults?.Pass(nameof(Dispose));
        if (DisposeFault is { } fault)
            throw fault;
    }
}
