using System.Globalization;
using OpcUa.App.Measuring;

namespace OpcUa.App.Clients;

/// <summary>Subscribes to a server that is running, and tells each second what that costs.</summary>
internal sealed class ClientCommand(SampleStreams streams)
{
    /// <summary>Runs the command.</summary>
    /// <param name="options">What is wanted.</param>
    /// <param name="cancellationToken">Ends it early.</param>
    /// <returns>One of <see cref="ExitCode"/>.</returns>
    public async Task<int> Run(ClientOptions options, CancellationToken cancellationToken)
    {
        var process = new ProcessMeter();
        MeasuredClient client = await MeasuredClient.Connect(options.Mode, options.Url, options.Items, cancellationToken)
            .ConfigureAwait(false);
        await using (client.ConfigureAwait(false))
        {
            var table = new LiveTable<ClientFigures>(
                streams.WriteLine, SampleConsole.FormatOf(streams.Output, options.Json), ClientTable.Columns);
            var run = new ClientRun(client, process, table);
            await run.WarmUp(options.WarmUpSeconds, cancellationToken).ConfigureAwait(false);
            ClientFigures figures = await run.Measure(options.Seconds, cancellationToken).ConfigureAwait(false);
            IReadOnlyList<string> faults = await run.Check(isFrozen: false, cancellationToken).ConfigureAwait(false);
            if (!options.Json)
                Write(options, figures);

            return streams.Judge(faults);
        }
    }

    private void Write(ClientOptions options, ClientFigures figures) => streams.WriteLine(string.Create(
        CultureInfo.InvariantCulture,
        $"{options.Mode}: {figures.Notifications:N0} notifications in {figures.Process.Seconds:0.0} s; for each "
            + $"{figures.BytesPerNotification:0.0} B and {figures.MicrosecondsPerNotification:0.00} us; "
            + $"latency {figures.LatencyP50:0.0} ms, 99 % within {figures.LatencyP99:0.0} ms"));
}
