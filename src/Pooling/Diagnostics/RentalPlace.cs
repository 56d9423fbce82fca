using System.Diagnostics;

namespace Pooling.Diagnostics;

/// <summary>Describes rentals of one pool that were made in the same place of a program.</summary>
/// <remarks>
/// <para>Thread safety: immutable.</para>
/// <para>Allocation: made on request only.</para>
/// </remarks>
[DebuggerDisplay("{ToString(),nq}")]
public sealed class RentalPlace
{
    internal RentalPlace(string poolName, string stackTrace, long count, long bytes, TimeSpan age)
    {
        PoolName = poolName;
        StackTrace = stackTrace;
        Count = count;
        Bytes = bytes;
        Age = age;
    }

    /// <summary>Gets the name of the pool.</summary>
    public string PoolName { get; }

    /// <summary>Gets the stack of the rentals, one frame in each line, beginning with the method that called the
    /// library. Empty for places beyond the maximum number.</summary>
    public string StackTrace { get; }

    /// <summary>Gets the number of rentals. If only one of several rentals is tracked, there are about as many times
    /// more.</summary>
    public long Count { get; }

    /// <summary>Gets the bytes of the arrays that the items had when they were rented, all together; 0 if the pool does
    /// not know them.</summary>
    public long Bytes { get; }

    /// <summary>Gets the age of the oldest of the rentals; for leaks, the time from that rental until it was
    /// found.</summary>
    public TimeSpan Age { get; }

    /// <summary>Returns a description of the rentals for a log.</summary>
    /// <returns>The pool, the number and the stack.</returns>
    public override string ToString() =>
        $"Pool '{PoolName}': {Quantity.Of(Count, "rental")} not returned, the oldest after {Age.TotalSeconds:F0} s"
        + (StackTrace.Length == 0 ? "." : $", made here:{Environment.NewLine}{StackTrace}");
}
