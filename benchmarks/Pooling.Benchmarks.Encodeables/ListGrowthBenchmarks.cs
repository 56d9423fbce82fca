namespace Pooling.Benchmarks.Encodeables;

/// <summary>Measures the updates of a message for its application. They are collected one by one, then read in order.</summary>
public class ListGrowthBenchmarks
{
    private readonly List<Update> _kept = [];
    private List<Update>? _last; // lets them escape, so that they are created on the heap

    [Params(20, 500)]
    public int Updates { get; set; }

    [Benchmark(Baseline = true), Row("OPCREP-list-growth", Role.Before)]
    public long ListOf16() => Fill(_last = new List<Update>(16));

    [Benchmark, Row("OPCREP-list-growth", Role.Published)]
    public long ListOf512() => Fill(_last = new List<Update>(512));

    [Benchmark, Row("OPCREP-list-growth", Role.Peer, "a new list of the length of the message")]
    public long ListOfLength() => Fill(_last = new List<Update>(Updates));

    [Benchmark, Row("OPCREP-list-growth", Role.Peer, "a list that one thread reuses")]
    public long KeptList()
    {
        long sum = Fill(_kept);
        _kept.Clear();
        return sum;
    }

    /// <summary>The number of values is known from the message.</summary>
    [Benchmark, Row("OPCREP-list-growth", Role.Ours)]
    public long ScopeOfMessage()
    {
        using PooledScope scope = PooledScope.Begin();
        Span<Update> updates = scope.RentArray<Update>(Updates).Span;
        for (int i = 0; i < updates.Length; i++)
            updates[i] = Create(i);

        return Sum(updates);
    }

    private long Fill(List<Update> list)
    {
        for (int i = 0; i < Updates; i++)
            list.Add(Create(i));

        return Sum(CollectionsMarshal.AsSpan(list));
    }

    private Update Create(int number) => new(this, "Value", new DateTimeOffset(number, TimeSpan.Zero), this);

    private static long Sum(ReadOnlySpan<Update> updates)
    {
        long sum = 0;
        foreach (ref readonly Update update in updates)
            sum += update.Time.Ticks;

        return sum;
    }

    /// <summary>An update of 40 bytes, as published.</summary>
    private readonly record struct Update(object Subject, string Property, DateTimeOffset Time, object? Value);
}
