using System.Globalization;

namespace WebSockets.App.Loads;

/// <summary>Loads a running hub, and prints the cost each second.</summary>
internal sealed class LoadCommand(SampleStreams streams)
{
    /// <summary>Runs the command.</summary>
    /// <param name="options">The options.</param>
    /// <param name="cancellationToken">A token that cancels the command.</param>
    /// <returns>One of <see cref="ExitCode"/>.</returns>
    public async Task<int> Run(LoadOptions options, CancellationToken cancellationToken)
    {
        if (options.UntilEndOfInput)
            return await new DrivenLoad(streams, options).Run(cancellationToken).ConfigureAwait(false);

        Load load = await Load.Start(options.Mode, options.Url, options.Sockets, options.Rate, options.Size, cancellationToken)
            .ConfigureAwait(false);
        await using (load.ConfigureAwait(false))
        {
            var table = new LiveTable<LoadFigures>(
                streams.WriteLine, SampleConsole.FormatOf(streams.Output, options.Json), LoadTable.Columns);
            var run = new LoadRun(load, new ProcessMeter(), table);
            await run.WarmUp(options.WarmUpSeconds, cancellationToken).ConfigureAwait(false);
            LoadFigures figures = await run.Measure(options.Seconds, cancellationToken).ConfigureAwait(false);
            IReadOnlyList<string> faults = await load.End(cancellationToken).ConfigureAwait(false);
            if (!options.Json)
                Write(options, figures);

            return streams.Judge(faults);
        }
    }

    private void Write(LoadOptions options, LoadFigures figures) => streams.WriteLine(string.Create(
        CultureInfo.InvariantCulture,
        $"{options.Mode}: {figures.Sent:N0} messages out and {figures.Received:N0} in, in {figures.Process.Seconds:0.0} s; for each "
            + $"{figures.BytesPerMessage:0.00} B and {figures.MicrosecondsPerMessage:0.00} us; "
            + $"round trip {figures.LatencyP50:0.00} ms, 99 % within {figures.LatencyP99:0.00} ms"));
}
