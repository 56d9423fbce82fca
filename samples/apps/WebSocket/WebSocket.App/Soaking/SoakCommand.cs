using System.Diagnostics;
using System.Net.WebSockets;
using WebSockets.App.Hubs;
using WebSockets.Hub.Hosting;

namespace WebSockets.App.Soaking;

/// <summary>Runs many sockets that join, leave, stall, lose their connections and connect again for a long time. Checks that nothing is
/// lost that the hub's policy did not drop, that nothing grows, and that nothing is in use at the end.</summary>
internal sealed class SoakCommand(SampleStreams streams)
{
    /// <summary>The version of the JSON format. It is incremented when a member changes its meaning or is removed, but not for new
    /// members.</summary>
    public const int Schema = 1;

    private const long SpareForEach = 32_000; // bytes of objects for the queues and buffers that a socket keeps after it needed them once
    private const int HubPatience = 5; // seconds until the hub sends a ping to a silent socket, and until it closes the socket after that
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(2); // reached only if something is wrong

    /// <summary>Runs the command.</summary>
    /// <param name="options">The options.</param>
    /// <param name="cancellationToken">A token that cancels the command; no file is left then.</param>
    /// <returns>One of <see cref="ExitCode"/>.</returns>
    public async Task<int> Run(SoakOptions options, CancellationToken cancellationToken)
    {
        options.Json.Probe();
        ThreadPool.GetMinThreads(out int threads, out int completions);
        ThreadPool.SetMinThreads(threads + 64, completions); // each stalled socket blocks a thread
        TextWriter live = streams.Live(options.Json);
        var table = new LiveTable<SoakReading>(live.WriteLine, SampleConsole.FormatOf(live), SoakReading.Columns);
        var readings = new List<SoakReading>();
        var faults = new List<string>();
        try
        {
            var hub = ServerProcess.Start(
                static _ => { }, "hub", "--port", "0", "--until-end-of-input", "--json", "--timeout", $"{HubPatience}");
            await using (hub.ConfigureAwait(false))
            {
                var url = new Uri(await hub.Listening(cancellationToken).ConfigureAwait(false));
                await Play(hub, url, options, readings, table.Add, faults, cancellationToken).ConfigureAwait(false);
                faults.AddRange(await CheckEnd(hub, cancellationToken).ConfigureAwait(false));
            }
        }
        catch (WebSocketException exception)
        {
            throw new IOException($"the hub did not answer: {exception.Message}", exception);
        }

        long spareObjects = SoakGrowth.SpareObjects + (options.Sockets * SpareForEach);
        faults.AddRange(SoakGrowth.Check("clients", readings.Select(static reading => reading.Client), spareObjects));
        faults.AddRange(SoakGrowth.Check("hub", readings.Select(static reading => reading.Server), spareObjects));
        options.Json.Write(streams.Output, new
        {
            Schema,
            Date = DateTimeOffset.UtcNow,
            Machine = SampleMachine.Describe(),
            options.Sockets,
            options.Rate,
            Passed = faults.Count == 0,
            Faults = faults,
            Readings = readings,
        });
        return streams.Judge(faults);
    }

    private static async Task Play(
        ServerProcess hub, Uri url, SoakOptions options, List<SoakReading> readings, Action<SoakReading> tell, List<string> faults,
        CancellationToken cancellationToken)
    {
        SoakCrowd crowd = await SoakCrowd.Start(url, options, TimeSpan.FromSeconds(HubPatience * 2), cancellationToken)
            .ConfigureAwait(false);
        await using (crowd.ConfigureAwait(false))
        {
            await Watch(hub, crowd, options, reading =>
            {
                readings.Add(reading);
                tell(reading);
            }, cancellationToken).ConfigureAwait(false);
            await crowd.Calm().ConfigureAwait(false);
            faults.AddRange(await CheckCalm(hub, crowd, cancellationToken).ConfigureAwait(false));
            await crowd.Leave(cancellationToken).ConfigureAwait(false);
            HubFigures figures = await hub.Ask<HubFigures>(HubCommand.Report, cancellationToken).ConfigureAwait(false);
            faults.AddRange(CheckCounts(crowd, figures.Now));
        }
    }

