using System.Diagnostics;

namespace Pooling.Samples.WebSocketClient;

/// <summary>Sends messages in several ways, in turn, and measures how long the answers take and what all threads allocate.</summary>
internal sealed class Measure
{
    private const int Rounds = 15;
    private const int Messages = 64; // of a round
    private const int WarmUps = 4; // rounds

    private TaskCompletionSource _answered = new();
    private int _left;

    public ValueTask AnswerAsync(bool isRight)
    {
        if (!isRight)
            _answered.TrySetException(new InvalidDataException("An answer differs from what was sent."));
        else if (--_left == 0)
            _answered.TrySetResult();

        return ValueTask.CompletedTask;
    }

    /// <returns>For each way the medians of the bytes and of the microseconds that a message takes.</returns>
    public async Task<(double Bytes, double Time)[]> RunAsync(params Func<ValueTask>[] ways)
    {
        // The runtime compiles for good what was called often once nothing new was called for 100 ms.
        for (int i = 0; i < WarmUps; i++)
        {
            foreach (Func<ValueTask> way in ways)
                await ExchangeAsync(Messages, way);

            await Task.Delay(150);
        }

        var figures = new (double Bytes, double Time)[ways.Length * Rounds];
        for (int i = 0; i < figures.Length; i++)
        {
            long bytes = GC.GetTotalAllocatedBytes(precise: true);
            long start = Stopwatch.GetTimestamp();
            await ExchangeAsync(Messages, ways[i % ways.Length]);
            double time = Stopwatch.GetElapsedTime(start).TotalMicroseconds;
            figures[i] = ((double)(GC.GetTotalAllocatedBytes(precise: true) - bytes) / Messages, time / Messages);
        }

        return [.. ways.Select((_, way) => (Median(way, static figure => figure.Bytes), Median(way, static figure => figure.Time)))];

        double Median(int way, Func<(double Bytes, double Time), double> value) =>
            figures.Where((_, i) => i % ways.Length == way).Select(value).Order().ElementAt(Rounds / 2);
    }

    /// <summary>Sends messages, and waits for their answers.</summary>
    private async Task ExchangeAsync(int count, Func<ValueTask> send)
    {
        (_left, _answered) = (count, new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously));
        for (int i = 0; i < count; i++)
            await send();

        await _answered.Task.WaitAsync(TimeSpan.FromSeconds(30));
    }
}
