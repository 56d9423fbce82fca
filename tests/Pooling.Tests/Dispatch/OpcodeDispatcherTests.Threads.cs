using Pooling.Doubles;

namespace Pooling.Dispatch;

/// <summary>Tests the counters of many threads.</summary>
public sealed partial class OpcodeDispatcherTests
{
    [Fact]
    public void GetTotals_WhileThreadsDispatch_OnlyGrowsAndEndsExact()
    {
        const int Threads = 4;
        const int Rounds = 50_000;
        OpcodeDispatcher<Client> dispatcher = NewBuilder().CountHandled().Build();
        int running = Threads;
        TestThread.RunAll(Threads + 1, index =>
        {
            if (index == Threads)
            {
                OpcodeCounters last = default;
                do
                {
                    OpcodeCounters now = dispatcher.GetTotals();
                    Assert.True(
                        now.Handled >= last.Handled && now.Unknown >= last.Unknown && now.Malformed >= last.Malformed
                            && now.Filtered >= last.Filtered,
                        $"{last}, then {now}");
                    last = now;
                }
                while (Volatile.Read(ref running) > 0);
                return;
            }

            var client = new Client(new Inbox());
            for (int i = 0; i < Rounds; i++)
            {
                dispatcher.Dispatch(in client, Opcode, s_number);
                dispatcher.Dispatch(in client, Opcode, s_malformed);
                dispatcher.Dispatch(in client, Hole, s_number);
                dispatcher.Dispatch(in client, Last, s_number, 0);
            }

            Interlocked.Decrement(ref running);
        });

        const long Each = Threads * Rounds;
        Assert.Equal(Counters(handled: Each, unknown: Each, malformed: Each, filtered: Each), dispatcher.GetTotals());
        Assert.Equal(Counters(handled: Each, malformed: Each), dispatcher.GetCounters(Opcode));
        Assert.Equal(Counters(filtered: Each), dispatcher.GetCounters(Last));
    }

    [Fact]
    public void GetTotals_AfterManyShortThreads_KeepsTheirCounts()
    {
        const int Threads = 2_000;
        OpcodeDispatcher<Client> dispatcher = NewBuilder().CountHandled().Build();
        for (int i = 0; i < Threads; i++)
        {
            var thread = new Thread(() =>
            {
                var client = new Client(new Inbox());
                dispatcher.Dispatch(in client, Opcode, s_number);
                dispatcher.Dispatch(in client, Hole, s_number);
            });
            thread.Start();
            thread.Join();
        }

        Assert.Equal(Counters(handled: Threads, unknown: Threads), dispatcher.GetTotals());
    }

    [Fact]
    public void GetTotals_MoreThreadsThanBlocks_CountsAll()
    {
        const int Threads = DispatchCounters.OwnBlocks + 40;
        OpcodeDispatcher<Client> dispatcher = NewBuilder().CountHandled().Build();
        using var all = new Barrier(Threads);
        int beyond = 0;
        var threads = new Thread[Threads];
        for (int i = 0; i < Threads; i++)
        {
            threads[i] = new Thread(
                () =>
                {
                    if (Environment.CurrentManagedThreadId >= DispatchCounters.OwnBlocks)
                        Interlocked.Increment(ref beyond);

                    all.SignalAndWait();
                    var client = new Client(new Inbox());
                    for (int j = 0; j < 100; j++)
                    {
                        dispatcher.Dispatch(in client, Opcode, s_number);
                        dispatcher.Dispatch(in client, Opcode, s_malformed);
                    }
                },
                128 * 1024)
            { IsBackground = true };
            threads[i].Start();
        }

        foreach (Thread thread in threads)
            Assert.True(thread.Join(TimeSpan.FromMinutes(2)));

        Assert.NotEqual(0, beyond);
        Assert.Equal(Counters(handled: Threads * 100, malformed: Threads * 100), dispatcher.GetCounters(Opcode));
    }
}
