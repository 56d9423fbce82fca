namespace Pooling.Queues;

/// <summary>Names the decisions between the step of a waiting operation of a channel and its cancellation.</summary>
internal static class Decision
{
    /// <summary>Nothing: it is parked, or on its way.</summary>
    internal const int None = 0;

    /// <summary>A thread attempts its step, and decides. A cancellation waits for that.</summary>
    internal const int Moving = 1;

    /// <summary>It has moved its item, has what it waited for, or has failed.</summary>
    internal const int Made = 2;

    /// <summary>It was cancelled, and moves nothing.</summary>
    internal const int Cancelled = 3;
}
