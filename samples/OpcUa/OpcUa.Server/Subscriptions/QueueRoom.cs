using OpcUa.Server.Hosting;

namespace OpcUa.Server.Subscriptions;

/// <summary>The room for values that wait in the items of one subscription, beside one in each. Under the lock of its items.</summary>
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

    /// <summary>Is told that a value was lost.</summary>
    public void AddOverflow() => counters.AddOverflow();
}
