namespace Pooling.Doubles;

/// <summary>The ways in which the thread pool may fail to take work, before it has taken it or afterwards.</summary>
public enum PostFailure
{
    /// <summary>The thread is interrupted before.</summary>
    InterruptBefore,

    /// <summary>The thread is interrupted afterwards.</summary>
    InterruptAfter,

    /// <summary>There is no memory for the queue.</summary>
    NoMemoryBefore,

    /// <summary>There is no memory for something else, while the work is in the queue.</summary>
    NoMemoryAfter,
}
