namespace Pooling.GameServer.Hosting;

/// <summary>Counts what the current thread allocates until the scope ends. What an inner scope counts, the outer one does not.</summary>
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
