namespace Pooling.Benchmarks.Queues;

/// <summary>Producers and consumers on real threads that move a number of samples through one queue.</summary>
internal sealed class QueueTraffic<TQueue> where TQueue : struct, ISampleQueue
{
    private readonly int _producers;
    private readonly int _consumers;
    private readonly int _samples;
    private readonly TQueue _queue;
    private readonly Action<int> _work;
    private long _taken;
    private long _sum;

    /// <param name="queue">The contender.</param>
    /// <param name="producers">The threads that put.</param>
    /// <param name="consumers">The threads that take.</param>
    /// <param name="samples">The samples of one run, a multiple of the producers and of the consumers.</param>
    internal QueueTraffic(TQueue queue, int producers, int consumers, int samples)
    {
        _queue = queue;
        _producers = producers;
        _consumers = consumers;
        _samples = samples;
        _work = Work;
    }

    /// <returns>A sum over all samples taken.</returns>
    internal long Run(WorkerThreads workers)
    {
        _sum = 0;
        _taken = 0;
        workers.Run(_work);
        return _taken == _samples ? _sum : throw new InvalidOperationException($"{_taken} of {_samples} samples came out.");
    }

    private void Work(int worker)
    {
        if (worker < _consumers)
            Consume();
        else if (worker < _consumers + _producers)
            Produce(worker - _consumers);
    }

    private void Produce(int producer)
    {
        TQueue queue = _queue;
        int end = _samples / _producers * (producer + 1);
        for (int i = _samples / _producers * producer; i < end; i++)
        {
            if (!queue.TryPut(new Sample(i, i)))
                PutSlowly(queue, i);
        }
    }

    private void Consume()
    {
        TQueue queue = _queue;
        long sum = 0;
        int count = _samples / _consumers;
        for (int i = 0; i < count; i++)
        {
            if (!queue.TryTake(out Sample sample))
                sample = TakeSlowly(queue);

            sum += sample.Number;
        }

        Interlocked.Add(ref _taken, count);
        Interlocked.Add(ref _sum, sum);
    }

    private static void PutSlowly(TQueue queue, int number)
    {
        SpinWait spin = default;
        do
            spin.SpinOnce(sleep1Threshold: -1);
        while (!queue.TryPut(new Sample(number, number)));
    }

    private static Sample TakeSlowly(TQueue queue)
    {
        SpinWait spin = default;
        Sample sample;
        do
            spin.SpinOnce(sleep1Threshold: -1);
        while (!queue.TryTake(out sample));

        return sample;
    }
}
