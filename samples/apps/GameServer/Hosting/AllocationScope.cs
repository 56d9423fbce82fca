namespace Pooling.GameServer.Hosting;

/// <summary>Counts the allocations of the current thread until the scope ends. Allocations in an inner scope are not counted by the outer
/// one.</summary>
internal readonly struct AllocationScope : IDisposable
{
    [ThreadStatic]
    private static long t_counted;

    private readonly ServerCounters _counters;
    private readonly AllocationKind _kind;
    private readonly long _start;
    private readonly long _counted;

    public AllocationScope(ServerCounters counters, AllocationKind kind)
    {
        _counters = counters;
        _kind = kind;
        _counted = t_counted;
        _start = GC.GetAllocatedBytesForCurrentThread();
    }

    public void Dispose()
    {
        long total = GC.GetAllocatedBytesForCurrentThread() - _start;
        long own = total - (t_counted - _counted);
        t_counted = _counted + total;
        if (own != 0)
            _counters.AddAllocated(_kind, own);
    }
}
