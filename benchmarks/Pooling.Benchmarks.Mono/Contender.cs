namespace Pooling.Benchmarks.Mono;

/// <summary>A method of <see cref="ClientReceiveBenchmarks"/> on a separate instance.</summary>
internal sealed class Contender(string name, string rowId, RowAttribute row, Func<long> call)
{
    internal string Name => name;

    internal RatioRow Row { get; } = new(rowId, row.Role.ToString(), row.Name);

    internal long RunOnce() => call();

    /// <returns>The ticks of the stopwatch, and the allocated bytes.</returns>
    internal (long Ticks, long Bytes) Run(long count)
    {
        long bytes = AllocatedBytes.Now;
        long start = Stopwatch.GetTimestamp();
        for (; count > 0; count--)
            call();

        long ticks = Stopwatch.GetTimestamp() - start;
        return (ticks, AllocatedBytes.Now - bytes);
    }
}
