using System.Diagnostics;
using System.Threading.Channels;
using Pooling.Doubles;
using Pooling.Objects;

namespace Pooling.Queues;

// Tests Dispose by any thread, beside a reader and writers: each item has one owner, and none is left.
public sealed partial class RingChannelTests
{
    [Theory]
    [MemberData(nameof(Rings))]
    public async Task Dispose_ByAnotherThread_GivesEachLeaseOneOwner(bool singleReader, bool singleWriter)
    {
        LeasePool<StrongBox> pool = LeasePool.Create(static () => new StrongBox());
        for (int round = 0; round < 300; round++)
        {
            RingChannel<PooledLease<StrongBox>> channel = Create<PooledLease<StrongBox>>(8, singleReader, singleWriter);
            using var start = new Barrier(3);
            Task writing = Task.Run(() =>
            {
                start.SignalAndWait();
                while (true)
                {
                    PooledLease<StrongBox> lease = pool.Rent();
                    if (channel.Writer.TryWrite(lease))
                        continue;

                    Assert.True(lease.TryReturn());
                    if (channel.Reader.Completion.IsCompleted)
                        return;
                }
            });
            Task reading = Task.Run(async () =>
            {
                start.SignalAndWait();
                while (await channel.Reader.WaitToReadAsync())
                {
                    while (channel.Reader.TryRead(out PooledLease<StrongBox> lease))
                    {
                        lease.Value.Number++;
                        Assert.True(lease.TryReturn());
                    }
                }
            });
            start.SignalAndWait();
            Thread.SpinWait(round * 20);
            channel.Dispose();
            await writing;
            await reading;
            await channel.Reader.Completion;

            Assert.False(channel.Reader.TryRead(out _));
            Assert.Equal(0, pool.GetStatistics().InUse);
        }
    }

    [Fact]
    public void Dispose_WhileTheReaderIsInTheRing_LeavesTheRestToIt()
    {
        var hooks = new RingHooks();
        TrackedItem[] items = [new(), new(), new()];
        var core = new RingChannelCore<TrackedItem, HookedRing<TrackedItem, MpscRing<TrackedItem, ProcessorAtomics>>>(
            new HookedRing<TrackedItem, MpscRing<TrackedItem, ProcessorAtomics>>(new MpscRing<TrackedItem, ProcessorAtomics>(4), hooks),
            BoundedChannelFullMode.Wait, singleReader: true, singleWriter: false, resumesInline: false, dropped: null);
        Assert.All(items, item => Assert.True(core.TryWrite(item)));
        hooks.Dequeuing = () =>
        {
            hooks.Dequeuing = null;
            TestThread.Run(core.Dispose);
            Assert.All(items, static item => Assert.Equal(0, item.Disposals));
        };

        Assert.True(core.TryRead(out TrackedItem first));

        Assert.Same(items[0], first);
        Assert.Equal([0, 1, 1], items.Select(static item => item.Disposals));
        Assert.True(core.Completion.IsCompleted);
        Assert.False(core.TryRead(out _));
        Assert.False(core.TryPeek(out _));
    }

    [Fact]
    public async Task Dispose_WithoutAReader_LeavesReadersNothing()
    {
        TrackedItem[] items = [new(), new()];
        RingChannel<TrackedItem> channel = Create<TrackedItem>(4, singleReader: true, singleWriter: true);
        Assert.All(items, item => Assert.True(channel.Writer.TryWrite(item)));
        items[0].Disposing = () => // while the channel still has an item
        {
            Assert.False(channel.Reader.TryRead(out _));
            Assert.False(channel.Reader.TryPeek(out _));
            Assert.False(channel.Reader.WaitToReadAsync().AsTask().Result);
            channel.Dispose();
        };

        TestThread.Run(channel.Dispose);

        Assert.Equal([1, 1], items.Select(static item => item.Disposals));
        await channel.Reader.Completion;
        await Assert.ThrowsAsync<ChannelClosedException>(() => channel.Reader.ReadAsync().AsTask());
    }

