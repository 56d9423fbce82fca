namespace Pooling.Buffers;

/// <summary>What one writer, or one chunk, has charged to the budget of its pool.</summary>
/// <remarks>An object of its own, with a finalizer, so that a writer whose lease is never disposed does not count for ever: it is collected
/// with its array, and then this discharges what that took. Writers themselves have no finalizer, since owned ones would pay for
/// it.</remarks>
internal sealed class ArrayCharge
{
    private readonly ByteBudget _budget;
    private long _bytes;

    internal ArrayCharge(ByteBudget budget) => _budget = budget;

    ~ArrayCharge() => _budget.Add(-Interlocked.Exchange(ref _bytes, 0)); // the last access: it pairs with the additions in Add

    /// <summary>Charges bytes, or discharges them if negative.</summary>
    internal void Add(int bytes)
    {
        Interlocked.Add(ref _bytes, bytes); // two threads may be here if a writer is used by two
        _budget.Add(bytes);
    }

    /// <summary>Says that nothing will be charged any more, since what there was has been discharged.</summary>
#pragma warning disable CA1816 // it is no Dispose: its owner discharges
    internal void End() => GC.SuppressFinalize(this);
#pragma warning restore CA1816
}
