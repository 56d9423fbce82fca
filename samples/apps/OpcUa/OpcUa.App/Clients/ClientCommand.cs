using System.Globalization;
using OpcUa.App.Securing;

namespace OpcUa.App.Clients;

/// <summary>Subscribes to a running server, and prints the cost each second.</summary>
internal sealed class ClientCommand(SampleStreams streams)
{
    /// <summary>Runs the command.</summary>
    /// <param name="options">The options.</param>
    /// <param name="cancellationToken">A token that cancels the operation.</param>
    /// <returns>One of <see cref="ExitCode"/>.</returns>
    public async Task<int> Run(ClientOptions options, CancellationToken cancellationToken)
    {
        var process = new ProcessMeter();
        using ClientIdentity identity = ClientIdentity.Load(options.Security);
        MeasuredClient client = await MeasuredClient
            .Connect(options.Mode, options.Url, options.Items, identity.Security, cancellationToken).ConfigureAwait(false);
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
        $"{options.Mode}: {figures.Notifications:N0} notifications in {figures.Process.Seconds:0.0} s; each took "
            + $"{figures.BytesPerNotification:0.0} B and {figures.MicrosecondsPerNotification:0.00} us; "
            + $"latency {figures.LatencyP50:0.0} ms, 99 % within {figures.LatencyP99:0.0} ms"));
}
