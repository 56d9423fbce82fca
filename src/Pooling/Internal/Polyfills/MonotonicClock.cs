namespace Pooling.Internal.Polyfills;

/// <summary>Milliseconds since some fixed moment; never goes backwards, coarse and cheap.</summary>
internal static class MonotonicClock
{
#if NETSTANDARD2_0
    internal static long Milliseconds => System.Diagnostics.Stopwatch.GetTimestamp() / (System.Diagnostics.Stopwatch.Frequency / 1000);
#else
    internal static long Milliseconds => Environment.TickCount64;
#endif
}
