using System.Diagnostics;
using Pooling.GameServer.Bots;
using Pooling.GameServer.Protocol;

namespace Pooling.GameServer.Hosting;

/// <summary>Tests the limits for a player per second, and the load on listeners when many players talk at the same time.</summary>
public sealed class PlayerBudgetTests
{
    [Theory]
    [InlineData(nameof(ServerKind.Before))]
    [InlineData(nameof(ServerKind.Pooled))]
    public async Task Chat_105SendWhatTheyMayAtOnce_EveryTextArrivesAndNobodyIsThrownOut(string kind)
    {
        const int Senders = 105;
        const int Texts = 10;

        var server = new ManualServer(kind, TestLimits.Patient with { OutboundReliable = 4096 }); // all texts may wait
        await using (server.ConfigureAwait(false))
        {
            Bot[] bots = await server.Connect(Senders + 20);
            long before = server.Counters.PacketsIn;
            foreach (Bot bot in bots.Take(Senders))
            {
                for (int i = 0; i < Texts; i++)
                    bot.SendChat("All of us, and at once.");
            }

            await Wait.Until(() => server.Counters.PacketsIn - before == Senders * Texts); // everything has arrived before one tick

            long most = 0;
            while (server.Counters.ChatAccepted < Senders * Texts)
            {
                long accepted = server.Counters.ChatAccepted;
                server.Tick();
                most = Math.Max(most, server.Counters.ChatAccepted - accepted);
                Assert.Equal(Senders + 20, server.Server.Players);
                await Task.Delay(1);
            }

            Assert.InRange(most, 1, server.Server.Limits.ChatPerTick);
            await server.TickUntil(() => bots.All(static bot => bot.Counters.ChatsReceived == Senders * Texts));
            Assert.All(bots, static bot => Assert.False(bot.HasEnded));
            Assert.Equal(0, bots.Sum(static bot => bot.Counters.ChatGaps));
        }
    }

    [Theory]
    [InlineData(nameof(ServerKind.Before))]
    [InlineData(nameof(ServerKind.Pooled))]
    public async Task Chat_OneHasMuchToSay_TheOthersTurnComesAtOnce(string kind)
    {
        var server = new ManualServer(kind, TestLimits.Patient with { ChatPerTick = 1 });
        await using (server.ConfigureAwait(false))
        {
            Bot[] bots = await server.Connect(2);
            List<string> texts = [];
            bots[1].OnChatMessage = message => { lock (texts) texts.Add(message.Text); };
            long before = server.Counters.PacketsIn;
            for (int i = 0; i < 8; i++)
                bots[0].SendChat("loud");

            await Wait.Until(() => server.Counters.PacketsIn - before == 8);
            bots[1].SendChat("quiet");
            await Wait.Until(() => server.Counters.PacketsIn - before == 9);

            await server.TickUntil(() => bots[1].Counters.ChatsReceived == 9);

            Assert.InRange(texts.IndexOf("quiet"), 0, 2);
        }
    }

    [Theory]
    [InlineData(nameof(ServerKind.Before))]
    [InlineData(nameof(ServerKind.Pooled))]
    public async Task Chat_MoreThanMayWait_IsRefusedToItsSenderWhoStays(string kind)
    {
        var server = new ManualServer(kind, TestLimits.Patient with { ChatWaiting = 4 });
        await using (server.ConfigureAwait(false))
        {
            Bot[] bots = await server.Connect(2);
            long before = server.Counters.PacketsIn;
            for (int i = 0; i < 10; i++)
                bots[0].SendChat("hello");

            await Wait.Until(() => server.Counters.PacketsIn - before == 10);
            await server.TickUntil(() => bots[0].Counters.ChatsRefused == 6 && bots[1].Counters.ChatsReceived == 4);

            Assert.False(bots[0].HasEnded);
        }
    }

