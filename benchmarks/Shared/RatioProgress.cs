namespace Pooling.Benchmarks;

/// <summary>Reports on the error stream the progress of a run, and the estimated time for the rest.</summary>
internal sealed class RatioProgress(int groups)
{
    private readonly long _start = Stopwatch.GetTimestamp();
    private int _done;

    internal void Report(string title)
    {
        _done++;
        TimeSpan left = Stopwatch.GetElapsedTime(_start) / _done * (groups - _done);
        Console.Error.WriteLine(string.Create(
            CultureInfo.InvariantCulture, $"{_done} of {groups}: {title}; {Math.Ceiling(left.TotalMinutes)} min left"));
    }
}
