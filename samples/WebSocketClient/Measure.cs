using System.Diagnostics;

namespace Pooling.Samples.WebSocketClient;

/// <summary>Sends messages in several ways, in turn, and measures how long the answers take and what all threads allocate.</summary>
internal sealed class Measure
{
    private const int Rounds = 11;
    private const int Messages = 200; // of a round

    private TaskCompletionSource _answered = new();
    private int _left;

    /// <summary>Counts the answer to a message.</summary>
    public ValueTask AnswerAsync(bool isRight)
    {
        if (!isRight)
            _answered.TrySetException(new InvalidDataException("An answer differs from what was sent."));
        else if (--_left == 0)
            _answered.TrySetResult();

        return ValueTask.CompletedTask;
    }

    /// <summary>Sends messages, and waits for their answers.</summary>
    public async Task ExchangeAsync(int count, Func<ValueTask> send)
    {
        (_left, _answered) = (count, new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously));
        for (int i = 0; i < count; i++)
            await send();

        await _answered.Task.WaitAsync(TimeSpan.FromSeconds(30));
    }

    /// <returns>For each way the medians of the bytes and of the microseconds that a message takes.</returns>
    public async Task<(double Bytes, double Time)[]> RunAsync(Func<ValueTask>[] ways)
    {
        var rounds = new (double Bytes, double Time)[ways.Length, Rounds];
        for (int i = 0; i < ways.Length * Rounds; i++)
        {
            long before = GC.GetTotalAllocatedBytes(precise: true);
            long start = Stopwatch.GetTimestamp();
            await ExchangeAsync(Messages, ways[i % ways.Length]);
            double time = Stopwatch.GetElapsedTime(start).TotalMicroseconds / Messages;
            double bytes = (double)(GC.GetTotalAllocatedBytes(precise: true) - before) / Messages;
            rounds[i % ways.Length, i / ways.Length] = (bytes, time);
        }

        return [.. ways.Select((_, way) => (Median(way, static round => round.Bytes), Median(way, static round => round.Time)))];

        double Median(int way, Func<(double Bytes, double Time), double> figure) =>
            Enumerable.Range(0, Rounds).Select(round => figure(rounds[way, round])).Order().ElementAt(Rounds / 2);
    }
}
