using System.Collections.Concurrent;
using System.Diagnostics;
using System.Net;
using Pooling.GameServer.World;

namespace Pooling.GameServer.Bots;

/// <summary>Many bots, moved by one thread.</summary>
internal sealed class BotSwarm : IAsyncDisposable
{
    private const int StepsPerSecond = 100;
    private const int ConnectAtOnce = 16;

    private readonly BotSwarmOptions _options;
    private readonly Bot[] _bots;
    private readonly ConcurrentQueue<double> _roundTrips = new();
    private readonly TickLoop _loop;
    private readonly Random _random = new(1);
    private long _inputs;
    private long _chats;
    private volatile bool _isWalking;

    public BotSwarm(BotSwarmOptions options)
    {
        _options = options;
        _bots = [.. Enumerable.Range(options.FirstNumber, options.Count)
            .Select(number => new Bot(number, OnPong, options.Gathers, options.MinPacketsPerKey))];
        _loop = new TickLoop(StepsPerSecond, Step);
    }

    public IReadOnlyList<Bot> Bots => _bots;

    /// <summary>Connects all bots and starts them.</summary>
    /// <exception cref="IOException">A bot was refused.</exception>
    public async Task Start(EndPoint server, Action<double> progress, CancellationToken cancellationToken)
    {
        int connected = 0;
        var parallel = new ParallelOptions { MaxDegreeOfParallelism = ConnectAtOnce, CancellationToken = cancellationToken };
        await Parallel.ForEachAsync(_bots, parallel, async (bot, token) =>
        {
            await bot.Connect(server, token).ConfigureAwait(false);
            progress(Interlocked.Increment(ref connected) / (double)_bots.Length);
        }).ConfigureAwait(false);
        _isWalking = true;
        _loop.Start();
    }

    /// <summary>Discards the round trips so far.</summary>
    public void Mark() => _roundTrips.Clear();

    /// <summary>Stops all bots, waits until all of them know that, and compares what each bot sees with the actual positions.</summary>
    public async Task<BotReport> Finish(CancellationToken cancellationToken)
    {
        _isWalking = false;
        _loop.Stop();
        int wrong = 0;
        int seen = 0;
        for (int attempt = 0; attempt < 60; attempt++)
        {
            await Task.Delay(500, cancellationToken).ConfigureAwait(false);
            (seen, wrong) = Compare();
            if (wrong == 0)
                break;
        }

        double[] roundTrips = [.. _roundTrips.Order()];
        Bot[] ended = [.. _bots.Where(static bot => bot.HasEnded)];
        return new BotReport
        {
            Bots = _bots.Length,
            Ended = ended.Length,
            EndedBecause = string.Join(", ", ended.Select(static bot => bot.Fault ?? bot.Reason.ToString()).Distinct()),
            Inputs = _inputs,
            Acks = _bots.Sum(static bot => bot.Counters.Acks),
            WrongAcks = _bots.Sum(static bot => bot.Counters.WrongAcks),
            Updates = _bots.Sum(static bot => bot.Counters.Updates),
            LateUpdates = _bots.Sum(static bot => bot.Counters.LateUpdates),
            WrongPositions = wrong,
            Seen = seen,
            ChatsSent = _chats,
            ChatsReceived = _bots.Sum(static bot => bot.Counters.ChatsReceived),
            ChatGaps = _bots.Sum(static bot => bot.Counters.ChatGaps),
            PingP50 = At(roundTrips, 0.5),
            PingP99 = At(roundTrips, 0.99),
        };
    }

    /// <summary>Sends packets for bots that stand still, so that the server does not disconnect them.</summary>
    public void KeepAlive()
    {
        foreach (Bot bot in _bots)
        {
            if (!bot.HasEnded)
                bot.SendPing(Stopwatch.GetTimestamp());
        }
    }

    public async ValueTask DisposeAsync()
    {
        _loop.Dispose();
        foreach (Bot bot in _bots)
        {
            await bot.Leave().ConfigureAwait(false);
            bot.Dispose();
        }
    }

    private void Step(long number)
    {
        if (!_isWalking)
            return;

        for (int i = 0; i < _bots.Length; i++)
        {
            Bot bot = _bots[i];
            if (bot.HasEnded)
                continue;

            long own = number + (i * 7919L); // spreads the bots over the steps
            if ((own + 1) * _options.InputsPerSecond / StepsPerSecond != own * _options.InputsPerSecond / StepsPerSecond)
            {
                bot.SendInput();
                _inputs++;
            }

            if (own % StepsPerSecond == 0)
                bot.SendPing(Stopwatch.GetTimestamp());

            if (_options.ChatSeconds > 0 && _random.Next(_options.ChatSeconds * StepsPerSecond) == 0)
            {
                bot.SendChat(_options.ChatText);
                _chats++;
            }
        }
    }

    private (int Seen, int Wrong) Compare()
    {
        Dictionary<uint, Bot> byEntity = _bots.Where(static bot => !bot.HasEnded).ToDictionary(static bot => bot.Entity);
        int seen = 0;
        int wrong = 0;
        foreach (Bot bot in byEntity.Values)
        {
            foreach ((uint entity, (int X, int Y) position) in bot.Sight.Copy())
            {
                if (!byEntity.TryGetValue(entity, out Bot? other))
                    continue;

                seen++;
                wrong += other.Walk.Position == position ? 0 : 1;
            }
        }

        return (seen, wrong);
    }

    private void OnPong(long token) => _roundTrips.Enqueue(Stopwatch.GetElapsedTime(token).TotalMilliseconds);

    private static double At(double[] sorted, double quantile) =>
        sorted.Length == 0 ? 0 : sorted[(int)Math.Min(sorted.Length - 1, quantile * sorted.Length)];
}
