using OpcUa.Server.Hosting;

namespace OpcUa.Server.Subscriptions;

/// <summary>The budget for values that wait in the items of a subscription, in addition to one per item. Guarded by the lock of its
/// items.</summary>
internal sealed class QueueRoom(ServerLimits limits, ServerCounters counters)
{
    private int _taken;

    public bool TryTake(int values)
    {
        if (_taken + values > limits.QueuedValuesPerSubscription || !counters.TryAddQueuedValues(values, limits.QueuedValues))
            return false;

        _taken += values;
        return true;
    }

    public void Give(int values)
    {
        _taken -= values;
        counters.AddQueuedValues(-values);
    }

    /// <summary>Counts a lost value.</summary>
    public void AddOverflow() => counters.AddOverflow();
}
