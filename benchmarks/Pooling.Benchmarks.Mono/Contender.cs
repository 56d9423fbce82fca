namespace Pooling.Benchmarks.Mono;

/// <summary>One method of <see cref="ClientReceiveBenchmarks"/> on an instance of its own.</summary>
internal sealed class Contender(string name, string rowId, RowAttribute row, Func<long> call)
{
    internal string Name => name;

    internal RatioRow Row { get; } = new(rowId, row.Role.ToString(), row.Name);

    internal long RunOnce() => call();

    /// <returns>The ticks of the stopwatch, and the bytes that were allocated.</returns>
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
