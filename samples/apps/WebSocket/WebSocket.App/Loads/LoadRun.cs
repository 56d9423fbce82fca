namespace WebSockets.App.Loads;

/// <summary>Lets a load warm up, and measures it.</summary>
/// <param name="load">The load.</param>
/// <param name="process">What its process uses.</param>
/// <param name="table">Is told each second what it did.</param>
internal sealed class LoadRun(Load load, ProcessMeter process, LiveTable<LoadFigures> table)
{
    public async Task WarmUp(int seconds, CancellationToken cancellationToken)
    {
        await Watch(seconds, cancellationToken).ConfigureAwait(false);
        GC.Collect(); // the next one is not what came before
        GC.WaitForPendingFinalizers();
        GC.Collect();
    }

    /// <summary>Measures for a while.</summary>
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
