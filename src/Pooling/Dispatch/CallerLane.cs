namespace Pooling.Dispatch;

/// <summary>Holds a block of counters for one caller until nothing refers to it any more.</summary>
internal sealed class CallerLane(DispatchCounters counters, CallerBlock block)
{
    ~CallerLane() => counters.Free(block);

    internal long[] Block => block.Counts;
}
