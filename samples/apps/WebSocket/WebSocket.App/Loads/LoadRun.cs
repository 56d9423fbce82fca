using System.Diagnostics;

namespace WebSockets.App.Loads;

/// <summary>Warms up a load, and measures it.</summary>
/// <param name="load">The load.</param>
/// <param name="process">Measures its process.</param>
/// <param name="table">Receives the figures each second.</param>
internal sealed class LoadRun(Load load, ProcessMeter process, LiveTable<LoadFigures> table)
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(60); // reached only if something is wrong

    /// <summary>Waits for the given time, and until the first message is returned.</summary>
    public async Task WarmUp(int seconds, CancellationToken cancellationToken)
    {
        await Watch(seconds, cancellationToken).ConfigureAwait(false);
        for (var time = Stopwatch.StartNew(); load.Received == 0 && time.Elapsed < s_patience;)
            await Task.Delay(10, cancellationToken).ConfigureAwait(false);

        GC.Collect(); // excludes garbage of the time before
        GC.WaitForPendingFinalizers();
        GC.Collect();
    }

    /// <summary>Measures for the given time.</summary>
    public async Task<LoadFigures> Measure(int seconds, CancellationToken cancellationToken)
    {
        LoadReading start = process.Exclude(Read);
        await Watch(seconds, cancellationToken).ConfigureAwait(false);
        return LoadFigures.Between(start, Read());
    }

    private Task Watch(int seconds, CancellationToken cancellationToken) =>
        new LiveReport<LoadReading>(process, Read, (last, now) => table.Add(LoadFigures.Between(last, now)))
            .Run(process.Exclude(Read), seconds, cancellationToken);

    private LoadReading Read() => LoadReading.Of(process, load);
}
