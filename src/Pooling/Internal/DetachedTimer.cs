namespace Pooling.Internal;

/// <summary>Creates timers that do not keep the execution context of their creator, with its async-local
/// values.</summary>
#pragma warning disable RS0030 // the one place that makes timers
internal static class DetachedTimer
{
    /// <summary>Returns a timer that is not set.</summary>
    internal static ITimer Create(TimeProvider clock, TimerCallback callback, object? state)
    {
        if (ExecutionContext.IsFlowSuppressed())
            return clock.CreateTimer(callback, state, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);

        using (ExecutionContext.SuppressFlow())
            return clock.CreateTimer(callback, state, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
    }
}
