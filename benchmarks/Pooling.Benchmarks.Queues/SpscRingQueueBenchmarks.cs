namespace Pooling.Benchmarks.Queues;

/// <summary>Measures one producer and one consumer, even if the queue allows more.</summary>
public partial class SpscRingQueueBenchmarks() : QueueTrafficBenchmarks(producers: 1, consumers: 1)
{
    private readonly SpscRingQueue<Sample> _spsc = new(Capacity);
    private readonly MpscRingQueue<Sample> _mpsc = new(Capacity);
    private readonly MpmcRingQueue<Sample> _mpmc = new(Capacity);

    [Benchmark(OperationsPerInvoke = Samples)]
    [Row("POOL-queue-1p1c", Role.Ours, "SpscRingQueue, one producer only")]
    [Row("POOL-queue-pair", Role.Ours, "SpscRingQueue, one producer only")]
    public long Spsc() => Run(new SpscItems<Sample>(_spsc));

    [Benchmark(OperationsPerInvoke = Samples), Row("POOL-queue-1p1c", Role.Ours, "SpscRingQueue in spans of 32")]
    public long SpscSpans() => RunAll(worker => worker == 0 ? ConsumeSpans() : ProduceSpans());

    [Benchmark(OperationsPerInvoke = Samples), Row("POOL-queue-pair", Role.Ours, "MpscRingQueue, one consumer only")]
    public long Mpsc() => Run(new MpscItems<Sample>(_mpsc));

    [Benchmark(OperationsPerInvoke = Samples), Row("POOL-queue-pair", Role.Ours, "MpmcRingQueue")]
    public long Mpmc() => Run(new MpmcItems<Sample>(_mpmc));

    private long ProduceSpans()
    {
        Span<Sample> samples = stackalloc Sample[32];
        for (int done = 0; done < Samples; done += samples.Length)
        {
            for (int i = 0; i < samples.Length; i++)
                samples[i] = new Sample(done + i, done + i);

            SpinWait spin = default;
            for (int put = _spsc.EnqueueMany(samples); put < samples.Length; put += _spsc.EnqueueMany(samples[put..]))
                Wait(ref spin);
        }

        return 0;
    }

    private long ConsumeSpans()
    {
        Span<Sample> samples = stackalloc Sample[32];
        long sum = 0;
        SpinWait spin = default;
        for (int done = 0, count; done < Samples; done += count)
        {
            count = _spsc.DequeueMany(samples);
            if (count > 0)
                spin = default;
            else
                Wait(ref spin);

            foreach (Sample sample in samples[..count])
                sum += sample.Number;
        }

        return sum;
    }
}
