using System.Diagnostics;
using System.Globalization;
using System.Net;
using Pooling.GameServer.Comparing;
using Pooling.GameServer.Hosting;
using Pooling.GameServer.Serving;

namespace Pooling.GameServer.Soaking;

/// <summary>Runs bots that join and leave at random, and checks that none of their resources remain in use.</summary>
internal sealed class SoakCommand(SampleStreams streams)
{
    private const int MaxSamples = 10;

    public async Task<int> Run(SoakOptions options, CancellationToken cancellationToken)
    {
        TextWriter live = options.Json ? streams.Error : streams.Output;
        var runs = new List<SoakRun>();
        foreach (ServerKind mode in options.Modes)
        {
            live.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{mode}: up to {options.Count:N0} bots that join and leave, "
                + $"{options.WarmUp.TotalSeconds:N0} + {options.Duration.TotalSeconds:N0} s"));
            runs.Add(await Soak(mode, options, live, cancellationToken).ConfigureAwait(false));
            live.WriteLine();
        }

        var result = new
        {
            Machine = SampleMachine.Describe(),
            options.Count,
            Seconds = options.Duration.TotalSeconds,
            Passed = runs.All(static run => run.Faults.Count == 0),
            Runs = runs,
        };
        new JsonOutput(options.Json, null).Write(streams.Output, result);
        return streams.Judge(runs.SelectMany(static run => run.Faults.Select(fault => $"{run.Mode}: {fault}")));
    }

    private static async Task<SoakRun> Soak(ServerKind mode, SoakOptions options, TextWriter live, CancellationToken cancellationToken)
    {
        ServerProcess server = GameServerProcess.Start(mode, static _ => { });
        await using (server.ConfigureAwait(false))
        {
            var bots = new ChurnBots(
                IPEndPoint.Parse(await server.Listening(cancellationToken).ConfigureAwait(false)), options.Count);
            var time = Stopwatch.StartNew();
            live.WriteLine("     time    joined  players  connections  tasks  arrays  messages  writers  heap MB  "
                + "in memory MB  handles  threads");
            await bots.Run(options.WarmUp, cancellationToken).ConfigureAwait(false);
            ServerCensus rest = await AtRest(server, long.MaxValue, cancellationToken).ConfigureAwait(false);
            Write(rest);

            var samples = new List<ServerCensus>();
            Task churn = bots.Run(options.Duration, cancellationToken);
            for (int i = 1; i < MaxSamples; i++)
            {
                await Task.WhenAny(churn, Task.Delay(options.Duration / MaxSamples, cancellationToken)).ConfigureAwait(false);
                samples.Add(await Census(server, cancellationToken).ConfigureAwait(false));
                Write(samples[^1]);
            }

            await churn.ConfigureAwait(false);
            ServerCensus end = await AtRest(server, SoakRun.MaxHeap(rest), cancellationToken).ConfigureAwait(false);
            Write(end);
            ChurnReport report = bots.Report;
            live.WriteLine(string.Create(CultureInfo.InvariantCulture,
                $"{report.Joined:N0} joined, {report.LeftInHandshake:N0} left in the handshake, {report.LeftPolitely:N0} politely, "
                    + $"{report.LeftByReset:N0} by reset, {report.LeftWhileChatting:N0} while chatting, "
                    + $"{report.ThrownOut:N0} were thrown out"));
            live.WriteLine(string.Create(CultureInfo.InvariantCulture,
                $"{report.Inputs:N0} inputs, {report.Answers:N0} answers, {report.Chats:N0} chat texts sent and {report.ChatsReceived:N0} "
                    + $"received, {report.Wrong:N0} wrong, {report.Refused:N0} refused"));
            return new SoakRun(mode, rest, samples, end, report);

            void Write(ServerCensus census) => live.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"{time.Elapsed:hh\\:mm\\:ss} {bots.Report.Joined,10:N0} {census.Players,8} {census.Connections,12} {census.Tasks,6} "
                    + $"{census.Outstanding.Arrays,7} {census.Outstanding.Messages,9} {census.Outstanding.Writers,8} "
                    + $"{census.Heap / 1e6,8:0.00} {census.WorkingSet / 1e6,13:0.0} {census.Handles,8} {census.Threads,8}"));
        }
    }

    // The last connections need a moment to end. Pools drop items that were idle for ten seconds, so memory takes longer than that.
    private static async Task<ServerCensus> AtRest(ServerProcess server, long maxHeap, CancellationToken cancellationToken)
    {
        ServerCensus census = await Census(server, cancellationToken).ConfigureAwait(false);
        for (int i = 0;
            i < 60 && (census.Heap > maxHeap || census.Tasks + census.Connections + census.Players + census.Outstanding.Arrays > 0);
            i++)
        {
            await Task.Delay(500, cancellationToken).ConfigureAwait(false);
            census = await Census(server, cancellationToken).ConfigureAwait(false);
        }

        return census;
    }

    // Counts what is alive after a full garbage collection.
    private static Task<ServerCensus> Census(ServerProcess server, CancellationToken cancellationToken) =>
        server.Ask<ServerCensus>(ServeCommand.Census, cancellationToken);
}
