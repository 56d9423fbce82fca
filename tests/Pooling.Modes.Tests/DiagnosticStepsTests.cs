using Pooling.Buffers;
using Pooling.Diagnostics;
using Pooling.Objects;
using Pooling.Testing;

namespace Pooling.Modes;

/// <summary>Records of diagnostics that fail within an operation of a pool: the operation goes on.</summary>
public sealed class DiagnosticStepsTests
{
    public static TheoryData<PoolingMode, string> Cases
    {
        get
        {
            var cases = new TheoryData<PoolingMode, string>();
            foreach (PoolingMode mode in new[] { PoolingMode.Version, PoolingMode.Leaks })
            {
                foreach (string name in s_programs.Keys)
                    cases.Add(mode, name);
            }

            return cases;
        }
    }

    private static readonly Dictionary<string, Action<Room>> s_programs = new()
    {
        ["one"] = static room =>
        {
            for (int i = 0; i < 3; i++)
                room.Raw.Return(room.Raw.Get());
        },
        ["many"] = static room =>
        {
            var items = new Disposable[4];
            room.Raw.GetMany(items);
            room.Raw.ReturnMany(items);
            room.Raw.GetMany(items);
            room.Raw.ReturnMany(items);
        },
        ["refused"] = static room =>
        {
            Disposable item = room.Raw.Get();
            item.IsRefused = true;
            room.Raw.Return(item);
            var items = new Disposable[3];
            room.Raw.GetMany(items);
            items[1].IsRefused = true;
            room.Raw.ReturnMany(items);
        },
        ["leases"] = static room =>
        {
            for (int i = 0; i < 3; i++)
            {
                using PooledLease<Disposable> first = room.Leases.Rent();
                using PooledLease<Disposable> second = room.Leases.Rent();
            }
        },
        ["shares"] = static room =>
        {
            SharedBuffer share = SharedBuffer.Create("abc"u8, room.Arrays);
            share.Retain().Dispose();
            share.Slice(1).Dispose();
            share.Dispose();
        },
        ["writers"] = static room =>
        {
            using PooledLease<PooledArrayBufferWriter<byte>> writer = room.Writers.Rent();
            writer.Value.Write([1]);
            using PooledLease<SegmentedBufferWriter> segmented = room.Writers.RentSegmented();
            segmented.Value.Write(new byte[100_000]);
        },
    };

    [Theory]
    [MemberData(nameof(Cases))]
    public void AnyStep_ThatFails_LosesNoItem(PoolingMode mode, string program)
    {
        using var scope = new ModeScope(mode);
        foreach (Type type in new[] { typeof(ThreadInterruptedException), typeof(OutOfMemoryException) })
        {
            int steps = int.MaxValue;
            for (int k = 1; steps >= k; k++)
            {
                using var room = new Room();
                steps = Run(room, s_programs[program], k, type);
                if (steps >= k && type == typeof(ThreadInterruptedException))
                    // saved for this wait
                    Assert.Throws<ThreadInterruptedException>(static () => Thread.Sleep(Timeout.Infinite));

                room.AssertNothingLost(mode);
            }

            Assert.True(steps > 3, "The program has no steps of diagnostics.");
        }
    }

    [Fact]
    public void Return_ASecondTimeAfterItsStackWasNotRecorded_IsRefused()
    {
        using var scope = new ModeScope(PoolingMode.Version);
        using var room = new Room();
        Disposable item = room.Raw.Get();
        Run(room, room => room.Raw.Return(item), 1, typeof(OutOfMemoryException));

        string message = Assert.Throws<InvalidOperationException>(() => room.Raw.Return(item)).Message;
        Assert.DoesNotContain("here", message, StringComparison.Ordinal);
        Assert.Equal(1, item.Disposals);
    }

    [Fact]
    public void Rental_WhoseStackWasNotRecorded_IsReportedWithoutOne()
    {
        using var scope = new ModeScope(PoolingMode.Leaks);
        using LeasePool<Item> pool = LeasePool.Create<Item>(new PoolOptions { Name = "without a stack" });
        int steps = 0;
        Collector.Lose(() =>
        {
            DiagnosticSteps.Failing = () =>
            {
                if (++steps == 2) // the first one is the whole record
                    throw new OutOfMemoryException();
            };
            _ = pool.Rent();
        });

        RentalPlace leak = Assert.Single(
            PoolingDiagnostics.GetLeaks(), static leak => leak.PoolName == "without a stack");
        Assert.Equal("", leak.StackTrace);
    }

    /// <returns>The number of steps.</returns>
    private static int Run(Room room, Action<Room> program, int failing, Type type)
    {
        int steps = 0;
        DiagnosticSteps.Failing = () =>
        {
            if (++steps == failing)
                throw (Exception)Activator.CreateInstance(type)!;
        };
        try
        {
            program(room);
        }
        finally
        {
            DiagnosticSteps.Failing = null;
        }

        return steps;
    }

    private sealed class Disposable : IDisposable
    {
        internal int Disposals { get; private set; }

        internal bool IsRefused { get; set; }

        public void Dispose() => Disposals++;
    }

    private sealed class Room : IDisposable
    {
        private readonly List<Disposable> _items = [];

        internal Room()
        {
            Raw = MagazinePool.Create(Create, static item => !item.IsRefused);
            Leases = LeasePool.Create(Create, static item => !item.IsRefused);
            Writers = new BufferWriterPool(arrayPool: Arrays);
        }

        internal TestArrayPool<byte> Arrays { get; } = new();

        internal MagazinePool<Disposable> Raw { get; }

        internal LeasePool<Disposable> Leases { get; }

        internal BufferWriterPool Writers { get; }

        internal void AssertNothingLost(PoolingMode mode)
        {
            PoolStatistics[] all = [Raw.GetStatistics(), Leases.GetStatistics(), Writers.GetStatistics()];
            Assert.All(all, static statistics => Assert.Equal(0, statistics.InUse));
            if (mode == PoolingMode.Version)
                Assert.All(_items, static item => Assert.Equal(1, item.Disposals));

            Assert.Equal(all[0].TotalDropped + all[1].TotalDropped, _items.Sum(static item => item.Disposals));
            Dispose();
            Assert.All(_items, static item => Assert.Equal(1, item.Disposals));
            Arrays.AssertAllReturned();
        }

        public void Dispose()
        {
            Raw.Dispose();
            Leases.Dispose();
            Writers.Dispose();
        }

        private Disposable Create()
        {
            var item = new Disposable();
            _items.Add(item);
            return item;
        }
    }
}
