using System.Diagnostics;
using System.Runtime.InteropServices;

namespace Pooling.Analyzers.Usage;

/// <summary>The processor time of the calling thread, which other processes do not change; on systems other than Linux, the time that has
/// passed.</summary>
internal static class ThreadTime
{
    private const int ThreadCpuTime = 3; // CLOCK_THREAD_CPUTIME_ID

    internal static TimeSpan Now =>
        OperatingSystem.IsLinux() && GetTime(ThreadCpuTime, out TimeSpec time) == 0
            ? TimeSpan.FromSeconds(time.Seconds) + TimeSpan.FromMicroseconds(time.Nanoseconds / 1000.0)
            : Stopwatch.GetElapsedTime(0);

    [DllImport("libc", EntryPoint = "clock_gettime")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int GetTime(int clock, out TimeSpec time);

    private struct TimeSpec
    {
        internal nint Seconds;
        internal nint Nanoseconds;
    }
}
