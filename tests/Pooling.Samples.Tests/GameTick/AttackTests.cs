using System.Diagnostics;
using System.Globalization;
using System.Net;

namespace Pooling.Samples.GameTick;

/// <summary>An honest player beside clients that attack the server in all ways at once, for a few seconds, or for
/// POOLING_TESTS_SECONDS.</summary>
[Collection(AloneCollection.Name)]
public sealed class AttackTests(ITestOutputHelper output)
{
    private const int MaxPeak = 16 << 20; // bytes, with those of the attacking clients in this process
    private const int MaxLeft = 2 << 20; // bytes that pools keep for the next players

    private static readonly TimeSpan s_duration = TimeSpan.FromSeconds(
        int.Parse(Environment.GetEnvironmentVariable("POOLING_TESTS_SECONDS") ?? "4", CultureInfo.InvariantCulture));

    private static readonly GameLimits s_limits = new()
    {
        Players = 256,
        FirstFrame = TimeSpan.FromSeconds(30), // also for those who are honest and late
        Silence = TimeSpan.FromSeconds(30),
        Leaving = TimeSpan.FromSeconds(30),
    };

    [Theory]
    [InlineData("plain")]
    [InlineData("pooled")]
    public async Task RunAsync_UnderAttack_NobodyElseNotices(string way)
    {
        if (OperatingSystem.IsMacOS())
            return; // it has one loopback address

        await using GameServer server = way == "plain" ? new PlainServer(s_limits) : new PooledServer(s_limits);
        using var stopping = new CancellationTokenSource();
        server.Start();
        Task running = server.RunAsync(TimeSpan.FromSeconds(1) / 10, stopping.Token); // so 15 s may be unsent
        using var honest = new HonestPlayer(server.EndPoint);
        Client.WaitUntil(() => honest.Ticks > 10);

        long before = HeldBytes();
        long peak = 0;
        int places = 0;
        int newcomers = 0;
        int refused = 0;
        var attack = new Attack(server.EndPoint);
        var time = Stopwatch.StartNew();
        bool isEnough = false; // on a busy machine, it takes longer
        while (time.Elapsed < s_duration || (!isEnough && time.Elapsed < s_duration + Wait.Patience))
        {
            await Task.Delay(100);
            newcomers++;
            refused += IsPlaceFree(server) ? 0 : 1;
            places = Math.Max(places, server.PlaceCount);
            if (newcomers % 10 == 0)
                peak = Math.Max(peak, HeldBytes());

            isEnough = attack is { Connections: >= 100, Answered: >= 1 } && places >= 100 && peak > 0;
        }

        await attack.DisposeAsync();
        Client.WaitUntil(() => server.PlaceCount == 1); // that of the honest player
        int atTheEnd = honest.Ticks;
        Client.WaitUntil(() => honest.Ticks > atTheEnd + 10 || honest.Fault is not null);
        honest.Stop();
        long left = HeldBytes() - before;
        output.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"{way}: {attack.Connections} connections, {places} places; bytes {before}, peak {peak}, left {left}; "
            + $"{newcomers} newcomers; {attack.Answered} half-closed; "
            + $"{honest.Ticks} ticks, longest wait {honest.LongestWait.TotalMilliseconds:0} ms"));

        Assert.Null(honest.Fault);
        Assert.Equal(0, refused);
        Assert.InRange(attack.Connections, 100, int.MaxValue);
        Assert.InRange(attack.Answered, 1, int.MaxValue);
        Assert.Empty(attack.Unanswered);
        Assert.InRange(places, 100, s_limits.Players);
        Assert.InRange(peak - before, long.MinValue, MaxPeak);
        Assert.InRange(left, long.MinValue, MaxLeft);
        await stopping.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => running);
    }

    private static long HeldBytes()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
        GCMemoryInfo info = GC.GetGCMemoryInfo(GCKind.FullBlocking);
        return info.HeapSizeBytes - info.FragmentedBytes;
    }

    // A newcomer is welcomed, and receives a state.
    private static bool IsPlaceFree(GameServer server)
    {
        using var client = new Client(server.EndPoint, from: new IPAddress([127, 0, 0, 100]));
        for (int i = 0; i < 20; i++)
        {
            if (!client.TryReceiveByte())
                return false;
        }

        return true;
    }
}
