namespace Pooling.Benchmarks.Queues;

/// <summary>Producers and consumers on real threads that move samples through one queue. A time is that of one sample.</summary>
internal sealed class QueueTraffic<TQueue>(TQueue queue, int producers, int consumers) where TQueue : struct, IItemQueue<Sample>
{
    private long _taken;
    private long _sum;
    private Action<int>? _work;

    /// <returns>A sum over all samples taken.</returns>
    internal long Run()
    {
        _sum = 0;
        _taken = 0;
        QueueTraffic.WorkersOf(producers + consumers).Run(_work ??= Work);
        return _taken == QueueTraffic.Samples ? _sum : throw new InvalidOperationException($"Only {_taken} samples came out.");
    }

    private void Work(int worker)
    {
        if (worker < consumers)
            Consume();
        else
            Produce(worker - consumers);
    }

    private void Produce(int producer)
    {
        TQueue target = queue;
        int count = QueueTraffic.Samples / producers;
        for (int i = count * producer; i < count * (producer + 1); i++)
        {
            if (!target.TryPut(new Sample(i, i)))
                PutSlowly(target, i);
        }
    }

    private void Consume()
    {
        TQueue source = queue;
        long sum = 0;
        int count = QueueTraffic.Samples / consumers;
        for (int i = 0; i < count; i++)
        {
            if (!source.TryTake(out Sample sample))
                sample = TakeSlowly(source);

            sum += sample.Number;
        }

        Interlocked.Add(ref _taken, count);
        Interlocked.Add(ref _sum, sum);
    }

    private static void PutSlowly(TQueue target, int number)
    {
        SpinWait spin = default;
        do
            spin.SpinOnce(sleep1Threshold: -1);
        while (!target.TryPut(new Sample(number, number)));
    }

    private static Sample TakeSlowly(TQueue source)
    {
        SpinWait spin = default;
        Sample sample;
        do
            spin.SpinOnce(sleep1Threshold: -1);
        while (!source.TryTake(out sample));

        return sample;
    }
}

/// <summary>What all traffic shares. The threads live as long as the process.</summary>
internal static class QueueTraffic
{
    internal const int Samples = 32 * 1_024;

    private static readonly Dictionary<int, WorkerThreads> s_workers = [];

    internal static WorkerThreads WorkersOf(int count)
    {
        if (!s_workers.TryGetValue(count, out WorkerThreads? workers))
            s_workers.Add(count, workers = new WorkerThreads(count));

        return workers;
    }
}
