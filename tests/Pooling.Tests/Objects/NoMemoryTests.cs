using Pooling.Doubles;

namespace Pooling.Objects;

/// <summary>Tests the allocations for which items wait, in magazines, the depot and lists of what is dropped. Each
/// fails once, three times, or from then on. No item has two renters, and each that was created is disposed of
/// once.</summary>
public sealed class NoMemoryTests
{
    private const int Held = 2_500; // items; the depot's chunks have 1,024

    private static readonly PoolOptions s_options = new() { MaxRetained = 3_000, MaxRetainedPerThread = 300 };

    private static readonly Dictionary<string, Action<Room>> s_programs = new()
    {
        ["one by one"] = static room =>
        {
            MagazinePool<TrackedItem> pool = room.NewPool();
            var held = new Stack<TrackedItem>();
            for (int round = 0; round < 2; round++)
            {
                for (int i = 0; i < Held; i++)
                    room.Try(() => held.Push(pool.Get().Take()));

                while (held.Count > 0)
                    pool.Return(held.Pop().Give());
            }

            Assert.Equal(0, pool.GetStatistics().InUse);
            room.End(pool.Dispose);
        },
        ["many at once"] = static room =>
        {
            MagazinePool<TrackedItem> pool = room.NewPool();
            var items = new TrackedItem[Held];
            for (int round = 0; round < 2; round++)
            {
                int length;
                for (int start = 0; start < Held; start += length)
                {
                    length = Math.Min(start + 1, Held - start); // 1, 2, 4, ...
                    Memory<TrackedItem> part = items.AsMemory(start, length);
                    room.Try(() => pool.GetMany(part.Span));
                    foreach (TrackedItem? item in part.Span)
                        item?.Take();
                }

                TrackedItem[] rented = [.. items.Where(static item => item is not null).Select(static item => item.Give())];
                pool.ReturnMany(rented);
                items.AsSpan().Clear();
            }

            Assert.Equal(0, pool.GetStatistics().InUse);
            room.End(pool.Dispose);
        },
        ["many above the limit"] = static room =>
        {
            var pool = new MagazinePool<TrackedItem>(room.Policy, new PoolOptions { MaxRetained = 20, MaxRetainedPerThread = 5 });
            var items = new TrackedItem[50];
            for (int round = 0; round < 3; round++)
            {
                if (!room.Try(() => pool.GetMany(items)))
                {
                    Assert.All(items, Assert.Null);
                    continue;
                }

                foreach (TrackedItem item in items)
                    item.Take().Give();

                pool.ReturnMany(items);
                items.AsSpan().Clear();
            }

            Assert.Equal(0, pool.GetStatistics().InUse);
            room.End(pool.Dispose);
        },
        ["leases"] = static room =>
        {
            var pool = new LeasePool<TrackedItem>(room.Policy, s_options);
            var held = new Stack<PooledLease<TrackedItem>>();
            for (int round = 0; round < 2; round++)
            {
                for (int i = 0; i < Held; i++)
                {
                    if (room.Try(() => held.Push(pool.Rent())))
                        held.Peek().Value.Take();
                }

                while (held.Count > 0)
                {
                    PooledLease<TrackedItem> lease = held.Pop();
                    lease.Value.Give();
                    lease.Dispose();
                }
            }

            Assert.Equal(0, pool.GetStatistics().InUse);
            room.End(pool.Dispose);
        },
        ["another thread's items"] = static room =>
        {
            MagazinePool<TrackedItem> pool = room.NewPool();
            var held = new TrackedItem[Held];
            Action failing = Allocations.Failing!;
            TestThread.Run(() =>
            {
                pool.GetMany(held);
                Allocations.Failing = failing; // of this thread
                pool.ReturnMany(held.AsSpan(0, 1_100));
                foreach (TrackedItem item in held.AsSpan(1_100))
                    pool.Return(item);
            });
            room.Try(() => pool.Return(pool.Get().Take().Give())); // adopts
            room.Try(() => pool.Return(pool.Get().Take().Give()));
            room.Try(pool.Trim);
            room.Try(() => pool.Return(pool.Get().Take().Give()));
            Assert.Equal(0, pool.GetStatistics().InUse);
            room.End(pool.Dispose);
        },
        ["trim and dispose"] = static room =>
        {
            MagazinePool<TrackedItem> pool = room.NewPool();
            var held = new TrackedItem[Held];
            for (int round = 0; round < 2; round++)
            {
                if (!room.Try(() => pool.GetMany(held)))
                    continue;

                pool.ReturnMany(held);
                room.Try(pool.Trim);
            }

            room.End(pool.Dispose);
        },
    };

    public static TheoryData<string> Programs => [.. s_programs.Keys];

    [Theory]
    [MemberData(nameof(Programs))]
    public void AnyAllocation_ThatFails_LosesNoItem(string program)
    {
        foreach (int failures in new[] { 1, 3, int.MaxValue })
        {
            int calls = 0;
            // Each lease that is created allocates: of thousands of such calls, some are enough.
            for (bool fired = true; fired; calls += calls < 50 ? 1 : TestRounds.AreAll ? 17 : 47)
            {
                var room = new Room(calls, failures);
                room.Run(s_programs[program]);
                fired = room.HasFired;
            }

            Assert.True(calls > 3, "The pool should have allocated.");
        }
    }

    private sealed class Room(int first, int failures)
    {
        private int _calls;

        internal TrackedItemPolicy Policy { get; } = new();

        internal bool HasFired { get; private set; }

        internal MagazinePool<TrackedItem> NewPool() => new(Policy, s_options);

        internal bool Try(Action action)
        {
            try
            {
                action();
                return true;
            }
            catch (OutOfMemoryException)
            {
                return false;
            }
        }

        /// <summary>Disposes a pool, a second time if the first one has failed.</summary>
        internal void End(Action dispose)
        {
            if (Try(dispose))
                return;

            Allocations.Failing = null;
            dispose();
        }

        internal void Run(Action<Room> program)
        {
            TestThread.Run(() => // which leaves the pool when it ends
            {
                Allocations.Failing = Fail;
                program(this);
            });
            TestThread.WaitFor( // what a thread gives up at its next access is disposed of on the thread pool
                () => Policy.Items.All(static item => item.Disposals > 0), "the disposal of each item");
            Assert.All(Policy.Items, static item => Assert.Equal(1, item.Disposals));
        }

        private void Fail()
        {
            int call = _calls++;
            if (call < first || call - first >= failures)
                return;

            HasFired = true;
            throw new OutOfMemoryException();
        }
    }
}
