using Pooling.GameServer.After;
using Pooling.GameServer.Bots;

namespace Pooling.GameServer.Hosting;

/// <summary>Tests the allocations of the pooled server on the threads that receive, tick and send, while bots play.</summary>
[Collection(AloneCollection.Name)]
public sealed class AllocationTests
{
    /// <summary>Checks all packets except chat: inputs and pings in, answers, updates and pongs out.</summary>
    [Fact]
    [Trait("Category", "Allocation")]
    public async Task PooledServer_100000Packets_AllocateNothing()
    {
        const int Packets = 100_000;
        const int Attempts = 40;

        var host = GameHost.Start(new PooledServer(), 0);
        await using (host.ConfigureAwait(false))
        {
            var swarm = new BotSwarm(new BotSwarmOptions { Count = 240, InputsPerSecond = 20, ChatSeconds = 0 });
            await using (swarm.ConfigureAwait(false))
            {
                await swarm.Start(host.EndPoint, static _ => { }, CancellationToken.None);

                // Pools fill the magazines of new threads, and release idle items every ten seconds. An allocation per packet would occur
                // for each of these many packets, so a single period without a byte proves that there is none.
                ServerFigures figures = new();
                for (int attempt = 0; attempt < Attempts; attempt++)
                {
                    figures = await Watch(host, Packets);
                    if (figures.AllocatedForPackets == 0)
                        break;
                }

                Assert.Equal(0, figures.AllocatedForPackets);
                Assert.InRange(figures.PacketsIn + figures.PacketsOut, Packets, long.MaxValue);
                Assert.InRange(figures.PacketsIn, Packets / 50, long.MaxValue);
                Assert.All(swarm.Bots, static bot => Assert.InRange(bot.Counters.Pongs, 1, long.MaxValue));
                BotReport report = await swarm.Finish(CancellationToken.None);
                Assert.Empty(report.Faults);
            }
        }
    }

    [Fact]
    [Trait("Category", "Allocation")]
    public async Task PooledServer_Chat_IsCountedApart()
    {
        var host = GameHost.Start(new PooledServer(), 0);
        await using (host.ConfigureAwait(false))
        {
            using var bot = new Bot(1);
            await bot.Connect(host.EndPoint);
            ServerReading before = ServerReading.Of(host);

            for (int i = 1; i <= 5; i++)
            {
                bot.SendChat("hello");
                while (bot.Counters.ChatsReceived < i)
                    await Task.Delay(10);
            }

            var figures = ServerFigures.Between(before, ServerReading.Of(host));
            Assert.Equal(5, figures.ChatAccepted);
            Assert.InRange(figures.AllocatedForChat, 5 * 32, long.MaxValue); // at least the texts; pools may allocate more
            await bot.Leave();
        }
    }

    [Fact]
    public void Scope_Nested_CountsEachByteOnce()
    {
        var counters = new ServerCounters();
        using (new AllocationScope(counters, AllocationKind.Packets))
        {
            GC.KeepAlive(new byte[100]);
            using (new AllocationScope(counters, AllocationKind.Chat))
                GC.KeepAlive(new byte[1000]);

            GC.KeepAlive(new byte[100]);
        }

        Assert.Equal(2 * 128, counters.Allocated(AllocationKind.Packets));
        Assert.Equal(1024, counters.Allocated(AllocationKind.Chat));
    }

    private static async Task<ServerFigures> Watch(GameHost host, int packets)
    {
        ServerReading start = ServerReading.Of(host);
        ServerReading now = start;
        while (now.PacketsIn + now.PacketsOut - start.PacketsIn - start.PacketsOut < packets)
        {
            await Task.Delay(100);
            now = ServerReading.Of(host);
        }

        return ServerFigures.Between(start, now);
    }
}
