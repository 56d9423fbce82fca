using System.Net;
using System.Net.Sockets;
using Pooling.GameServer.After;
using Pooling.GameServer.Bots;
using Pooling.GameServer.Hosting;
using Pooling.GameServer.Protocol;
using Pooling.GameServer.Soaking;

namespace Pooling.GameServer.Crowds;

/// <summary>Tests that honest players are not affected by others, while a processor is busy with other work.</summary>
/// <remarks>Each test takes a few seconds, or the number in <c>POOLING_TESTS_SECONDS</c>.</remarks>
[Collection(AloneCollection.Name)]
public sealed class CrowdTests(ITestOutputHelper output)
{
    private const double MaxLate = 100; // milliseconds

    private static readonly TimeSpan s_duration = TimeSpan.FromSeconds(
        int.TryParse(Environment.GetEnvironmentVariable("POOLING_TESTS_SECONDS"), out int seconds) ? seconds : 2);

    private static readonly ServerLimits s_limits = new()
    {
        PerAddress = 2000, // all of them have the address of this machine
        HalfOpen = 1000,
        HandshakesPerSecond = 10_000,
        ChatPacketsPerTick = 4000,
        Hello = TimeSpan.FromHours(1),
        Silence = TimeSpan.FromHours(1),
        Farewell = TimeSpan.FromMinutes(1),
        Write = TimeSpan.FromSeconds(IsLong ? 10 : 20), // also for honest players on a busy machine
        SendBuffer = 4096, // so that peers that read nothing are detected soon
    };

    private static bool IsLong => s_duration > TimeSpan.FromSeconds(10);

    private static int MaxRuns => IsLong ? 3 : 10;

    [Fact]
    public Task Players_InOneSquare_AreAllServed() =>
        Play(s_limits, Honest(IsLong ? 800 : 100) with { Gathers = true, InputsPerSecond = 5, ChatSeconds = 60 });

    [Fact]
    public Task Players_WhileOthersComeAndGo_AreAllServed() => Play(s_limits, Honest(100), async (host, _) =>
    {
        var churn = new ChurnBots(host.EndPoint, 60);
        await churn.Run(s_duration, CancellationToken.None);
        Assert.Equal((0, 0, ""), (churn.Report.Wrong, churn.Report.Refused, churn.Report.LastRefusal));
        return churn.Report.Joined;
    });

    [Fact]
    public Task Players_BesideSlowReaders_AreAllServed() => Play(s_limits, Honest(100), static async (host, stop) =>
    {
        long visits = await Repeat(20, stop, async number =>
        {
            await using var relay = BadRelay.OfSlowReader(host.EndPoint, 50_000);
            using var bot = new Bot(10_000 + number);
            await Visit(bot, relay.EndPoint, TimeSpan.FromSeconds(IsLong ? 30 : 10), stop);
        });
        Assert.True(!IsLong || host.Server.Counters.Disconnects(DisconnectReason.SlowClient) > 0, "Nobody was too slow.");
        return visits;
    });

    [Fact]
    public Task Players_BesideThoseWhoseBitsFlip_AreAllServed() => Play(s_limits, Honest(100), static (host, stop) =>
        Repeat(20, stop, async number =>
        {
            await using var relay = BadRelay.OfFlippedBits(host.EndPoint, seed: number);
            using var bot = new Bot(10_000 + number);
            await Visit(bot, relay.EndPoint, TimeSpan.FromSeconds(2), stop);
            Assert.Equal((0, 0), (bot.Counters.WrongAcks, bot.Counters.ChatGaps)); // changed packets are refused, and never accepted
        }));

    [Fact]
    public Task Players_WhoseKeysChangeOften_AreAllServed() =>
        Play(s_limits with { RekeyAfter = 7, MinPacketsPerKey = 7 }, Honest(100) with { MinPacketsPerKey = 7 });

    private static BotSwarmOptions Honest(int count) => new()
    {
        FirstNumber = 1_000_000, // the others count from 1
        Count = count,
        InputsPerSecond = 10,
        ChatSeconds = 10,
    };

