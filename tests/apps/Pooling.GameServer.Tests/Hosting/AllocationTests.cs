using System.Net;
using Pooling.GameServer.Bots;
using Pooling.GameServer.Comparing;

namespace Pooling.GameServer.Hosting;

/// <summary>What the process of the pooled server allocates on all its threads, while bots play from another process.</summary>
[Collection(AloneCollection.Name)]
public sealed class AllocationTests
{
    private const int Packets = 100_000;
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(2);

    private readonly TaskCompletionSource<long> _quiet = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private long _packets;
    private long _packetsIn;

    /// <summary>Every packet but chat: inputs and pings in, answers, updates and pongs out.</summary>
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
                await swarm.Start(IPEndPoint.Parse(await server.Listening(CancellationToken.None)), static _ => { }, CancellationToken.None);

                long packetsIn = await _quiet.Task.WaitAsync(s_patience);

                Assert.InRange(packetsIn, Packets / 50, long.MaxValue);
                Assert.All(swarm.Bots, static bot => Assert.InRange(bot.Counters.Pongs, 1, long.MaxValue));
                Assert.Empty((await swarm.Finish(CancellationToken.None)).Faults);
            }
        }
    }

    // Pools fill a thread's magazines when the thread is new, and every ten seconds they let go of what was idle. What a packet costs, each
    // of these many would cost: seconds in a row without a byte prove that it is nothing.
    private void Add(ServerFigures second)
    {
        bool isQuiet = second.Allocated == 0;
        _packets = isQuiet ? _packets + second.PacketsIn + second.PacketsOut : 0;
        _packetsIn = isQuiet ? _packetsIn + second.PacketsIn : 0;
        if (_packets >= Packets)
            _quiet.TrySetResult(_packetsIn);
    }
}
