using System.Diagnostics;
using Pooling.Buffers;
using Pooling.Diagnostics;
using Pooling.Encodeables;
using Pooling.Objects;

namespace Pooling.Modes;

/// <summary>Changes of the mode while pools are in use.</summary>
public sealed class ModeChangeTests : IDisposable
{
    private readonly ModeScope _mode = new(PoolingMode.Off, PoolingDiagnostics.LeakInterval);
    private bool _isOver;

    public void Dispose() => _mode.Dispose();

    [Theory]
    [InlineData(PoolingMode.Version)]
    [InlineData(PoolingMode.Leaks)]
    public void Mode_BackToOff_PoolsKeepAgainAndAllocateNothing(PoolingMode mode)
    {
        using LeasePool<Item> pool = LeasePool.Create<Item>();
        pool.Rent().Dispose();
        PoolingDiagnostics.Mode = mode;
        for (int i = 0; i < 100; i++)
            pool.Rent().Dispose();

        PoolingDiagnostics.Mode = PoolingMode.Off;
        for (int i = 0; i < 100; i++)
            pool.Rent().Dispose();

        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < 10_000; i++)
            pool.Rent().Dispose();

        Assert.Equal(0, GC.GetAllocatedBytesForCurrentThread() - before);
        Assert.Equal((1, 0), (pool.GetStatistics().Retained, pool.GetStatistics().InUse));
    }

    [Fact]
    public void Version_SwitchedOn_IdleItemsOfAllThreadsAreNotRented()
    {
        using LeasePool<Item> leases = LeasePool.Create<Item>();
        using MagazinePool<Item> raw = MagazinePool.Create<Item>();
        var seen = new HashSet<Item>(ReferenceEqualityComparer.Instance as IEqualityComparer<Item>);
        using var switched = new ManualResetEventSlim();
        using var filled = new CountdownEvent(4);
        var failures = 0;
        Thread[] threads = [.. Enumerable.Range(0, 4).Select(_ => new Thread(() =>
        {
            Use();
            filled.Signal();
            switched.Wait();
            Use();
        }))];
        Array.ForEach(threads, static thread => thread.Start());
        filled.Wait();
        PoolingDiagnostics.Mode = PoolingMode.Version;
        Use();
        switched.Set();
        Array.ForEach(threads, static thread => thread.Join());
        Use();

        Assert.Equal(0, failures);
        Assert.Equal((0, 0), (leases.GetStatistics().Retained, raw.GetStatistics().Retained));

        void Use()
        {
            var items = new Item[50];
            for (int i = 0; i < items.Length; i++)
                items[i] = raw.Get();

            var held = new PooledLease<Item>[50];
            for (int i = 0; i < held.Length; i++)
                held[i] = leases.Rent();

            lock (seen)
            {
                foreach (Item item in items.Concat(held.Select(static lease => lease.Value)))
                    failures += seen.Add(item) ? 0 : 1;
            }

            Array.ForEach(items, raw.Return);
            Array.ForEach(held, static lease => lease.Dispose());
        }
    }

    /// <summary>A lease of a thread's home cell ends on the fast path, even after the change.</summary>
    [Fact]
    public void Version_SwitchedOnDuringALease_TheItemIsNotRentedAgain()
    {
        using LeasePool<Item> pool = LeasePool.Create<Item>();
        pool.Rent().Dispose();
        PooledLease<Item> lease = pool.Rent();
        Item item = lease.Value;
        PoolingDiagnostics.Mode = PoolingMode.Version;
        lease.Dispose();

        for (int i = 0; i < 3; i++)
        {
            using PooledLease<Item> next = pool.Rent();
            Assert.NotSame(item, next.Value);
            Assert.Throws<ObjectDisposedException>(() => lease.Value);
        }
    }

    [Fact]
    public void Version_SwitchedOn_ListsGiveUpTheirParts()
    {
        using PooledRef<Message> message = Message.Pool.Rent();
        Part part = message.Value.Parts.Add();
        message.Value.Parts.Clear();
        PoolingDiagnostics.Mode = PoolingMode.Version;
        message.Value.Parts.Clear();

        Assert.NotSame(part, message.Value.Parts.Add());
    }

    /// <summary>Shared buffers that are made in one mode and end in another: the holder of a first share differs.</summary>
    [Fact]
    public void SharedBuffers_AcrossChanges_AreNeverShared()
    {
        var buffers = new List<(SharedBuffer Share, byte Content)>();
        for (int i = 0; i < 3_000; i++)
        {
            if (i % 10 == 0)
                PoolingDiagnostics.Mode = (PoolingMode)(i / 10 % 3);

            SharedBuffer made = SharedBuffer.Create([(byte)i]);
            buffers.Add((made, (byte)i));
            buffers.Add((made.Retain(), (byte)i));
            if (i % 3 != 0)
            {
                (SharedBuffer oldest, byte content) = buffers[0];
                buffers.RemoveAt(0);
                Assert.Equal(content, oldest.Span[0]);
                Assert.True(oldest.TryReturn());
                Assert.False(oldest.TryReturn());
            }
        }

        foreach ((SharedBuffer share, byte content) in buffers)
        {
            Assert.Equal(content, share.Span[0]);
            Assert.True(share.TryReturn());
        }
    }

    /// <summary>A new home cell of a thread, and a mode that changes beside it: the cell comes back without passing the tracker.</summary>
    [Fact]
    public void Leaks_SwitchedOnBesideFirstRentals_ReportsNoneThatIsReturned()
    {
        PoolingDiagnostics.LeakInterval = 1;
        using LeasePool<Item> pool = LeasePool.Create<Item>(new PoolOptions { Name = "beside" });
        using var ended = new ManualResetEventSlim();
        Thread[] threads = [.. Enumerable.Range(0, 3).Select(_ => new Thread(() =>
        {
            while (!ended.IsSet)
                pool.Rent().Dispose();
        }))];
        Array.ForEach(threads, static thread => thread.Start());
        for (var time = Stopwatch.StartNew(); time.Elapsed < TimeSpan.FromSeconds(3);)
        {
            PoolingDiagnostics.Mode = PoolingMode.Leaks;
            PoolingDiagnostics.Mode = PoolingMode.Off;
        }

        PoolingDiagnostics.Mode = PoolingMode.Leaks;
        ended.Set();
        Array.ForEach(threads, static thread => thread.Join());
        pool.Trim();
        Collector.Collect();

        Assert.DoesNotContain(PoolingDiagnostics.GetLeaks(), static leak => leak.PoolName == "beside");
        Assert.DoesNotContain(PoolingDiagnostics.GetRentals(TimeSpan.Zero), static place => place.PoolName == "beside");
    }

    /// <summary>A list that is cleared while the mode changes: it must not take over the change before it can see the mode.</summary>
    [Fact]
    public void Version_SwitchedOnBesideLists_NoPartIsUsedAgain()
    {
        using PooledRef<Message> message = Message.Pool.Rent();
        using var ended = new ManualResetEventSlim();
        var reader = new Thread(() =>
        {
            while (!ended.IsSet)
                Part.Pool.GetStatistics(); // holds the pool's lock
        });
        reader.Start();
        int wrong = 0;
        for (int i = 0; i < 300; i++)
        {
            PoolingDiagnostics.Mode = PoolingMode.Off;
            var setter = new Thread(static () => PoolingDiagnostics.Mode = PoolingMode.Version);
            setter.Start();
            while (PoolingDiagnostics.Mode == PoolingMode.Off)
                Use(message.Value);

            setter.Join();
            Use(message.Value); // may still hand out what the list had
            Part part = Use(message.Value);
            wrong += ReferenceEquals(part, Use(message.Value)) ? 1 : 0;
        }

        ended.Set();
        reader.Join();
        Assert.Equal(0, wrong);

        static Part Use(Message message)
        {
            Part part = message.Parts.Add();
            message.Parts.Clear();
            return part;
        }
    }

    [Theory]
    [InlineData(PoolingMode.Version)]
    [InlineData(PoolingMode.Leaks)]
    public void Mode_WithThreadsThatAreInterrupted_LosesNothing(PoolingMode mode)
    {
        (PoolingDiagnostics.Mode, PoolingDiagnostics.LeakInterval) = (mode, 1);
        using MagazinePool<Item> pool = MagazinePool.Create<Item>();
        int failures = 0;
        Thread[] threads = [.. Enumerable.Range(0, 4).Select(_ => new Thread(() =>
        {
            while (!Volatile.Read(ref _isOver))
            {
                try
                {
                    Item item = pool.Get();
                    using (PooledScope scope = PooledScope.Begin())
                        scope.Rent(Part.Pool);

                    pool.Return(item);
                }
                catch (ThreadInterruptedException)
                {
                    Interlocked.Increment(ref failures);
                }
            }
        }))];
        Array.ForEach(threads, static thread => thread.Start());
        for (var time = Stopwatch.StartNew(); time.Elapsed < TimeSpan.FromSeconds(1);)
            Array.ForEach(threads, static thread => thread.Interrupt());

        Volatile.Write(ref _isOver, true);
        Array.ForEach(threads, static thread => thread.Join());

        Assert.Equal((0, 0L), (failures, pool.GetStatistics().InUse));
    }

    /// <summary>Eight threads use every kind of pool while the mode changes all the time: nobody may get what another one has.</summary>
    [Fact]
    public void Mode_ChangedAllTheTime_NoItemHasTwoRenters()
    {
        using LeasePool<Item> leases = LeasePool.Create<Item>(new PoolOptions { Name = "changing" });
        using MagazinePool<Item> raw = MagazinePool.Create<Item>(new PoolOptions { Name = "changing" });
        using var writers = new BufferWriterPool(new BufferWriterPoolOptions { Name = "changing" });
        using var ended = new ManualResetEventSlim();
        int wrong = 0;
        Thread[] threads = [.. Enumerable.Range(1, 8).Select(number => new Thread(() =>
        {
            var held = new Item[3];
            while (!ended.IsSet)
            {
                using PooledLease<Item> lease = leases.Rent();
                Claim(lease.Value, number);
                Item item = raw.Get();
                Claim(item, number);
                raw.GetMany(held);
                Array.ForEach(held, other => Claim(other, number));
                using (PooledLease<PooledArrayBufferWriter<byte>> writer = writers.Rent())
                {
                    writer.Value.WriteByte((byte)number);
                    Thread.Yield();
                    if (writer.Value.WrittenCount != 1 || writer.Value.WrittenSpan[0] != number)
                        Interlocked.Increment(ref wrong);
                }

                Array.ForEach(held, other => Release(other, number));
                raw.ReturnMany(held);
                Release(item, number);
                raw.Return(item);
                Release(lease.Value, number);
            }
        }))];
        Array.ForEach(threads, static thread => thread.Start());
        for (int i = 0; i < 300; i++)
        {
            PoolingDiagnostics.Mode = (PoolingMode)(i % 3);
            Thread.Sleep(1);
        }

        ended.Set();
        Array.ForEach(threads, static thread => thread.Join());
        PoolingDiagnostics.Mode = PoolingMode.Off;

        Assert.Equal(0, wrong);
        Assert.Equal((0, 0, 0), (leases.GetStatistics().InUse, raw.GetStatistics().InUse, writers.GetStatistics().InUse));

        void Claim(Item item, int number)
        {
            if (item.Value != 0)
                Interlocked.Increment(ref wrong);

            item.Value = number;
        }

        void Release(Item item, int number)
        {
            if (item.Value != number)
                Interlocked.Increment(ref wrong);

            item.Value = 0;
        }
    }
}
