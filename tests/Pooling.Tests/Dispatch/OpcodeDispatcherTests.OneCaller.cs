using System.Runtime.CompilerServices;
using Pooling.Doubles;

namespace Pooling.Dispatch;

/// <summary>Dispatchers that count for one caller.</summary>
public sealed partial class OpcodeDispatcherTests
{
    [Fact]
    public void ForOneCaller_OfADispatcher_CountsTogetherWithIt()
    {
        OpcodeDispatcher<Client> source = NewBuilder().OnFault(Record).Build();
        OpcodeDispatcher<Client> own = source.ForOneCaller();
        OpcodeDispatcher<Client> another = own.ForOneCaller();

        Assert.Equal(DispatchStatus.Handled, source.Dispatch(in _client, Opcode, s_number));
        Assert.Equal(DispatchStatus.Handled, own.Dispatch(in _client, Opcode, s_number));
        Assert.Equal(DispatchStatus.Handled, own.Dispatch(in _client, Last, s_number));
        Assert.Equal(DispatchStatus.Handled, another.Dispatch(in _client, Opcode, s_number));

        Assert.Equal(4, _inbox.Handled);
        foreach (OpcodeDispatcher<Client> dispatcher in new[] { source, own, another })
        {
            Assert.Equal(Counters(handled: 3), dispatcher.GetCounters(Opcode));
            Assert.Equal(Counters(handled: 1), dispatcher.GetCounters(Last));
            Assert.Equal(Counters(handled: 4), dispatcher.GetTotals());
            Assert.True(dispatcher.Handles(Last));
            Assert.False(dispatcher.Handles(Hole));
        }
    }

    [Fact]
    public void ForOneCaller_EveryOtherStatus_IsCounted()
    {
        OpcodeDispatcher<Client> source = NewBuilder().OnFault(Record).Build();
        OpcodeDispatcher<Client> own = source.ForOneCaller();

        Assert.Equal(DispatchStatus.Malformed, own.Dispatch(in _client, Opcode, s_malformed));
        Assert.Equal(DispatchStatus.Filtered, own.Dispatch(in _client, Opcode, s_number, 0));
        Assert.Equal(DispatchStatus.Unknown, own.Dispatch(in _client, Hole, s_number));
        _inbox.Faults.ThrowOn = 1;
        Assert.Equal(DispatchStatus.Faulted, own.Dispatch(in _client, Opcode, s_number));

        Assert.Single(_faults);
        Assert.Equal(Counters(malformed: 1, filtered: 1, faulted: 1), source.GetCounters(Opcode));
        Assert.Equal(Counters(unknown: 1, malformed: 1, filtered: 1, faulted: 1), source.GetTotals());
    }

    [Fact]
    public void ForOneCaller_OfEachThread_OnlyGrowsAndEndsExact()
    {
        const int Threads = 4;
        const int Rounds = 50_000;
        OpcodeDispatcher<Client> source = NewBuilder().Build();
        int running = Threads;
        TestThread.RunAll(Threads + 1, index =>
        {
            if (index == Threads)
            {
                long last = 0;
                do
                {
                    long now = source.GetTotals().Handled;
                    Assert.True(now >= last, $"{last}, then {now}");
                    last = now;
                }
                while (Volatile.Read(ref running) > 0);
                return;
            }

            var client = new Client(new Inbox());
            OpcodeDispatcher<Client> own = source.ForOneCaller();
            for (int i = 0; i < Rounds; i++)
            {
                own.Dispatch(in client, Opcode, s_number);
                own.Dispatch(in client, Opcode, s_malformed);
                source.Dispatch(in client, Last, s_number);
            }

            Interlocked.Decrement(ref running);
        });

        const long Each = Threads * Rounds;
        Assert.Equal(Counters(handled: Each, malformed: Each), source.GetCounters(Opcode));
        Assert.Equal(Counters(handled: Each), source.GetCounters(Last));
    }

    [Fact]
    [Trait("Category", "Gc")]
    public void ForOneCaller_OfCallersThatAreGone_KeepsTheirCountsAndNoMoreBlocks()
    {
        var counters = new DispatchCounters([Opcode, Last]);
        CallerLane other = counters.OpenLane();
        long[] first = CountOnce(counters)[0];
        Assert.NotSame(first, other.Block);
        Collector.Collect();

        long[] next = CountOnce(counters)[0];

        Assert.Same(first, next);
        Assert.Equal(2, counters.Of(Last).Handled);
        Assert.Equal(2, counters.OfAll().Handled);
        GC.KeepAlive(other);
    }

    [Fact]
    [Trait("Category", "Gc")]
    public void Free_OfManyBlocks_GivesEachOutOnce()
    {
        const int Lanes = 50;
        var counters = new DispatchCounters([Opcode]);
        HashSet<long[]> blocks = [.. CountOnce(counters, Lanes)];
        Assert.Equal(Lanes, blocks.Count);
        Collector.Collect();

        CallerLane[] lanes = [.. Enumerable.Range(0, Lanes).Select(_ => counters.OpenLane())];

        Assert.Equal(Lanes, lanes.Select(static lane => lane.Block).Distinct().Count());
        Assert.True(blocks.SetEquals(lanes.Select(static lane => lane.Block)));
        Assert.Equal(Lanes, counters.OfAll().Handled);
        GC.KeepAlive(lanes);
    }

#if !NETFRAMEWORK
    [Fact]
    [Trait("Category", "Allocation")]
    public void ForOneCaller_Dispatching_AllocatesNothing()
    {
        OpcodeDispatcher<Client> own = NewBuilder().Build().ForOneCaller();

        Assert.Equal(0, Allocated.By(() => own.Dispatch(in _client, Opcode, s_number)));
    }
#endif

    // On a thread of its own, so that nothing of the lanes is left on a stack.
    private static long[][] CountOnce(DispatchCounters counters, int lanes = 1)
    {
        long[][] blocks = [];
        TestThread.Run(() => blocks = OpenAndCount(counters, lanes));
        return blocks;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static long[][] OpenAndCount(DispatchCounters counters, int count)
    {
        CallerLane[] lanes = [.. Enumerable.Range(0, count).Select(_ => counters.OpenLane())];
        foreach (CallerLane lane in lanes)
            DispatchCounters.AddHandled(lane.Block, counters.SlotOf(Last));

        long[][] blocks = [.. lanes.Select(static lane => lane.Block)];
        GC.KeepAlive(lanes); // all at once: a block that is free is given out again
        return blocks;
    }
}
