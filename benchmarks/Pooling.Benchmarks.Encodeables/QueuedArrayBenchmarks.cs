namespace Pooling.Benchmarks.Encodeables;

/// <summary>Measures 1,000 messages with an array of 8 to 100 values each, which wait in a queue until all of them have
/// come, as behind a receiver that is faster than its handlers for a moment.</summary>
public class QueuedArrayBenchmarks
{
    private const int Messages = 1_000;

    private readonly Queue<NewSamples> _new = new(Messages);
    private readonly Queue<(NewSamples Message, double[] Values)> _arrays = new(Messages);
    private readonly Queue<PooledRef<ArrayPoolSamples>> _arrayPool = new(Messages);
    private readonly Queue<PooledRef<Samples>> _pooled = new(Messages);

    [Benchmark(Baseline = true, OperationsPerInvoke = Messages), Row("POOL-queued-array", Role.Before, "new")]
    public long New()
    {
        for (int i = 0; i < Messages; i++)
        {
            double[] values = new double[LengthOf(i)];
            Fill(values, i);
            _new.Enqueue(new NewSamples { Source = i, Values = values, Count = values.Length });
        }

        long sum = 0;
        while (_new.TryDequeue(out NewSamples? message))
            sum += Handle(message.Source, message.Values.AsSpan(0, message.Count));

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Messages), Row("POOL-queued-array", Role.Published, "new, with arrays of ArrayPool")]
    public long NewWithArrayPool()
    {
        for (int i = 0; i < Messages; i++)
        {
            int count = LengthOf(i);
            double[] values = ArrayPool<double>.Shared.Rent(count);
            Fill(values.AsSpan(0, count), i);
            _arrays.Enqueue((new NewSamples { Source = i, Values = values, Count = count }, values));
        }

        long sum = 0;
        while (_arrays.TryDequeue(out (NewSamples Message, double[] Values) next))
        {
            sum += Handle(next.Message.Source, next.Values.AsSpan(0, next.Message.Count));
            ArrayPool<double>.Shared.Return(next.Values);
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Messages), Row("POOL-queued-array", Role.Peer, "pooled, with arrays of ArrayPool")]
    public long PooledWithArrayPool()
    {
        for (int i = 0; i < Messages; i++)
        {
            PooledRef<ArrayPoolSamples> rental = ArrayPoolSamples.Pool.Rent();
            ArrayPoolSamples message = rental.Value;
            message.Source = i;
            Fill(message.RentValues(LengthOf(i)), i);
            _arrayPool.Enqueue(rental);
        }

        long sum = 0;
        while (_arrayPool.TryDequeue(out PooledRef<ArrayPoolSamples> rental))
        {
            ArrayPoolSamples message = rental.Value;
            sum += Handle(message.Source, message.Values.AsSpan(0, message.Count));
            rental.TryReturn();
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Messages), Row("POOL-queued-array", Role.Ours, "RentedArray")]
    public long Pooled()
    {
        for (int i = 0; i < Messages; i++)
        {
            PooledRef<Samples> rental = Samples.Pool.Rent();
            Samples message = rental.Value;
            message.Source = i;
            Fill(message.RentValues(LengthOf(i)), i);
            _pooled.Enqueue(rental);
        }

        long sum = 0;
        while (_pooled.TryDequeue(out PooledRef<Samples> rental))
        {
            Samples message = rental.Value;
            sum += Handle(message.Source, message.Values.AsSpan(0, message.Count));
            rental.TryReturn();
        }

        return sum;
    }

    private static int LengthOf(int message) => 8 + message * 7 % 93;

    private static void Fill(Span<double> values, int message) => values.Fill(message);

    /// <summary>Simulates the application; not inlined.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static long Handle(long source, ReadOnlySpan<double> values)
    {
        double sum = source;
        foreach (double value in values)
            sum += value;

        return (long)sum;
    }
}
