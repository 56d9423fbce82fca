using System.Net;
using System.Net.Sockets;
using Pooling.GameServer.Bots;
using Pooling.GameServer.Protocol;

namespace Pooling.GameServer.Soaking;

/// <summary>Bots that join, walk, chat and leave at random, in all ways in which a client can leave.</summary>
internal sealed class ChurnBots(EndPoint server, int count)
{
    private const int MaxSteps = 60; // six seconds

    private int _number;

    public ChurnReport Report { get; } = new();

    /// <summary>Runs bots that join and leave until a duration has passed, and waits until the last bot has left.</summary>
    public async Task Run(TimeSpan duration, CancellationToken cancellationToken)
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        stop.CancelAfter(duration);
        await Task.WhenAll(Enumerable.Range(0, count).Select(seed => Live(new Random(seed), stop.Token))).ConfigureAwait(false);
        cancellationToken.ThrowIfCancellationRequested();
    }

    private async Task Live(Random random, CancellationToken stop)
    {
        await Pause(random.Next(1000), stop).ConfigureAwait(false);
        while (!stop.IsCancellationRequested)
        {
            var bot = new Bot(Interlocked.Increment(ref _number));
            try
            {
                await Play(bot, random, stop).ConfigureAwait(false);
            }
            catch (Exception exception) when (exception is IOException or SocketException or TimeoutException)
            {
                Interlocked.Increment(ref Report.Refused);
                Report.LastRefusal = exception.Message;
            }
            finally
            {
                await bot.Leave().ConfigureAwait(false);
                bot.Dispose();
            }

            Interlocked.Add(ref Report.Answers, bot.Counters.Acks);
            Interlocked.Add(ref Report.ChatsReceived, bot.Counters.ChatsReceived);
            Interlocked.Add(ref Report.Wrong, bot.Counters.WrongAcks + bot.Counters.ChatGaps);
            await Pause(random.Next(300), stop).ConfigureAwait(false);
        }
    }

    private async Task Play(Bot bot, Random random, CancellationToken stop)
    {
        int way = random.Next(10);
        if (way == 0)
        {
            await LeaveInHandshake(bot, random, stop).ConfigureAwait(false);
            return;
        }

        await bot.Connect(server, CancellationToken.None).ConfigureAwait(false);
        Interlocked.Increment(ref Report.Joined);
        int steps = random.Next(MaxSteps);
        for (int i = 0; i < steps && !stop.IsCancellationRequested; i++)
        {
            bot.SendInput();
            Interlocked.Increment(ref Report.Inputs);
            if (random.Next(100) == 0)
                Chat(bot);

            await Pause(100, stop).ConfigureAwait(false);
        }

        if (bot.HasEnded)
            throw new IOException($"{bot.Name} was disconnected: {bot.Reason}");

        switch (way)
        {
            case 1 or 2 or 3:
                Interlocked.Increment(ref Report.LeftByReset);
                bot.Reset();
                break;

            case 4 or 5:
                Interlocked.Increment(ref Report.LeftWhileChatting);
                for (int i = 0; i < 5; i++)
                    Chat(bot);

                break;

            case 6:
                Interlocked.Increment(ref Report.ThrownOut);
                bot.SendRubbish();
                await bot.Ended.WaitAsync(TimeSpan.FromSeconds(30), CancellationToken.None).ConfigureAwait(false);
                if (bot.Reason != DisconnectReason.Malformed)
                    throw new IOException($"{bot.Name} sent rubbish and was told {bot.Reason}");

                break;

            default:
                Interlocked.Increment(ref Report.LeftPolitely);
                bot.EndOutput();
                await bot.Ended.WaitAsync(TimeSpan.FromSeconds(30), CancellationToken.None).ConfigureAwait(false);
                break;
        }
    }

    private async Task LeaveInHandshake(Bot bot, Random random, CancellationToken stop)
    {
        Interlocked.Increment(ref Report.LeftInHandshake);
        await bot.Begin(server, saysHello: random.Next(3) > 0, CancellationToken.None).ConfigureAwait(false);
        await Pause(random.Next(50), stop).ConfigureAwait(false);
        if (random.Next(2) == 0)
            bot.Reset();
    }

    private void Chat(Bot bot)
    {
        bot.SendChat("here and gone");
        Interlocked.Increment(ref Report.Chats);
    }

    private static async Task Pause(int milliseconds, CancellationToken stop)
    {
        try
        {
            await Task.Delay(milliseconds, stop).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            // Then the bot leaves immediately.
        }
    }
}
