using Pooling.GameServer.After;
using Pooling.GameServer.Bots;

namespace Pooling.GameServer.Hosting;

/// <summary>What the pooled server allocates on the threads that receive, tick and send, while bots play.</summary>
public sealed class AllocationTests
{
    [Fact]
    public async Task PooledServer_Second_AllocatesNothingForPackets()
    {
        var host = GameHost.Start(new PooledServer(), 0);
        await using (host.ConfigureAwait(false))
        {
            var swarm = new BotSwarm(new BotSwarmOptions { Count = 40, ChatSeconds = 0 });
            await using (swarm.ConfigureAwait(false))
            {
                await swarm.Start(host.EndPoint, static _ => { }, CancellationToken.None);
                await Task.Delay(2000);

                // Queues and buffers have grown to what they need, sooner or later: then a second costs nothing. A second in which
                // a busy machine let little happen says nothing.
                ServerFigures figures = new();
                ServerReading last = ServerReading.Of(host);
                for (int second = 0; second < 60; second++)
                {
                    await Task.Delay(1000);
                    ServerReading now = ServerReading.Of(host);
                    figures = ServerFigures.Between(last, now);
                    last = now;
                    if (figures is { AllocatedForPackets: 0, PacketsIn: >= 200, PacketsOut: >= 1000 })
                        break;
                }

                Assert.Equal(0, figures.AllocatedForPackets);
                Assert.InRange(figures.PacketsIn, 200, long.MaxValue);
                Assert.InRange(figures.PacketsOut, 1000, long.MaxValue);
            }
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
}
