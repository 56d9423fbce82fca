namespace Pooling.Buffers;

/// <summary>What one writer, or one chunk, has charged to the budget of its pool.</summary>
/// <remarks>An object of its own, with a finalizer, so that a writer whose lease is never disposed does not count for ever: it is collected
/// with its array, and then this discharges what that took. Writers themselves have no finalizer, since owned ones would pay for it. A
/// finalizer of the user's may return the writer in the same collection all the same. If it came first, the writer lies in a pool, and goes
/// on to be counted; else nothing of it is counted any more, and it is not kept.</remarks>
internal abstract class ArrayCharge
{
    private readonly ByteBudget _budget;
    private long _bytes;
    private volatile bool _isOver;
    private bool _wasSpared; // once: all of an abandoned pool is idle, too, and must be able to go

    private protected ArrayCharge(ByteBudget budget) => _budget = budget;

    ~ArrayCharge()
    {
        if (!_isOver && (!_wasSpared || SparesAgain) && IsOwnerIdle)
        {
            _wasSpared = true;
            GC.ReRegisterForFinalize(this);
            return;
        }

        _isOver = true;
        OnOver();
        _budget.Add(-Interlocked.Exchange(ref _bytes, 0)); // pairs with the additions in Add
    }

    /// <summary>Whether this was finalized: nothing is counted any more, so what it counted must not be kept.</summary>
    internal bool IsOver => _isOver;

    /// <summary>Whether <see cref="IsOwnerIdle"/> is false for what an abandoned pool has, so that it may be asked each time.</summary>
    protected virtual bool SparesAgain => false;

    /// <summary>Whether what has the array lies in a pool with it. Asked by the finalizer.</summary>
    protected abstract bool IsOwnerIdle { get; }

    /// <summary>Charges bytes, or discharges them if negative.</summary>
    internal void Add(int bytes)
    {
        if (_isOver)
            return;

        Interlocked.Add(ref _bytes, bytes); // two threads may be here if a writer is used by two
        _budget.Add(bytes);
    }

    /// <summary>Discharges what is still charged, once also if the finalizer runs meanwhile, and says that nothing will be charged any
    /// more.</summary>
#pragma warning disable CA1816 // it is no Dispose: its owner discharges
    internal void End()
    {
        _isOver = true;
        _budget.Add(-Interlocked.Exchange(ref _bytes, 0)); // pairs with itself, here and in the finalizer
        GC.SuppressFinalize(this);
    }
#pragma warning restore CA1816

    /// <summary>Called by the finalizer when nothing is counted any more.</summary>
    protected virtual void OnOver()
    {
    }
}
