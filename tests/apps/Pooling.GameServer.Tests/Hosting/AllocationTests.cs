using System.Net;
using Pooling.GameServer.Bots;
using Pooling.GameServer.Comparing;

namespace Pooling.GameServer.Hosting;

/// <summary>Tests the allocations of the pooled server's process on all its threads, while bots play from another process.</summary>
[Collection(AloneCollection.Name)]
public sealed class AllocationTests
{
    private const int Packets = 100_000;
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(2);

    private readonly TaskCompletionSource<long> _quiet = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private long _allocated;
    private long _packets;
    private long _packetsIn;

    /// <summary>Checks all packets except chat: inputs and pings in, answers, updates and pongs out.</summary>
    [Fact]
    [Trait("Category", "Allocation")]
    public async Task PooledServer_100000Packets_AllocateNothing()
    {
        ServerProcess server = GameServerProcess.Start(ServerKind.Pooled, Add);
        await using (server.ConfigureAwait(false))
        {
            var swarm = new BotSwarm(new BotSwarmOptions { Count = 240, InputsPerSecond = 20, ChatSeconds = 0 });
            await using (swarm.ConfigureAwait(false))
            {
                var address = IPEndPoint.Parse(await server.Listening(CancellationToken.None));
                await swarm.Start(address, static _ => { }, CancellationToken.None);

                long packetsIn = await _quiet.Task.WaitAsync(s_patience);

                Assert.InRange(packetsIn, Packets / 50, long.MaxValue);
                await Wait.Until(() => swarm.Bots.All(static bot => bot.Counters.Pongs > 0));
                Assert.Empty((await swarm.Finish(CancellationToken.None)).Faults);
            }
        }
    }

    // Pools fill the magazines of new threads, and drop idle items every ten seconds; the runtime has timers. What a packet allocates, each
    // of these many would allocate, so a period with less than a byte for ten packets proves that it is nothing.
    private void Add(ServerFigures second)
    {
        _allocated += second.Allocated;
        _packets += second.PacketsIn + second.PacketsOut;
        _packetsIn += second.PacketsIn;
        if (_packets < Packets)
            return;

        if (_allocated < _packets / 10)
            _quiet.TrySetResult(_packetsIn);

        (_allocated, _packets, _packetsIn) = (0, 0, 0);
    }
}
