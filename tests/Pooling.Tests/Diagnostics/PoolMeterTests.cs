using System.Buffers;
using Pooling.Buffers;
using Pooling.Doubles;
using Pooling.Encodeables;
using Pooling.Json;
using Pooling.Objects;

namespace Pooling.Diagnostics;

/// <summary>Tests the meter through a listener. Every test has names of its own, because the meter shows all pools of the
/// process.</summary>
public sealed class PoolMeterTests
{
    private static readonly Dictionary<
        string, Func<string, (Func<PoolStatistics> Read, Func<IDisposable> Rent, IDisposable Pool)>> s_kinds = new()
        {
            ["objects"] = static name =>
            {
                MagazinePool<object> pool = MagazinePool.Create(
                    static () => new object(), new PoolOptions { Name = name, MaxRetained = 80 });
                return (pool.GetStatistics, () => new Raw(pool), pool);
            },
            ["leases"] = static name =>
            {
                LeasePool<object> pool = LeasePool.Create(static () => new object(), new PoolOptions { Name = name, MaxRetained = 80 });
                return (pool.GetStatistics, () => pool.Rent(), pool);
            },
            ["encodeables"] = static name =>
            {
                EncodeablePool<HeldItem> pool = EncodeablePool.Create(
                    static () => new HeldItem(), new PoolOptions { Name = name, MaxRetained = 80 });
                return (pool.GetStatistics, () => pool.Rent(), pool);
            },
            ["writers"] = static name =>
            {
                var pool = new BufferWriterPool(new BufferWriterPoolOptions { Name = name, MaxRetained = 80 });
                return (pool.GetStatistics, () => Written(pool.Rent()), pool);
            },
            ["segmented"] = static name =>
            {
                var pool = new BufferWriterPool(new BufferWriterPoolOptions { Name = name, MaxRetained = 40 });
                return (pool.GetStatistics, () => Written(pool.RentSegmented()), pool);
            },
            ["json"] = static name =>
            {
                var pool = new Utf8JsonWriterPool(new Utf8JsonWriterPoolOptions { Name = name, MaxRetained = 80 });
                return (pool.GetStatistics, () => pool.Rent(), pool);
            },
            ["memory"] = static name =>
            {
                var pool = new MagazineMemoryPool(new MagazineMemoryPoolOptions { Name = name, MaxRetained = 80 });
                return (pool.GetStatistics, () => pool.Rent(5000), pool);
            },
        };

    public static TheoryData<string> Kinds => [.. s_kinds.Keys];

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Instruments_OfEveryKindOfPool_ShowItsStatistics(string kind)
    {
        string name = $"{nameof(PoolMeterTests)} {kind}";
        (Func<PoolStatistics> read, Func<IDisposable> rent, IDisposable pool) = s_kinds[kind](name);
        IDisposable[] held = [.. Enumerable.Range(0, 7).Select(_ => rent())];
        foreach (IDisposable one in held.Skip(2))
            one.Dispose();

        Dictionary<string, long> values = Metrics.Of(name);

        PoolStatistics expected = read();
        Assert.Equal((2, 5), (expected.InUse, expected.Retained));
        Assert.Equal((expected.InUse, expected.Retained), (values["pooling.item.count used"], values["pooling.item.count idle"]));
        Assert.Equal((7, 7), (values["pooling.rentals"], values["pooling.item.created"]));
        Assert.Equal(80, values["pooling.item.idle.max"]);
        Assert.InRange(values["pooling.item.idle.thread.max"], 5, 16);
        long segments = kind is "segmented" ? Metrics.Of($"{name}.segments")["pooling.memory.retained"] : 0;
        Assert.Equal(expected.RetainedBytes, values["pooling.memory.retained"] + segments);

        Assert.Equal(kind is "objects" or "leases" or "encodeables" ? 0 : 64 * 1024 * 1024, values["pooling.memory.max"]);
        Assert.Equal(0, values["pooling.item.created_above_max"]);
        Assert.Equal(0, Reasons(values).Sum());

        foreach (IDisposable one in held.Take(2))
            one.Dispose();

        pool.Dispose();
        values = Metrics.Of(name);
        Assert.Equal((0, 0, 0), (values["pooling.item.count used"], values["pooling.item.count idle"], values["pooling.item.idle.max"]));
        Assert.Equal((7, 7, 7), (values["pooling.rentals"], values["pooling.item.created"], values["pooling.item.dropped disposed"]));
        Assert.Equal((0, 0), (values["pooling.memory.max"], values["pooling.memory.retained"]));
    }

    [Fact]
    public void CreatedAboveMax_MoreInUseThanThePoolKeeps_CountsTheRest()
    {
        string name = NewName();
        using MagazinePool<object> pool = MagazinePool.Create(
            static () => new object(), new PoolOptions { Name = name, MaxRetained = 64, MaxRetainedPerThread = 8 });
        for (int round = 1; round <= 3; round++)
        {
            object[] held = [.. Enumerable.Range(0, 100).Select(_ => pool.Get())];
            Assert.Equal(round * (100 - 64 - 8), Metrics.Of(name)["pooling.item.created_above_max"]);
            foreach (object item in held)
                pool.Return(item);

            Assert.Equal(round * (100 - 64 - 8), Metrics.Of(name)["pooling.item.dropped limit"]);
        }
    }

    [Fact]
    public void CreatedAboveMax_ManyAtOnce_CountsTheRest()
    {
        string name = NewName();
        using MagazinePool<object> pool = MagazinePool.Create(
            static () => new object(), new PoolOptions { Name = name, MaxRetained = 64, MaxRetainedPerThread = 8 });

        pool.GetMany(new object[100]);

        Assert.Equal(100 - 64 - 8, Metrics.Of(name)["pooling.item.created_above_max"]);
    }

