namespace Pooling.Benchmarks.Encodeables;

/// <summary>Measures a message with a list that is filled item by item and read.</summary>
public class ListMemberBenchmarks
{
    private readonly List<long> _kept = [];
    private object? _last; // lets it escape, so that it is created on the heap

    [Params(100, 1_000, 10_000)]
    public int Values { get; set; }

    [Benchmark(Baseline = true), Row("POOL-list-member-*", Role.Before, "new")]
    public long New()
    {
        var values = new List<long>();
        _last = values;
        return FillAndRead(values);
    }

    [Benchmark, Row("POOL-list-member-*", Role.Peer, "one list kept by hand")]
    public long KeptByHand()
    {
        long sum = FillAndRead(_kept);
        _kept.Clear();
        return sum;
    }

    [Benchmark, Row("POOL-list-member-*", Role.Ours, "PooledEncodeable")]
    public long Pooled()
    {
        using PooledRef<Readings> rental = Readings.Pool.Rent();
        return FillAndRead(rental.Value.Values);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private long FillAndRead(List<long> values)
    {
        for (int i = 0; i < Values; i++)
            values.Add(i);

        long sum = 0;
        foreach (long value in values)
            sum += value;

        return sum;
    }
}
