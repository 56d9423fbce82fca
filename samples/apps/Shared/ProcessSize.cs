using System.Diagnostics;

namespace Pooling.Samples;

/// <summary>The size of a process.</summary>
internal sealed record ProcessSize
{
    /// <summary>The bytes of live objects.</summary>
    public long Heap { get; init; }

    /// <summary>The bytes of physical memory.</summary>
    public long WorkingSet { get; init; }

    /// <summary>The number of threads, including those of the runtime.</summary>
    public int Threads { get; init; }

    /// <summary>Measures this process after a garbage collection.</summary>
    public static ProcessSize Read()
    {
        using var process = Process.GetCurrentProcess();
        return new ProcessSize
        {
            Heap = GC.GetTotalMemory(forceFullCollection: true),
            WorkingSet = Environment.WorkingSet,
            Threads = process.Threads.Count,
        };
    }

    /// <summary>Returns the growth of a process, divided by a count.</summary>
    public static ProcessSize Each(ProcessSize from, ProcessSize to, int count) => new()
    {
        Heap = (to.Heap - from.Heap) / Math.Max(1, count),
        WorkingSet = (to.WorkingSet - from.WorkingSet) / Math.Max(1, count),
        Threads = to.Threads - from.Threads, // in total
    };
}
