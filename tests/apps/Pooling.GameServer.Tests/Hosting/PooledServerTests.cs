using Pooling.GameServer.After;
using Pooling.GameServer.Bots;

namespace Pooling.GameServer.Hosting;

/// <summary>Tests that the pooled server returns its memory.</summary>
public sealed class PooledServerTests
{
    private readonly CountingArrayPool _arrays = new();

    [Theory]
    [InlineData(128)]
    [InlineData(2)] // so that most state is replaced
    public async Task Stop_WhilePlayersComeAndGo_EveryPayloadCameBack(int outboundState)
    {
        ServerLimits limits = TestLimits.Patient with { OutboundState = outboundState, ChatPerSecond = int.MaxValue };
        var host = GameHost.Start(new PooledServer(limits, _arrays), 0);
        await using (host.ConfigureAwait(false))
        {
            var swarm = new BotSwarm(new BotSwarmOptions { Count = 30, InputsPerSecond = 30, ChatSeconds = 1 });
            await using (swarm.ConfigureAwait(false))
            {
                await swarm.Start(host.EndPoint, static _ => { }, CancellationToken.None);
                for (int i = 0; i < 15; i++)
                {
                    Bot bot = swarm.Bots[i];
                    long updates = bot.Counters.Updates;
                    await Wait.Until(() => bot.Counters.Updates > updates + i);
                    await bot.Leave(); // some with packets in transit
                }

                await host.Stop();
            }
        }

        Assert.InRange(_arrays.Rented, 100, long.MaxValue);
        Assert.Equal(0, _arrays.Outstanding);
    }
}
