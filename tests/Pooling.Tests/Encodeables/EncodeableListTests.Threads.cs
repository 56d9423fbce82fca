using System.Collections.Concurrent;
using Pooling.Doubles;

namespace Pooling.Encodeables;

/// <content>Tests messages that are passed between threads.</content>
public sealed partial class EncodeableListTests
{
    [Fact]
    public void TryReturn_OnOtherThreads_KeepsPartsWithTheirMessages()
    {
        const int Threads = 8;
        const int Messages = 4_000;
        using var queue = new BlockingCollection<PooledRef<ListNode>>(boundedCapacity: 64);
        int senders = Threads / 2;
        TestThread.RunAll(Threads, index =>
        {
            if (index < Threads / 2)
            {
                var random = new Random(index);
                for (int i = 0; i < Messages; i++)
                {
                    PooledRef<ListNode> rental = _messages.Rent();
                    ListNode message = rental.Value;
                    int count = random.Next(20);
                    message.Number = count;
                    for (int part = 0; part < count; part++)
                    {
                        ListNode added = message.Parts!.Add();
                        Assert.Equal(0, added.Number);
                        added.Number = count;
                    }

                    queue.Add(rental);
                }

                if (Interlocked.Decrement(ref senders) == 0)
                    queue.CompleteAdding();

                return;
            }

            foreach (PooledRef<ListNode> rental in queue.GetConsumingEnumerable())
            {
                ListNode message = rental.Value;
                int count = message.Number;
                Assert.Equal(count, message.Parts!.Count);
                foreach (ListNode part in message.Parts)
                    Assert.Equal(count, part.Number);

                if (count > 10)
                    message.Parts.DetachAt(count / 2).Dispose();

                Assert.True(rental.TryReturn());
            }
        });

        Assert.Equal((0, 0), (_messages.GetStatistics().InUse, _parts.GetStatistics().InUse));
        AssertAllReturned(_messages);
        AssertAllReturned(_parts);
    }

    [Fact]
    public void Clear_ListsOfManyThreads_KeepNoMoreThanThePoolMay()
    {
        const int MaxRetained = 100;
        using EncodeablePool<ListNode> pool = EncodeablePool.Create(static () => new ListNode(),
            options: new Objects.PoolOptions { MaxRetained = MaxRetained });
        TestThread.RunAll(8, index =>
        {
            var random = new Random(index);
            var list = new EncodeableList<ListNode>(pool);
            for (int i = 0; i < 2_000; i++)
            {
                list.AddRange(random.Next(40));
                list.Clear();
                if (i % 100 == 0)
                {
                    Assert.InRange(pool.GetStatistics().RetainedParts, 0, MaxRetained);
                    pool.Trim();
                }
            }

            list.Release();
        });

        Assert.Equal((0, 0), (pool.GetStatistics().InUse, pool.GetStatistics().RetainedParts));
        Assert.InRange(pool.GetStatistics().Retained, 0, MaxRetained + 8 * pool.Store.PerThread);
        pool.Store.AdoptOrphans();
        Assert.InRange(pool.GetStatistics().Retained, 0, MaxRetained); // the eight have ended
        AssertAllReturned(pool);
    }

    [Fact]
    public void DetachAt_RacedByEveryOtherEnd_GivesThePartToTheTokenAlone()
    {
        const int Rounds = 2_000;
        int main = Environment.CurrentManagedThreadId;
        var list = new EncodeableList<ListNode>(_parts);
        ListNode[] parts = list.AddRange(Rounds).ToArray();
        var detached = new PooledRef<ListNode>[Rounds];
        LockStep.Run(Rounds, round =>
        {
            if (Environment.CurrentManagedThreadId == main)
            {
                detached[round] = list.DetachAt(0);
            }
            else
            {
                Assert.False(_parts.TryReturn(parts[round]));
                using PooledRef<ListNode> stranger = _parts.Rent();
                stranger.Value.Child = parts[round];
            }
        });

        for (int round = 0; round < Rounds; round++)
        {
            if (detached[round] == default)
                break; // the time has expired

            Assert.Same(parts[round], detached[round].Value);
            Assert.Equal(0, parts[round].Resets);
            Assert.True(detached[round].TryReturn());
        }

        list.Clear(); // the remaining parts if the time has expired
        Assert.Equal(0, _parts.GetStatistics().InUse);
    }
}
