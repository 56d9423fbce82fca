using System.Diagnostics;

namespace Pooling.Diagnostics;

/// <summary>What is remembered about one tracked rental. It does not reference the item.</summary>
internal sealed class Rental(string poolName, StackTrace stack, long bytes, int generation)
{
    private readonly long _began = Stopwatch.GetTimestamp();
    private int _isOver;

    internal string PoolName => poolName;

    internal StackTrace Stack => stack;

    internal long Bytes => bytes;

    /// <summary>The number of changes of the mode before the rental.</summary>
    internal int Generation => generation;

    internal TimeSpan Age => TimeSpan.FromSeconds((Stopwatch.GetTimestamp() - _began) / (double)Stopwatch.Frequency);

    /// <summary>Ends the rental: it is either returned or lost.</summary>
    /// <returns><see langword="false"/> if it has already ended.</returns>
    internal bool TryEnd() => Interlocked.Exchange(ref _isOver, 1) == 0; // pairs with itself: one of a return and a finalizer ends it
}
