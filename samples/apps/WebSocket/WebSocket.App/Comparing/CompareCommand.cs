using System.Globalization;
using WebSockets.App.Hubs;
using WebSockets.App.Loads;

namespace WebSockets.App.Comparing;

/// <summary>Loads a hub of each mode in turn with clients of the same mode, and compares both ends. Each hub runs in a separate
/// process.</summary>
internal sealed class CompareCommand(SampleStreams streams)
{
    /// <summary>The version of the JSON format. It is incremented when a member changes its meaning or is removed, but not for new
    /// members.</summary>
    public const int Schema = 2;

    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(30); // reached only if something is wrong
    private static readonly TimeSpan s_pause = TimeSpan.FromMilliseconds(50);

    private readonly ProcessMeter _process = new();

    /// <summary>Runs the command.</summary>
    /// <param name="options">The options.</param>
    /// <param name="cancellationToken">A token that cancels the command; no file is left then.</param>
    /// <returns>One of <see cref="ExitCode"/>.</returns>
    public async Task<int> Run(CompareOptions options, CancellationToken cancellationToken)
    {
        options.Json.Probe();
        TextWriter live = streams.Live(options.Json);
        List<ModeRun> rounds = await Play(options, live, cancellationToken).ConfigureAwait(false);
        ModeRun[] runs =
        [
            .. WayNames.All.Select(way => ModeRun.Sum([.. rounds.Where(round => round.Mode == way)])),
        ];
        var result = new
        {
            Schema,
            Date = DateTimeOffset.UtcNow,
            Machine = SampleMachine.Describe(),
            options.Sockets,
            options.Rate,
            options.Size,
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

    private async Task<List<ModeRun>> Play(CompareOptions options, TextWriter live, CancellationToken cancellationToken)
    {
        var hubs = WayNames.All.ToDictionary(static way => way, StartHub);
        try
        {
            string messages = string.Create(CultureInfo.InvariantCulture, $"{options.Rate:N0} messages/s of {options.Size:N0} B");
            return await Rounds.Play(
                options.Rounds,
                WayNames.All,
                $"{options.Sockets:N0} sockets, {messages}, {options.WarmUpSeconds} + {options.Seconds} s",
                live,
                way => Play(way, hubs[way], options, live, cancellationToken), // the other hubs are idle
                alternates: true).ConfigureAwait(false);
        }
        finally
        {
            foreach (ServerProcess hub in hubs.Values)
                await hub.DisposeAsync().ConfigureAwait(false);
        }
    }

    private static ServerProcess StartHub(string mode) =>
        ServerProcess.Start(static _ => { }, "hub", "--mode", mode, "--port", "0", "--until-end-of-input", "--quiet");

    private async Task<ModeRun> Play(
        string mode, ServerProcess hub, CompareOptions options, TextWriter live, CancellationToken cancellationToken)
    {
        var url = new Uri(new Uri(await hub.Listening(cancellationToken).ConfigureAwait(false)), "echo");
        Load load = await Load.Start(mode, url, options.Sockets, options.Rate, options.Size, cancellationToken).ConfigureAwait(false);
        await using (load.ConfigureAwait(false))
        {
            var table = new LiveTable<LoadFigures>(live.WriteLine, SampleConsole.FormatOf(live), LoadTable.Columns);
            var run = new LoadRun(load, _process, table);
            await run.WarmUp(options.WarmUpSeconds, cancellationToken).ConfigureAwait(false);
            await hub.Ask<object>(HubCommand.Mark, cancellationToken).ConfigureAwait(false);
            LoadFigures figures = await run.Measure(options.Seconds, cancellationToken).ConfigureAwait(false);
            HubFigures served = await hub.Ask<HubFigures>(HubCommand.Report, cancellationToken).ConfigureAwait(false);
            IReadOnlyList<string> faults = await load.End(cancellationToken).ConfigureAwait(false);
            return new ModeRun(mode, figures, served, [.. faults, .. await CheckHub(hub, cancellationToken).ConfigureAwait(false)]);
        }
    }

    /// <summary>Waits until the hub has released the memory for the sockets.</summary>
    private static async Task<IReadOnlyList<string>> CheckHub(ServerProcess hub, CancellationToken cancellationToken)
    {
        DateTime end = DateTime.UtcNow + s_patience;
        while (true)
        {
            HubFigures now = await hub.Ask<HubFigures>(HubCommand.Report, cancellationToken).ConfigureAwait(false);
            if (now.Now is { Sockets: 0, Outstanding: 0 })
                return [];

            if (DateTime.UtcNow > end)
                return [FormattableString.Invariant($"the hub still has {now.Now.Sockets} sockets and {now.Now.Outstanding} buffers")];

            await Task.Delay(s_pause, cancellationToken).ConfigureAwait(false);
        }
    }

    private void Write(ModeRun[] runs)
    {
        var table = new ComparisonTable<ModeRun>(SampleConsole.Create(streams.Output), runs, static run => run.Mode);
        table.Add("messages out", "N0", static run => run.Client.Sent, hasRatio: false);
        table.Add("messages in", "N0", static run => run.Client.Received, hasRatio: false);
        table.Add("round trips, messages/s", "N0", static run => run.Client.RoundTripsPerSecond);
        table.Add("client: B allocated per message", "0.00", static run => run.Client.BytesPerMessage);
        table.Add("client: MB/s allocated", "0.000", static run => run.Client.Process.AllocatedMegabytesPerSecond);
        table.Add("client: processor time per message, us", "0.00", static run => run.Client.MicrosecondsPerMessage);
        table.Add("client: CPU, % of one processor", "0.0", static run => run.Client.Process.Processors * 100);
        table.Add("client: gen 0", "N0", static run => run.Client.Process.Gen0, hasRatio: false);
        table.Add("client: gen 1", "N0", static run => run.Client.Process.Gen1, hasRatio: false);
        table.Add("client: gen 2", "N0", static run => run.Client.Process.Gen2, hasRatio: false);
        table.Add("client: pauses, ms", "0.0", static run => run.Client.Process.PauseMilliseconds, hasRatio: false);
        table.Add("round trip, median ms", "0.00", static run => run.Client.LatencyP50);
        table.Add("round trip, 99 % ms", "0.00", static run => run.Client.LatencyP99);
        table.Add("hub: B allocated per message", "0.00", static run => run.Hub.BytesPerMessage);
        table.Add("hub: processor time per message, us", "0.00", static run => run.Hub.MicrosecondsPerMessage);
        table.Add("hub: copies per frame", "0.00", static run => run.Hub.CopiesPerFrame);
        table.Add("hub: CPU, % of one processor", "0.0", static run => run.Hub.Process.Processors * 100);
        table.Add("hub: gen 0", "N0", static run => run.Hub.Process.Gen0, hasRatio: false);
        table.Add("hub: gen 1", "N0", static run => run.Hub.Process.Gen1, hasRatio: false);
        table.Add("hub: gen 2", "N0", static run => run.Hub.Process.Gen2, hasRatio: false);
        table.Add("hub: pauses, ms", "0.0", static run => run.Hub.Process.PauseMilliseconds, hasRatio: false);
        table.Add("faults", "N0", static run => run.Faults.Count, hasRatio: false);
        table.Write();
    }
}