    private static async Task Watch(
        ServerProcess hub, SoakCrowd crowd, SoakOptions options, Action<SoakReading> add, CancellationToken cancellationToken)
    {
        TimeSpan interval = SoakGrowth.IntervalOf(options.Duration);
        SoakCounts counts = crowd.Counts;
        long before = 0;
        double secondsBefore = 0;
        for (var time = Stopwatch.StartNew(); time.Elapsed < options.Duration;)
        {
            await Task.Delay(interval, cancellationToken).ConfigureAwait(false);
            long messages = counts.Echoes + counts.Broadcasts;
            double seconds = time.Elapsed.TotalSeconds;
            ProcessSize size = await hub.Ask<ProcessSize>(HubCommand.Size, cancellationToken).ConfigureAwait(false);
            HubFigures figures = await hub.Ask<HubFigures>(HubCommand.Report, cancellationToken).ConfigureAwait(false);
            add(new SoakReading(
                seconds / 60, counts.Echoes, counts.Broadcasts, counts.Skipped, counts.Joins, counts.Losses, counts.Stalls,
                (messages - before) / (seconds - secondsBefore), ProcessSize.Read(), crowd.Buffers, size, figures.Now));
            (before, secondsBefore) = (messages, seconds);
        }
    }

    /// <summary>Checks that the resources in use belong to the connected sockets, when no more events happen.</summary>
    private static async Task<IEnumerable<string>> CheckCalm(ServerProcess hub, SoakCrowd crowd, CancellationToken cancellationToken)
    {
        bool areAllConnected = false; // when the hub was asked: one may lose its connection later
        HubStatistics now = await WaitFor(
            hub,
            now => (areAllConnected = crowd.AreAllConnected) && now.Sockets == crowd.Size
                && now.Outstanding <= now.Sockets,
            cancellationToken).ConfigureAwait(false);
        return
        [
            .. areAllConnected ? Array.Empty<string>() : ["not all sockets reconnected"],
            .. Fault.Of(now.Sockets - crowd.Size, "more sockets are at the hub than were opened"),
            .. Fault.Of(Math.Max(0, now.Outstanding - now.Sockets), "more buffers are in use than there are sockets"),
        ];
    }

    private static IEnumerable<string> CheckCounts(SoakCrowd crowd, HubStatistics hub)
    {
        SoakCounts counts = crowd.Counts;
        return
        [
            .. Fault.Of(counts.Missing, "messages were lost"),
            .. Fault.Of(Math.Max(0, counts.Skipped - hub.Dropped), "broadcasts were lost that the policy did not drop"),
            .. Fault.Of(counts.Wrong, "messages were damaged, repeated or out of order"),
            .. Fault.Of(crowd.HandlerFaults, "callbacks failed"),
            .. Fault.Of(hub.Faults, "sockets were closed because of an error in the hub"),
            .. Fault.Of(hub.Refused, "handshakes were refused"),
            .. counts.Echoes == 0 || counts.Broadcasts == 0 ? ["nothing was received"] : Array.Empty<string>(),
            .. Fault.Of(crowd.Buffers, "buffers were not returned by the clients"),
            .. hub.Deflated == 0 ? ["nothing was compressed"] : Array.Empty<string>(),
            .. counts.Stalls == 0 || counts.Deaths == 0 || counts.Joins <= crowd.Size
                ? ["nothing happened to the sockets"]
                : Array.Empty<string>(),
        ];
    }

    /// <summary>Checks that nothing is in use at either end, after all sockets have left.</summary>
    private static async Task<IEnumerable<string>> CheckEnd(ServerProcess hub, CancellationToken cancellationToken)
    {
        HubStatistics left = await WaitFor(hub, static now => now is { Sockets: 0, Outstanding: 0 }, cancellationToken)
            .ConfigureAwait(false);
        return
        [
            .. Fault.Of(left.Sockets, "sockets remain at the hub"),
            .. Fault.Of(left.Outstanding, "buffers were not returned by the hub"),
        ];
    }

    private static async Task<HubStatistics> WaitFor(
        ServerProcess hub, Func<HubStatistics, bool> condition, CancellationToken cancellationToken)
    {
        for (var time = Stopwatch.StartNew(); ; await Task.Delay(200, cancellationToken).ConfigureAwait(false))
        {
            HubFigures figures = await hub.Ask<HubFigures>(HubCommand.Report, cancellationToken).ConfigureAwait(false);
            if (condition(figures.Now) || time.Elapsed > s_patience)
                return figures.Now;
        }
    }
}
