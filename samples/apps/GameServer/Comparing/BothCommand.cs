using System.Globalization;
using System.Net;
using Pooling.GameServer.Bots;
using Pooling.GameServer.Hosting;
using Pooling.GameServer.Serving;

namespace Pooling.GameServer.Comparing;

/// <summary>Runs the same bots on one server after the other, each in a separate process, and compares the servers.</summary>
internal sealed class BothCommand(SampleStreams streams)
{
    /// <summary>The version of the JSON format. It is incremented when a member changes its meaning or is removed, but not for new
    /// members.</summary>
    public const int Schema = 2;

    public async Task<int> Run(BothOptions options, CancellationToken cancellationToken)
    {
        options.Json.Probe();
        TextWriter live = streams.Live(options.Json);
        var runs = new List<ServerRun>();
        foreach (ServerKind mode in options.Modes)
        {
            live.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{ServerModes.Word(mode)}: {options.Swarm.Count:N0} bots, "
                + $"{options.Swarm.InputsPerSecond} inputs a second, {options.WarmUpSeconds} + {options.Seconds} s"));
            runs.Add(await Play(mode, options, live, cancellationToken).ConfigureAwait(false));
            live.WriteLine();
        }

        var result = new
        {
            Schema,
            Date = DateTimeOffset.UtcNow,
            Machine = SampleMachine.Describe(),
            options.Swarm,
            options.Seconds,
            Passed = runs.All(static run => run.Faults.Count == 0),
            Runs = runs,
        };
        options.Json.Write(streams.Output, result);
        if (!options.Json.TakesOutput)
            Write(runs);

        return streams.Judge(runs.SelectMany(static run => run.Faults.Select(fault => $"{ServerModes.Word(run.Mode)}: {fault}")));
    }

    private static async Task<ServerRun> Play(ServerKind mode, BothOptions options, TextWriter live, CancellationToken cancellationToken)
    {
        LiveTable<ServerFigures> table = FiguresTable.Create(live.WriteLine, SampleConsole.FormatOf(live));
        var quiet = new QuietSecond();
        ServerProcess server = GameServerProcess.Start(mode, second =>
        {
            table.Add(second);
            quiet.Add(second);
        });
        await using (server.ConfigureAwait(false))
        {
            var swarm = new BotSwarm(options.Swarm);
            await using (swarm.ConfigureAwait(false))
            {
                string address = await server.Listening(cancellationToken).ConfigureAwait(false);
                await swarm.Start(IPEndPoint.Parse(address), static _ => { }, cancellationToken).ConfigureAwait(false);
                await Task.Delay(TimeSpan.FromSeconds(options.WarmUpSeconds), cancellationToken).ConfigureAwait(false);
                await server.Ask<object>(ServeCommand.Mark, cancellationToken).ConfigureAwait(false);
                swarm.Mark();
                TimeSpan before = Environment.CpuUsage.TotalTime;
                await Task.Delay(TimeSpan.FromSeconds(options.Seconds), cancellationToken).ConfigureAwait(false);
                double processors = (Environment.CpuUsage.TotalTime - before) / TimeSpan.FromSeconds(options.Seconds);
                ServerFigures busy = await Report().ConfigureAwait(false);
                if (mode == ServerKind.Pooled)
                    busy = await quiet.Excuse(busy, cancellationToken).ConfigureAwait(false);

                BotReport bots = await swarm.Finish(cancellationToken).ConfigureAwait(false);
                ServerFigures all = await Report().ConfigureAwait(false);
                for (int attempt = 0; attempt < 240 && all.ChatWaiting != 0; attempt++) // until all waiting texts were delivered
                {
                    swarm.KeepAlive();
                    await Task.Delay(500, cancellationToken).ConfigureAwait(false);
                    all = await Report().ConfigureAwait(false);
                }

                return new ServerRun(mode, busy with { ChatWaiting = all.ChatWaiting }, bots, processors); // none in transit
            }
        }

        Task<ServerFigures> Report() => server.Ask<ServerFigures>(ServeCommand.Report, cancellationToken);
    }

    private void Write(List<ServerRun> runs)
    {
        var table = new ComparisonTable<ServerRun>(SampleConsole.Create(streams.Output), runs, static run => ServerModes.Word(run.Mode));
        table.Add("tick, median ms", "0.00", static run => run.Server.TickP50);
        table.Add("tick, 99 % ms", "0.00", static run => run.Server.TickP99);
        table.Add("tick, longest ms", "0.00", static run => run.Server.TickMax);
        table.Add("worked per tick, ms", "0.00", static run => run.Server.TickWorked);
        table.Add("waited for a processor per tick, ms", "0.00", static run => run.Server.TickWaited, hasRatio: false);
        table.Add("overruns", "N0", static run => run.Server.Overruns, hasRatio: false);
        table.Add("late wake-ups", "N0", static run => run.Server.LateWakeUps, hasRatio: false);
        table.Add("packets in, per second", "N0", static run => run.Server.PacketsIn / run.Server.Seconds);
        table.Add("packets out, per second", "N0", static run => run.Server.PacketsOut / run.Server.Seconds);
        table.Add("MB out, per second", "0.00", static run => run.Server.BytesOut / run.Server.Seconds / 1e6);
        table.Add("B on the wire per packet", "0.0", static run => run.Server.BytesPerPacket);
        table.Add("processor time per packet, us", "0.00", static run => run.Server.NanosecondsPerPacket / 1000);
        table.Add("processors used by the server", "0.00", static run => run.Server.Processors);
        table.Add("processors used by the bots", "0.00", static run => run.BotProcessors);
        table.Add("B allocated per packet", "0.00", static run => run.Server.AllocatedPerPacket);
        table.Add("MB allocated, per second", "0.000", static run => run.Server.AllocatedMegabytesPerSecond);
        table.Add("gen 0", "N0", static run => run.Server.Gen0, hasRatio: false);
        table.Add("gen 1", "N0", static run => run.Server.Gen1, hasRatio: false);
        table.Add("gen 2", "N0", static run => run.Server.Gen2, hasRatio: false);
        table.Add("pauses, ms", "0.0", static run => run.Server.PauseMilliseconds, hasRatio: false);
        table.Add("state replaced by newer", "N0", static run => run.Server.StateDropped, hasRatio: false);
        table.Add("chat packets lost", "N0", static run => run.Server.ChatWaiting + run.Bots.ChatGaps, hasRatio: false);
        table.Add("inputs answered wrong", "N0", static run => run.Bots.WrongAcks, hasRatio: false);
        table.Add("ping, median ms", "0.0", static run => run.Bots.PingP50);
        table.Add("ping, 99 % ms", "0.0", static run => run.Bots.PingP99);
        table.Write();
    }
}
