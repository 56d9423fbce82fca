using System.Diagnostics;

namespace Pooling.Diagnostics;

/// <summary>Remembers one tracked rental. It does not reference the item.</summary>
internal sealed class TrackedRental(string poolName, StackTrace stack, long bytes)
{
    private readonly long _began = Stopwatch.GetTimestamp();

    internal string PoolName => poolName;

    /// <summary>Gets or sets the stack; <see langword="null"/> if the rental is not tracked any more.</summary>
    internal StackTrace? Stack { get; set; } = stack;

    internal long Bytes => bytes;

    internal TimeSpan Age => TimeSpan.FromSeconds((Stopwatch.GetTimestamp() - _began) / (double)Stopwatch.Frequency);
}