    [Theory]
    [InlineData(nameof(ServerKind.Before))]
    [InlineData(nameof(ServerKind.Pooled))]
    public async Task Chat_WhoComesAgainAndAgain_IsHeardNoMoreThanOnePlayer(string kind)
    {
        var server = new ManualServer(kind, TestLimits.Patient);
        await using (server.ConfigureAwait(false))
        {
            Bot listener = (await server.Connect(1))[0];
            int tasks = server.Server.Tasks; // until a player's task has ended, its address has not left
            var time = Stopwatch.StartNew();
            for (int i = 0; i < 40; i++)
            {
                Bot bot = (await server.Connect(1))[0];
                long before = server.Counters.PacketsIn;
                for (int text = 0; text < 10; text++)
                    bot.SendChat("me again");

                await server.TickUntil(() => server.Counters.PacketsIn - before == 10);
                if (i == 0)
                    await server.TickUntil(() => server.Counters.ChatAccepted > 0); // texts of players that leave immediately may be lost

                await bot.Leave();
                await server.TickUntil(() =>
                    server.Server is { Players: 1, Connections: 1 } && server.Server.Tasks == tasks);
            }

            // Two players of the address, with ten texts a second each: this one and the listener.
            long permitted = 20 * (2 + (long)time.Elapsed.TotalSeconds);
            Assert.InRange(server.Counters.ChatAccepted, 1, permitted);
            Assert.False(listener.HasEnded);
        }
    }

    [Theory]
    [InlineData(nameof(ServerKind.Before))]
    [InlineData(nameof(ServerKind.Pooled))]
    public async Task Chat_MoreThanMayBeSaid_EndsItsSenderWhoIsNotHeardAnyMore(string kind)
    {
        var server = new ManualServer(kind, TestLimits.Patient with { ChatPerTick = 1 });
        await using (server.ConfigureAwait(false))
        {
            Bot[] bots = await server.Connect(2);
            for (int i = 0; i < 50; i++)
                bots[0].SendChat("flood");

            await Wait.Until(() => server.Counters.Disconnects(DisconnectReason.Flooding) == 1);
            await server.TickUntil(() => bots[0].HasEnded);
            for (int i = 0; i < 30; i++)
                server.Tick();

            Assert.Equal(DisconnectReason.Flooding, bots[0].Reason);
            Assert.Equal(0, server.Counters.ChatAccepted);
            Assert.False(bots[1].HasEnded);
        }
    }

    [Theory]
    [InlineData(nameof(ServerKind.Before))]
    [InlineData(nameof(ServerKind.Pooled))]
    public async Task Input_MoreThanMayWaitAndThenTheEndOfItsHalf_IsToldTheReason(string kind)
    {
        var server = new ManualServer(kind, TestLimits.Patient);
        await using (server.ConfigureAwait(false))
        {
            Bot bot = (await server.Connect(1))[0];
            for (int i = 0; i < 1000; i++)
                bot.SendInput();

            bot.EndOutput();
            await Wait.Until(() => server.Counters.Disconnects(DisconnectReason.Flooding) == 1);
            await Task.Delay(200); // its end arrives before the next tick
            await server.TickUntil(() => bot.HasEnded);

            Assert.Equal(DisconnectReason.Flooding, bot.Reason);
            await server.TickUntil(() => server.Server is { Players: 0, Connections: 0, Tasks: 0 });
        }
    }

    [Theory]
    [InlineData(nameof(ServerKind.Before))]
    [InlineData(nameof(ServerKind.Pooled))]
    public async Task Input_FasterThanTicksEarn_GoesNoFaster(string kind)
    {
        const int Ticks = 60;

        var limits = TestLimits.Patient with { Inbound = 4096, OutboundState = 8192 };
        var server = new ManualServer(kind, limits);
        await using (server.ConfigureAwait(false))
        {
            Bot bot = (await server.Connect(1))[0];
            long before = server.Counters.PacketsIn;
            for (int i = 0; i < 1000; i++)
                bot.SendInput();

            await Wait.Until(() => server.Counters.PacketsIn - before == 1000);
            for (int i = 0; i < Ticks; i++)
            {
                server.Tick();
                await Task.Delay(2); // its packets are in transit before the next
            }

            await Wait.Until(() => bot.Counters.Acks > 0);
            for (int i = 0; i < 50; i++) // answered packets arrive
            {
                await Task.Delay(10);
                if (bot.Counters.Acks > limits.CommandsAtOnce + (Ticks * limits.CommandsPerTick))
                    break;
            }

            Assert.InRange(bot.Counters.Acks, 1, limits.CommandsAtOnce + (Ticks * limits.CommandsPerTick));
            await server.TickUntil(() => bot.Counters.Acks == 1000); // nothing is lost
            Assert.Equal(0, bot.Counters.WrongAcks);
        }
    }
}
