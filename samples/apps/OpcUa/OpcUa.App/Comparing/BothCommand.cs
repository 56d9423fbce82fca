using OpcUa.App.Clients;
using OpcUa.App.Securing;
using OpcUa.App.Serving;
using OpcUa.Client;

namespace OpcUa.App.Comparing;

/// <summary>Subscribes with a client of each mode in turn to one server in a separate process, and compares them.</summary>
internal sealed class BothCommand(SampleStreams streams)
{
    /// <summary>The version of the JSON format. It is incremented when a member changes its meaning or is removed, but not for new
    /// members.</summary>
    public const int Schema = 1;

    private readonly ProcessMeter _process = new();

    /// <summary>Runs the command.</summary>
    /// <param name="options">The options.</param>
    /// <param name="cancellationToken">A token that cancels the command; no file is left then.</param>
    /// <returns>One of <see cref="ExitCode"/>.</returns>
    public async Task<int> Run(BothOptions options, CancellationToken cancellationToken)
    {
        options.Json.Probe();
        TextWriter live = streams.Live(options.Json);
        List<ModeRun> rounds = await Play(options, live, cancellationToken).ConfigureAwait(false);
        ModeRun[] runs = [.. rounds.GroupBy(static round => round.Mode).Select(static mode => ModeRun.Sum([.. mode]))];
        var result = new
        {
            Schema,
            Date = DateTimeOffset.UtcNow,
            Machine = SampleMachine.Describe(),
            options.Items,
            options.Rate,
            options.Rounds,
            options.Seconds,
            Passed = runs.All(static run => run.Faults.Count == 0),
            Runs = runs,
        };
        options.Json.Write(streams.Output, result);
        if (!options.Json.TakesOutput)
            Write(runs);

        return streams.Judge(runs.SelectMany(static run => run.Faults.Select(fault => $"{run.Mode}: {fault}")));
    }

    private async Task<List<ModeRun>> Play(BothOptions options, TextWriter live, CancellationToken cancellationToken)
    {
        using ClientIdentity identity = ClientIdentity.Load(options.Security);
        ServerProcess server = OwnServer.Start(options.Items, options.Rate, identity.ServerArguments());
        await using (server.ConfigureAwait(false))
        {
            var url = new Uri(await server.Listening(cancellationToken).ConfigureAwait(false));
            return await Rounds.Play(
                options.Rounds,
                Modes.Both,
                $"{options.Items:N0} items, {options.Rate:N0} changes/s, {options.WarmUpSeconds} + {options.Seconds} s",
                live,
                mode => Play(mode, server, url, identity.Security, options, live, cancellationToken)).ConfigureAwait(false);
        }
    }

    private async Task<ModeRun> Play(
        string mode, ServerProcess server, Uri url, ClientSecurity? security, BothOptions options, TextWriter live,
        CancellationToken cancellationToken)
    {
        await server.Ask<object>(ServeCommand.Go, cancellationToken).ConfigureAwait(false);
        MeasuredClient client = await MeasuredClient.Connect(mode, url, options.Items, security, cancellationToken)
            .ConfigureAwait(false);
        await using (client.ConfigureAwait(false))
        {
            var table = new LiveTable<ClientFigures>(live.WriteLine, SampleConsole.FormatOf(live), ClientTable.Columns);
            var run = new ClientRun(client, _process, table);
            await run.WarmUp(options.WarmUpSeconds, cancellationToken).ConfigureAwait(false);
            await server.Ask<object>(ServeCommand.Mark, cancellationToken).ConfigureAwait(false);
            ClientFigures figures = await run.Measure(options.Seconds, cancellationToken).ConfigureAwait(false);
            ServerFigures served = await server.Ask<ServerFigures>(ServeCommand.Report, cancellationToken).ConfigureAwait(false);
            await server.Ask<object>(ServeCommand.Freeze, cancellationToken).ConfigureAwait(false);
            IReadOnlyList<string> faults = await run.Check(isFrozen: true, cancellationToken).ConfigureAwait(false);
            return new ModeRun(mode, figures, served, faults, [figures.LatencyP99]);
        }
    }

    private void Write(ModeRun[] runs)
    {
        var table = new ComparisonTable<ModeRun>(SampleConsole.Create(streams.Output), runs, static run => run.Mode);
        table.Add("notifications", "N0", static run => run.Client.Notifications, hasRatio: false);
        table.Add("notifications/s", "N0", static run => run.Client.NotificationsPerSecond);
        table.Add("messages/s", "N0", static run => run.Client.Messages / run.Client.Process.Seconds);
        table.Add("client: B allocated per notification", "0.00", static run => run.Client.BytesPerNotification);
        table.Add("client: MB/s allocated", "0.000", static run => run.Client.Process.AllocatedMegabytesPerSecond);
        table.Add("client: processor time per notification, us", "0.00", static run => run.Client.MicrosecondsPerNotification);
        table.Add("client: CPU, % of one processor", "0.0", static run => run.Client.Process.Processors * 100);
        table.Add("client: gen 0", "N0", static run => run.Client.Process.Gen0, hasRatio: false);
        table.Add("client: gen 1", "N0", static run => run.Client.Process.Gen1, hasRatio: false);
        table.Add("client: gen 2", "N0", static run => run.Client.Process.Gen2, hasRatio: false);
        table.Add("client: pauses, ms", "0.0", static run => run.Client.Process.PauseMilliseconds, hasRatio: false);
        table.Add("latency, median ms", "0.0", static run => run.Client.LatencyP50);
        table.Add("latency, 99 % ms", "0.0", static run => run.Client.LatencyP99);
        table.Add("latency, 99 % ms, best round", "0.0", static run => run.RoundLatenciesP99[0]);
        table.Add("latency, 99 % ms, worst round", "0.0", static run => run.RoundLatenciesP99[^1]);
        table.Add("server: B allocated per notification", "0.00", static run => run.Server.BytesPerNotification);
        table.Add("server: CPU, % of one processor", "0.0", static run => run.Server.Process.Processors * 100);
        table.Add("server: processor time per notification, us", "0.00",
            static run => run.Server.Process.MicrosecondsPer(run.Server.Notifications));
        table.Add("server: gen 0", "N0", static run => run.Server.Process.Gen0, hasRatio: false);
        table.Add("server: gen 2", "N0", static run => run.Server.Process.Gen2, hasRatio: false);
        table.Add("server: pauses, ms", "0.0", static run => run.Server.Process.PauseMilliseconds, hasRatio: false);
        table.Add("values lost because a queue was full", "N0", static run => run.Server.Overflows, hasRatio: false);
        table.Add("faults", "N0", static run => run.Faults.Count, hasRatio: false);
        table.Write();
    }
}