    /// <summary>Runs honest players together with others, and checks that nothing is wrong, late or left over.</summary>
    /// <remarks>A single late tick may be due to the machine. What others do to the players, they do in each run.</remarks>
    private async Task Play(
        ServerLimits limits, BotSwarmOptions honest, Func<GameHost, CancellationToken, Task<long>>? others = null)
    {
        (double Latest, double Allowed) result = default;
        for (int run = 0; run < MaxRuns; run++)
        {
            result = await PlayOnce(limits, honest, others);
            if (result.Latest <= result.Allowed)
                return;
        }

        Assert.InRange(result.Latest, 0, result.Allowed);
    }

    /// <returns>The delay of the latest tick, and the maximum, in milliseconds.</returns>
    private async Task<(double Latest, double Allowed)> PlayOnce(
        ServerLimits limits, BotSwarmOptions honest, Func<GameHost, CancellationToken, Task<long>>? others)
    {
        var server = new PunctualityMeter(new PooledServer(limits));
        await using GameHost host = GameHost.Start(server, 0);
        await using (var swarm = new BotSwarm(honest))
        {
            await swarm.Start(host.EndPoint, static _ => { }, CancellationToken.None);
            using var stop = new CancellationTokenSource();
            long visits;
            using (new BusyProcessor())
            {
                server.Start();
                Task<long> crowd = others is null ? Task.FromResult(0L) : others(host, stop.Token);
                stop.CancelAfter(s_duration);
                await Wait.Until(() => stop.IsCancellationRequested);
                server.Stop();
                visits = await crowd;
            }

            await Wait.Until(() => swarm.Bots.Any(static bot => bot.Counters.ChatsReceived > 0));
            BotReport report = await swarm.Finish(CancellationToken.None);
            output.WriteLine($"{server.Ticks} ticks, latest {server.Latest:0.0} ms, an empty loop {server.LatestOfEmptyLoop:0.0} ms; "
                + $"{report.Inputs} inputs, {report.Acks} answers, {report.ChatsSent} texts, {report.ChatsReceived} received, "
                + $"{visits} visits, ping {report.PingP50:0.0} and {report.PingP99:0.0} ms");
            Assert.Empty(report.Faults);
            Assert.InRange(report.Seen, 1, int.MaxValue);
            Assert.InRange(report.ChatsReceived, 1, long.MaxValue);
            Assert.Equal(report.Inputs, swarm.Bots.Sum(static bot => (long)bot.Walk.Sequence));
            if (others is not null)
                Assert.InRange(visits, 1, long.MaxValue);
        }

        await Wait.Until(() => host.Server is { Players: 0, Connections: 0, Tasks: 0 } && host.Server.Outstanding == default);

        // An empty loop is equally late on a busy machine.
        return (server.Latest, Math.Max(MaxLate, 4 * server.LatestOfEmptyLoop));
    }

    private static async Task Visit(Bot bot, EndPoint server, TimeSpan time, CancellationToken stop)
    {
        try
        {
            await bot.Connect(server, stop);
            for (long end = Environment.TickCount64 + (long)time.TotalMilliseconds; !bot.HasEnded && Environment.TickCount64 < end;)
            {
                bot.SendInput();
                await Task.Delay(50, stop);
            }
        }
        finally
        {
            await bot.Leave();
        }
    }

    /// <summary>Repeats a visit of a bot, by several at once.</summary>
    /// <returns>The number of visits.</returns>
    private static async Task<long> Repeat(int count, CancellationToken stop, Func<int, Task> visit)
    {
        int visits = 0;
        await Task.WhenAll(Enumerable.Range(0, count).Select(async _ =>
        {
            while (!stop.IsCancellationRequested)
            {
                int number = Interlocked.Increment(ref visits);
                try
                {
                    await visit(number);
                }
                catch (Exception exception) when (
                    exception is IOException or SocketException or OperationCanceledException or TimeoutException)
                {
                    // It was ended, as expected, or the time has expired.
                }
            }
        }));
        return visits;
    }
}