    [Fact]
    public void CreatedAboveMax_PoolThatIsLargeEnoughOrKeepsNothing_StaysZero()
    {
        string large = NewName();
        string none = NewName();
        using MagazinePool<object> keeps = MagazinePool.Create(
            static () => new object(), new PoolOptions { Name = large, MaxRetained = 100 });
        using MagazinePool<object> keepsNone = MagazinePool.Create(
            static () => new object(), new PoolOptions { Name = none, MaxRetained = 0 });
        foreach (MagazinePool<object> pool in new[] { keeps, keepsNone })
        {
            var items = new object[100];
            pool.GetMany(items);
            pool.ReturnMany(items);
        }

        Assert.Equal(0, Metrics.Of(large)["pooling.item.created_above_max"]);
        Assert.Equal(0, Metrics.Of(none)["pooling.item.created_above_max"]);
    }

    [Fact]
    public void Dropped_EachReason_IsCountedApart()
    {
        string name = NewName();
        var clock = new ManualTimeProvider();
        MagazinePool<object> pool = MagazinePool.Create(static () => new object(), static item => item is not string,
            new PoolOptions { Name = name, MaxRetained = 16, MaxRetainedPerThread = 0, TrimAfter = TimeSpan.FromSeconds(1) }, clock);
        object[] items = [.. Enumerable.Range(0, 20).Select(_ => pool.Get())];
        foreach (object item in items)
            pool.Return(item); // 4 of them find no room

        pool.Return("refused");
        Assert.Equal([4, 0, 1, 0, 0], Reasons(Metrics.Of(name)));

        object[] again = [.. Enumerable.Range(0, 10).Select(_ => pool.Get())];
        pool.Trim(); // the 6 others
        Assert.Equal([4, 6, 1, 0, 0], Reasons(Metrics.Of(name)));

        foreach (object item in again.Skip(1))
            pool.Return(item);

        pool.Dispose();
        Assert.Equal([4, 6, 1, 9, 0], Reasons(Metrics.Of(name)));
    }

    [Fact]
    public void Dropped_MemoryAboveTheMaximum_HasReachedTheLimit()
    {
        string name = NewName();
        using var pool = new MagazineMemoryPool(new MagazineMemoryPoolOptions { Name = name, MaxRetainedCapacity = 4096 });
        using (pool.Rent(5000))
            Assert.Equal((1, 1), (Metrics.Of(name)["pooling.item.count used"], Metrics.Of(name)["pooling.item.created"]));

        Assert.Equal([1, 0, 0, 0, 0], Reasons(Metrics.Of(name)));
        Assert.Equal(0, Metrics.Of(name)["pooling.item.created_above_max"]);
    }

    /// <summary>Checks the order, because the first names are the ones that a listener sees.</summary>
    [Fact]
    public void Read_LiveAndEndedPools_ListsTheLiveOnesFirst()
    {
        MagazinePool.Create(static () => new object(), new PoolOptions { Name = NewName() }).Dispose();
        using MagazinePool<object> live = MagazinePool.Create(static () => new object(), new PoolOptions { Name = NewName() });

        List<PoolReading> readings = PoolRegistry.Read(withBytes: false);

        Assert.Contains(readings, reading => reading.Name == live.Name);
        Assert.False(readings[0].IsEnded);
        Assert.True(readings[^1].IsEnded);
        Assert.Equal(readings.OrderBy(static reading => reading.IsEnded), readings);
    }

    [Fact]
    public void Totals_PoolsThatComeAndGo_NeverFall()
    {
        string name = NewName();
        bool ended = false;
        TestThread.RunAll(3, index =>
        {
            if (index > 0)
            {
                for (int i = 0; i < 300; i++)
                {
                    using MagazinePool<object> pool = MagazinePool.Create(static () => new object(), new PoolOptions { Name = name });
                    pool.Return(pool.Get());
                }

                Volatile.Write(ref ended, true);
                return;
            }

            long last = 0;
            while (!Volatile.Read(ref ended))
            {
                if (!Metrics.Of(name).TryGetValue("pooling.rentals", out long rentals))
                    continue;

                Assert.InRange(rentals, last, 600);
                last = rentals;
            }
        });

        Assert.Equal(600, Metrics.Of(name)["pooling.rentals"]);
    }

    [Fact]
    public void Totals_OfAPoolThatHasEnded_HaveItsRefusedReturns()
    {
        string name = NewName();
        Refuse(5).Dispose();
        using LeasePool<object> pool = Refuse(3);

        Assert.Equal(8, Metrics.Of(name)["pooling.refused_returns"]);

        LeasePool<object> Refuse(int times)
        {
            LeasePool<object> pool = LeasePool.Create(static () => new object(), new PoolOptions { Name = name });
            PooledLease<object> lease = pool.Rent();
            lease.Dispose();
            for (int i = 0; i < times; i++)
                lease.Dispose();

            return pool;
        }
    }

    private static string NewName() => $"{nameof(PoolMeterTests)} {Guid.NewGuid()}";

    private static long[] Reasons(Dictionary<string, long> values) =>
    [
        .. new[] { "limit", "trim", "failed", "disposed", "exhausted" }
            .Select(reason => values[$"pooling.item.dropped {reason}"]),
    ];

    private static PooledLease<T> Written<T>(PooledLease<T> lease) where T : class, IBufferWriter<byte>
    {
        lease.Value.Write(new byte[1000]);
        return lease;
    }

    private sealed class Raw(MagazinePool<object> pool) : IDisposable
    {
        private readonly object _item = pool.Get();

        public void Dispose() => pool.Return(_item);
    }
}
