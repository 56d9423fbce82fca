namespace Pooling.Buffers;

/// <summary>Records what one writer, or one chunk, has charged to the budget of its pool.</summary>
/// <remarks>A separate object with a finalizer, so that a writer whose lease is never disposed does not count forever:
/// it is collected together with its array, and this discharges the bytes. Writers themselves have no finalizer,
/// because owned ones would pay for it. A user's finalizer may still return the writer in the same collection. If it
/// runs first, the writer is idle in a pool and remains counted; otherwise nothing of the writer is counted any more,
/// and it is not kept.</remarks>
internal abstract class ArrayCharge
{
    /// <summary>Whether this was finalized: its bytes are no longer counted, so the array must not be kept.</summary>
    internal volatile bool IsOver;

    private readonly ByteBudget _budget;
    private long _bytes;
    private bool _wasSpared; // once: everything in an abandoned pool is also idle, and must be collectible

    private protected ArrayCharge(ByteBudget budget) => _budget = budget;

    ~ArrayCharge()
    {
        if (!IsOver && (!_wasSpared || SparesAgain) && IsOwnerIdle && TryReregister())
        {
            _wasSpared = true;
            return;
        }

        IsOver = true;
        OnOver();
        _budget.Add(-Interlocked.Exchange(ref _bytes, 0)); // pairs with the additions in Add
    }

    /// <summary>Whether <see cref="IsOwnerIdle"/> is false for the content of an abandoned pool, so that the finalizer
    /// may ask each time.</summary>
    protected virtual bool SparesAgain => false;

    /// <summary>Whether the owner of the array is idle in a pool. Called by the finalizer.</summary>
    protected abstract bool IsOwnerIdle { get; }

    /// <summary>Charges bytes, or discharges them if negative.</summary>
    internal void Add(int bytes)
    {
        if (IsOver)
            return;

        Interlocked.Add(ref _bytes, bytes); // two threads may be here if they use one writer
        _budget.Add(bytes);
    }

    /// <summary>Discharges the remaining bytes, only once even if the finalizer runs in the meantime. Nothing will be
    /// charged afterwards.</summary>
#pragma warning disable CA1816 // this is not a Dispose method: the owner discharges
    internal void End()
    {
        IsOver = true;
        _budget.Add(-Interlocked.Exchange(ref _bytes, 0)); // pairs with itself, here and in the finalizer
        GC.SuppressFinalize(this);
    }
#pragma warning restore CA1816

    private bool TryReregister()
    {
        try
        {
            GC.ReRegisterForFinalize(this);
            return true;
        }
        catch (OutOfMemoryException)
        {
            return false; // the array is not kept
        }
    }

    /// <summary>Called by the finalizer when nothing is counted any more.</summary>
    protected virtual void OnOver()
    {
    }
}
