using Pooling.GameServer.Bots;
using Pooling.GameServer.Protocol;

namespace Pooling.GameServer.Hosting;

/// <summary>Tests the state that many bots see, on every server of the sample.</summary>
public sealed class SwarmTests : ServerTest
{
    [Theory]
    [InlineData(nameof(ServerKind.Before))]
    [InlineData(nameof(ServerKind.Pooled))]
    public async Task Input_ManySteps_AreAnsweredWithWhereTheyLead(string kind)
    {
        Start(kind);
        Bot bot = await Connect(1);

        for (int i = 1; i <= 300; i++)
        {
            bot.SendInput();
            if (i % 50 == 0)
                await Wait.Until(() => bot.Counters.Acks == i); // otherwise answers that wait too long are replaced by newer ones
        }

        Assert.Equal(0, bot.Counters.WrongAcks);
    }

    [Theory]
    [InlineData(nameof(ServerKind.Before))]
    [InlineData(nameof(ServerKind.Pooled))]
    public async Task Swarm_ThatStops_IsSeenWhereItIs(string kind)
    {
        Start(kind);
        await AssertSwarmIsRight(30, 3);
    }

    [Theory]
    [InlineData(nameof(ServerKind.Before))]
    [InlineData(nameof(ServerKind.Pooled))]
    public async Task Swarm_WhoseStateGivesWay_IsSeenWhereItIs(string kind)
    {
        Start(kind, TestLimits.Patient with { OutboundState = 2 });
        await AssertSwarmIsRight(40, 3);
        Assert.InRange(Host.Server.Counters.StateDropped, 100, long.MaxValue);
    }

    [Theory]
    [InlineData(nameof(ServerKind.Before))]
    [InlineData(nameof(ServerKind.Pooled))]
    public async Task Swarm_KeysThatChangeOften_Continues(string kind)
    {
        Start(kind, TestLimits.Patient with { RekeyAfter = 7 });
        await AssertSwarmIsRight(30, 2, minPacketsPerKey: 7);
    }

    [Theory]
    [InlineData(nameof(ServerKind.Before))]
    [InlineData(nameof(ServerKind.Pooled))]
    public async Task JoinsAndLeaves_AtRandom_LeaveNothing(string kind)
    {
        Start(kind);
        var random = new Random(5);
        for (int i = 0; i < 150; i++)
        {
            if (Bots.Count(static bot => !bot.HasEnded) < 20 && random.Next(3) > 0)
            {
                await Connect(i);
            }
            else if (Bots.Where(static bot => !bot.HasEnded).ToArray() is { Length: > 0 } live)
            {
                Bot bot = live[random.Next(live.Length)];
                bot.SendInput();
                bot.SendChat("bye");
                await bot.Leave();
            }
        }

        foreach (Bot bot in Bots)
            await bot.Leave();

        await Wait.Until(() => Host.Server.Connections == 0 && Host.Server.Players == 0);
        Assert.Equal(0,
            Enum.GetValues<DisconnectReason>().Where(static reason => reason != DisconnectReason.PeerLeft)
                .Sum(Host.Server.Counters.Disconnects));
    }

    private async Task AssertSwarmIsRight(int bots, int seconds, long minPacketsPerKey = ProtocolLimits.MinPacketsPerKey)
    {
        var swarm = new BotSwarm(new BotSwarmOptions
        {
            Count = bots,
            InputsPerSecond = 30,
            ChatSeconds = 2,
            MinPacketsPerKey = minPacketsPerKey,
        });
        await using (swarm.ConfigureAwait(false))
        {
            await swarm.Start(Host.EndPoint, static _ => { }, CancellationToken.None);
            await Task.Delay(TimeSpan.FromSeconds(seconds));
            await Wait.Until(() => swarm.Bots.Any(static bot => bot.Counters.ChatsReceived > 0)
                && swarm.Bots.Any(static bot => bot.Sight.Copy().Length > 0));
            BotReport report = await swarm.Finish(CancellationToken.None);

            Assert.Empty(report.Faults);
            Assert.InRange(report.Seen, 1, int.MaxValue);
            Assert.InRange(report.ChatsReceived, 1, long.MaxValue);
        }
    }
}
