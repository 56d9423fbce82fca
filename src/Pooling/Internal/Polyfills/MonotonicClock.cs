namespace Pooling.Internal.Polyfills;

/// <summary>Returns the milliseconds since a fixed moment. Never runs backwards; coarse and cheap.</summary>
internal static class MonotonicClock
{
#if NETSTANDARD2_0
    internal static long Milliseconds =>
        System.Diagnostics.Stopwatch.GetTimestamp() / (System.Diagnostics.Stopwatch.Frequency / 1000);
#else
    internal static long Milliseconds => Environment.TickCount64;
#endif
}
