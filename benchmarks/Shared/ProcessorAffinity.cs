namespace Pooling.Benchmarks;

/// <summary>Binds threads to processors. Otherwise, the system runs two threads on one processor or on two as it likes,
/// and moves them; what they share costs many times more on two.</summary>
/// <remarks>On Linux only; elsewhere, nothing is bound. A thread that a bound thread starts is bound, too.</remarks>
internal static class ProcessorAffinity
{
    private static readonly Mask s_all = GetAll();
    private static readonly int[] s_processors =
        [.. Enumerable.Range(0, 64 * Mask.Words).Where(static processor => s_all.Contains(processor))];

    /// <summary>Gets the number of processors to which this process is bound; 0 if threads cannot be bound.</summary>
    internal static int Processors => s_processors.Length;

    /// <summary>Binds the calling thread to one of the processors.</summary>
    internal static void Bind(int index)
    {
        Mask mask = default;
        mask.Add(s_processors[index]);
        _ = Set(0, Mask.Size, in mask);
    }

    /// <summary>Allows the calling thread to run on all processors again.</summary>
    internal static void Release() => _ = Set(0, Mask.Size, in s_all);

    private static Mask GetAll()
    {
        Mask mask = default;
        return OperatingSystem.IsLinux() && Get(0, Mask.Size, ref mask) == 0 ? mask : default;
    }

    [DllImport("libc", EntryPoint = "sched_getaffinity")]
    private static extern int Get(int thread, nint size, ref Mask mask);

    [DllImport("libc", EntryPoint = "sched_setaffinity")]
    private static extern int Set(int thread, nint size, in Mask mask);

    [InlineArray(Words)]
    private struct Mask
    {
        internal const int Words = 16; // 1,024 processors
        internal const nint Size = Words * sizeof(ulong);

        private ulong _bits;

        internal readonly bool Contains(int processor) => (this[processor / 64] & (1UL << processor)) != 0;

        internal void Add(int processor) => this[processor / 64] |= 1UL << processor;
    }
}
