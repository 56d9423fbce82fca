using System.Globalization;
using System.Text.Json;
using Pooling.GameServer.Bots;
using Pooling.GameServer.Hosting;
using Pooling.GameServer.Serving;
using Spectre.Console;

namespace Pooling.GameServer.Comparing;

/// <summary>Lets the same bots play on one server after the other, each in a process of its own, and compares them.</summary>
internal sealed class BothCommand(TextWriter output, TextWriter error)
{
    /// <summary>Grows when a member of the JSON changes its meaning or goes away; new members do not change it.</summary>
    public const int Schema = 1;

    public async Task<int> Run(BothOptions options, CancellationToken cancellationToken)
    {
        if (options.JsonFile is { } path)
            WriteFile(path, static _ => { }, commit: false); // found out before the measurements

        // The table is for people: with the figures on standard output it goes to the error output.
        TextWriter live = options.Json && options.JsonFile is null ? error : output;
        var runs = new List<ServerRun>();
        foreach (ServerKind mode in options.Modes)
        {
            live.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{Word(mode)}: {options.Swarm.Count:N0} bots, "
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
        if (options.JsonFile is { } file)
            WriteFile(file, stream => JsonSerializer.Serialize(stream, result, FiguresJson.Indented), commit: true);
        else if (options.Json)
            output.WriteLine(JsonSerializer.Serialize(result, FiguresJson.Indented));

        if (live == output)
            Write(runs);

        foreach (ServerRun run in runs)
        {
            foreach (string fault in run.Faults)
                error.WriteLine($"game-server: check failed: {Word(run.Mode)}: {fault}");
        }

        return result.Passed ? ExitCode.Success : ExitCode.Failure;
    }

    private static async Task<ServerRun> Play(ServerKind mode, BothOptions options, TextWriter live, CancellationToken cancellationToken)
    {
        var table = new LiveTable(live.WriteLine);
        var quiet = new QuietSecond();
        var server = ServerProcess.Start(mode, second =>
        {
            table.Add(second);
            quiet.Add(second);
        });
        await using (server.ConfigureAwait(false))
        {
            var swarm = new BotSwarm(options.Swarm);
            await using (swarm.ConfigureAwait(false))
            {
                await swarm.Start(await server.Listening(cancellationToken).ConfigureAwait(false), static _ => { }, cancellationToken)
                    .ConfigureAwait(false);
                await Task.Delay(TimeSpan.FromSeconds(options.WarmUpSeconds), cancellationToken).ConfigureAwait(false);
                await server.Mark().ConfigureAwait(false);
                swarm.Mark();
                TimeSpan before = Environment.CpuUsage.TotalTime;
                await Task.Delay(TimeSpan.FromSeconds(options.Seconds), cancellationToken).ConfigureAwait(false);
                double processors = (Environment.CpuUsage.TotalTime - before) / TimeSpan.FromSeconds(options.Seconds);
                ServerFigures busy = await server.Report(cancellationToken).ConfigureAwait(false);
                if (mode == ServerKind.Pooled)
                    busy = await quiet.Excuse(busy, cancellationToken).ConfigureAwait(false);

                BotReport bots = await swarm.Finish(cancellationToken).ConfigureAwait(false);
                ServerFigures all = await server.Report(cancellationToken).ConfigureAwait(false);
                for (int attempt = 0; attempt < 240 && all.ChatWaiting != 0; attempt++) // until all that waits for its turn was said
                {
                    swarm.KeepAlive();
                    await Task.Delay(500, cancellationToken).ConfigureAwait(false);
                    all = await server.Report(cancellationToken).ConfigureAwait(false);
                }

                return new ServerRun(mode, busy with { ChatWaiting = all.ChatWaiting }, bots, processors); // what was under way has arrived
            }
        }
    }

    private void Write(List<ServerRun> runs)
    {
        IAnsiConsole console = SampleConsole.Create(output);
        Table table = SampleConsole.CreateTable(console,
            ["", .. runs.Select(static run => Word(run.Mode)), .. runs.Count == 2 ? ["ratio"] : Array.Empty<string>()]);
        Row("tick, median ms", "0.00", static run => run.Server.TickP50);
        Row("tick, 99 % ms", "0.00", static run => run.Server.TickP99);
        Row("tick, longest ms", "0.00", static run => run.Server.TickMax);
        Row("worked per tick, ms", "0.00", static run => run.Server.TickWorked);
        Row("waited for a processor per tick, ms", "0.00", static run => run.Server.TickWaited, hasRatio: false);
        Row("overruns", "N0", static run => run.Server.Overruns, hasRatio: false);
        Row("late wake-ups", "N0", static run => run.Server.LateWakeUps, hasRatio: false);
        Row("packets in, per second", "N0", static run => run.Server.PacketsIn / run.Server.Seconds);
        Row("packets out, per second", "N0", static run => run.Server.PacketsOut / run.Server.Seconds);
        Row("MB out, per second", "0.00", static run => run.Server.BytesOut / run.Server.Seconds / 1e6);
        Row("B on the wire per packet", "0.0", static run => run.Server.BytesPerPacket);
        Row("processor time per packet, us", "0.00", static run => run.Server.NanosecondsPerPacket / 1000);
        Row("processors used by the server", "0.00", static run => run.Server.Processors);
        Row("processors used by the bots", "0.00", static run => run.BotProcessors);
        Row("B allocated per packet", "0.000", static run => run.Server.AllocatedPerPacket);
        Row("B allocated per chat packet", "0.0", static run => run.Server.AllocatedForChat / (double)Math.Max(1, run.Server.ChatQueued));
        Row("B per packet, whole process", "0.00", static run => run.Server.ProcessAllocatedPerPacket);
        Row("MB/s allocated, whole process", "0.000",
            static run => (run.Server.AllocatedByProcess - run.Server.AllocatedForReports) / run.Server.Seconds / 1e6);
        Row("gen 0", "N0", static run => run.Server.Gen0, hasRatio: false);
        Row("gen 1", "N0", static run => run.Server.Gen1, hasRatio: false);
        Row("gen 2", "N0", static run => run.Server.Gen2, hasRatio: false);
        Row("pauses, ms", "0.0", static run => run.Server.PauseMilliseconds, hasRatio: false);
        Row("state replaced by newer", "N0", static run => run.Server.StateDropped, hasRatio: false);
        Row("chat packets lost", "N0", static run => run.Server.ChatWaiting + run.Bots.ChatGaps, hasRatio: false);
        Row("inputs answered wrong", "N0", static run => run.Bots.WrongAcks, hasRatio: false);
        Row("ping, median ms", "0.0", static run => run.Bots.PingP50);
        Row("ping, 99 % ms", "0.0", static run => run.Bots.PingP99);
        console.Write(table);

        void Row(string title, string format, Func<ServerRun, double> value, bool hasRatio = true)
        {
            string[] cells = [.. runs.Select(run => value(run).ToString(format, CultureInfo.InvariantCulture))];
            if (runs.Count != 2)
                table.AddRow([title, .. cells]);
            else if (hasRatio && value(runs[0]) > 0)
                table.AddRow([title, .. cells, (value(runs[1]) / value(runs[0])).ToString("0.00", CultureInfo.InvariantCulture) + "x"]);
            else
                table.AddRow([title, .. cells, ""]);
        }
    }

    private static string Word(ServerKind mode) => mode == ServerKind.Stock ? "stock" : "pooled";

    private static void WriteFile(string path, Action<Stream> write, bool commit)
    {
        try
        {
            using var file = StagedFile.Create(path);
            write(file.Stream);
            file.Complete();
            if (commit)
                file.Commit();
        }
        catch (Exception exception) when (OutputException.IsCause(exception))
        {
            throw new OutputException(path, exception);
        }
    }
}