    // Between the writer's look at the limit and its item.
    [Fact]
    public void Dispose_WhileTheSingleWriterIsInTheRing_LeavesItsItemToIt()
    {
        var item = new TrackedItem();
        int access = 0;
        do
        {
            var core = new RingChannelCore<TrackedItem, SpscRing<TrackedItem, ScriptedAtomics>>(
                new SpscRing<TrackedItem, ScriptedAtomics>(4), BoundedChannelFullMode.Wait, singleReader: true, singleWriter: true,
                resumesInline: false, dropped: null);
            item = new TrackedItem();
            bool isDisposed = false;
            ScriptedAtomics.Before(access, () =>
            {
                TestThread.Run(core.Dispose);
                isDisposed = true;
            });
            bool written = core.TryWrite(item);
            ScriptedAtomics.Forget();

            Assert.Equal(written && isDisposed ? 1 : 0, item.Disposals);
            Assert.Equal(!isDisposed, core.TryRead(out _));
            if (!isDisposed)
                return;
        }
        while (access++ < 100);

        Assert.Fail("The writer did not end.");
    }

    // The single reader enters before the end, and finds nothing. The single writer has looked at the limit before the
    // end, and adds its item after it. Then the reader leaves and looks for items, while the writer adds its item and
    // looks for the reader. Without a fence on both sides, each can miss the other. A race: without the fence of the
    // reader it loses up to one item in 60, but none if the two seldom run at the same moment.
    [Fact]
    public void Dispose_BeforeALateItemWhileTheReaderLeaves_DisposesIt()
    {
        const int Delays = 4_096;
        const int LastOfReader = 3; // it stores its copy of the tail, and leaves
        const int LastOfWriter = 4; // it publishes the item
        int rounds = TestRounds.Of(20_000); // fewer on a machine that needs long for them
        var cold = new byte[1 << 24];
        RingChannelCore<TrackedItem, SpscRing<TrackedItem, ScriptedAtomics>>? core = null;
        int begun = 0;
        int entered = 0;
        int stopped = 0;
        int left = 0;
        bool isRead = false;
        int lost = 0;
        var time = Stopwatch.StartNew();
        TestThread.RunAll(2, index =>
        {
            for (int round = 1; round <= rounds; round++)
            {
                if (index == 0)
                    Read(round);
                else
                    Write(round);
            }
        });

        Assert.Equal(0, lost);

        void Read(int round)
        {
            Await(ref begun, round);
            ScriptedAtomics.Before(LastOfReader, () =>
            {
                Volatile.Write(ref entered, round);
                Await(ref stopped, round);
                for (int i = 0; i < 8; i++) // its next stores wait for these, and its next loads do not
                    cold[((round * 8L) + i) * 4_160 % cold.Length] = 1;
            });
            isRead = core!.TryRead(out _);
            Volatile.Write(ref left, round);
        }

        void Write(int round)
        {
            core = new RingChannelCore<TrackedItem, SpscRing<TrackedItem, ScriptedAtomics>>(
                new SpscRing<TrackedItem, ScriptedAtomics>(4), BoundedChannelFullMode.Wait, singleReader: true,
                singleWriter: true, resumesInline: false, dropped: null);
            var item = new TrackedItem();
            if (time.Elapsed > TimeSpan.FromSeconds(10))
                rounds = round; // the last one of the reader, too, which looks at it after it has seen the begin

            Volatile.Write(ref begun, round);
            Await(ref entered, round);
            ScriptedAtomics.Before(LastOfWriter, () =>
            {
                core.Dispose();
                Volatile.Write(ref stopped, round);
                for (int i = round % Delays; i > 0; i--) // until about when the reader leaves
                    Volatile.Read(ref left);
            });
            Assert.True(core.TryWrite(item));
            Await(ref left, round);
            lost += isRead || item.Disposals == 1 ? 0 : 1;
        }

        static void Await(ref int location, int value)
        {
            for (int i = 0; i < 50_000; i++) // as long as the end takes
            {
                if (Volatile.Read(ref location) == value)
                    return;
            }

            SpinWait spin = default;
            while (Volatile.Read(ref location) != value)
                spin.SpinOnce();
        }
    }
}
