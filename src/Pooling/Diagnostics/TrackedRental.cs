using System.Diagnostics;

namespace Pooling.Diagnostics;

/// <summary>Remembers one tracked rental. It does not reference the item.</summary>
internal sealed class TrackedRental(string poolName, StackTrace? stack, long bytes)
{
    /// <summary>The next one in the list of <see cref="LeakReports"/>, which alone uses it.</summary>
    internal TrackedRental? Next;

    private readonly long _began = Stopwatch.GetTimestamp();
    private long _lost; // 0 until then

    internal string PoolName => poolName;

    /// <summary>Gets or sets the stack; <see langword="null"/> if it is unknown, or the rental is not tracked
    /// any more.</summary>
    internal StackTrace? Stack { get; set; } = stack;

    internal long Bytes => bytes;

    /// <summary>The time since the rental, or to its loss.</summary>
    internal TimeSpan Age =>
        TimeSpan.FromSeconds(((_lost != 0 ? _lost : Stopwatch.GetTimestamp()) - _began) / (double)Stopwatch.Frequency);

    /// <summary>Ends the rental, whose item the collector has found.</summary>
    internal void Lose() => _lost = Stopwatch.GetTimestamp();
}
