namespace Pooling.Benchmarks.Queues;

/// <summary>Measures producers and consumers on separate threads that move samples through one queue, which holds exactly 1,000. A time is
/// that of one sample.</summary>
/// <remarks>Each thread has a processor of its own, if there are enough. Otherwise, some rounds would measure two
/// threads that take turns on one processor, and others two that run at once.</remarks>
[AllThreads]
public abstract class QueueTrafficBenchmarks(int producers, int consumers)
{
    internal const int Samples = 64 * 1_024;
    private protected const int Capacity = 1_000;
    private const int FirstSpins = 8;

    private readonly BoundedChannelItems<Sample> _channel = new(Capacity);
    private readonly BoundedConcurrentItems<Sample> _concurrent = new(Capacity);
    private readonly WorkerThreads _workers = new(producers + consumers, isBound: true);
    private long _sum;

    [GlobalCleanup]
    public void Cleanup() => _workers.Dispose();

    [Benchmark(Baseline = true, OperationsPerInvoke = Samples), Row("POOL-queue-*", Role.Before, "Channel.CreateBounded")]
    public long BoundedChannel() => Run(_channel);

    [Benchmark(OperationsPerInvoke = Samples), Row("POOL-queue-*", Role.Peer, "ConcurrentQueue with a counter")]
    public long ConcurrentQueue() => Run(_concurrent);

    private protected long Run<TQueue>(TQueue queue) where TQueue : struct, IItemQueue<Sample> =>
        RunAll(worker => worker < consumers
            ? Consume(queue, Samples / consumers)
            : Produce(queue, Samples / producers, worker - consumers));

    /// <summary>Waits after an attempt that failed, at first for about 0.3 us. A thread that looks again at once takes
    /// the cache line from the other thread for every item.</summary>
    private protected static void Wait(ref SpinWait spin)
    {
        if (spin.Count == 0)
            Thread.SpinWait(FirstSpins);

        spin.SpinOnce(sleep1Threshold: -1);
    }

    /// <returns>The sum of the results of the work on each thread: for consumers a sum over the samples that they took, for producers
    /// 0.</returns>
    private protected long RunAll(Func<int, long> work)
    {
        _sum = 0;
        _workers.Run(worker => Interlocked.Add(ref _sum, work(worker)));
        return _sum;
    }

    private static long Produce<TQueue>(TQueue queue, int count, int producer) where TQueue : struct, IItemQueue<Sample>
    {
        for (int i = count * producer; i < count * (producer + 1); i++)
        {
            SpinWait spin = default;
            while (!queue.TryPut(new Sample(i, i)))
                Wait(ref spin);
        }

        return 0;
    }

    private static long Consume<TQueue>(TQueue queue, int count) where TQueue : struct, IItemQueue<Sample>
    {
        long sum = 0;
        for (int i = 0; i < count; i++)
        {
            Sample sample;
            SpinWait spin = default;
            while (!queue.TryTake(out sample))
                Wait(ref spin);

            sum += sample.Number;
        }

        return sum;
    }
}
