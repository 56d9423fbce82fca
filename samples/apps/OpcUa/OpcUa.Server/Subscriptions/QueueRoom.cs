using OpcUa.Server.Hosting;

namespace OpcUa.Server.Subscriptions;

/// <summary>The budget for values that wait in the items of a subscription, in addition to one per item.</summary>
internal sealed class QueueRoom(Share values, ServerCounters counters)
{
    public bool TryTake(int count) => values.TryTake(count);

    public void Give(int count) => values.Give(count);

    /// <summary>Counts a lost value.</summary>
    public void AddOverflow() => counters.AddOverflow();
}
