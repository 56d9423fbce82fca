using Pooling.Buffers;

namespace Pooling.Encodeables;

/// <content>Tests lists in parts, and parts in scopes.</content>
public sealed partial class EncodeableListTests
{
    private const int Deep = 200_000;

    [Fact]
    public void Clear_PartsWithLists_KeepsBoth()
    {
        using EncodeablePool<ListNode> pool = ListNode.CreateRecursivePool();
        ListNode message = pool.RentUnchecked();
        var all = new List<ListNode>();
        Fill(message, children: 3, depth: 3, all);
        Assert.True(pool.TryReturn(message));

        Assert.Equal((0, 39), (pool.GetStatistics().InUse, pool.GetStatistics().RetainedParts));
        Assert.Same(message, pool.RentUnchecked());
        var again = new List<ListNode>();
        Fill(message, children: 3, depth: 3, again, expectReset: true);
        Assert.Equal(all, again);
    }

    [Fact]
    public void TryReturn_DeepChain_CostsNoStack()
    {
        using EncodeablePool<ListNode> pool = ListNode.CreateRecursivePool();
        var thread = new Thread(() =>
        {
            for (int i = 0; i < 3; i++)
            {
                PooledRef<ListNode> rental = pool.Rent();
                ListNode node = rental.Value;
                for (int depth = 0; depth < Deep; depth++)
                {
                    Assert.Equal(0, node.Number);
                    node.Number = depth + 1;
                    Assert.Empty(node.Parts!);
                    node = node.Parts!.Add();
                }

                Assert.True(rental.TryReturn());
                Assert.Equal(0, pool.GetStatistics().InUse);
            }
        }, maxStackSize: 512 * 1024);
        thread.Start();
        thread.Join();
        AssertAllReturned(pool);
    }

    [Fact]
    public void TryReturn_DeepChainOfPartsAndNestedObjects_CostsNoStack()
    {
        using EncodeablePool<ListNode> pool = ListNode.CreateRecursivePool();
        var thread = new Thread(() =>
        {
            PooledRef<ListNode> rental = pool.Rent();
            ListNode node = rental.Value;
            for (int depth = 0; depth < Deep / 2; depth++)
            {
                node = node.Parts!.Add();
                node.Child = pool.RentUnchecked();
                node = node.Child;
            }

            Assert.True(rental.TryReturn());
        }, maxStackSize: 512 * 1024);
        thread.Start();
        thread.Join();
        Assert.Equal(0, pool.GetStatistics().InUse);
        AssertAllReturned(pool);
    }

    [Fact]
    public void Trim_DeepChainOfMessages_CostsNoStack()
    {
        using EncodeablePool<ListNode> pool = ListNode.CreateRecursivePool();
        PooledRef<ListNode> rental = pool.Rent();
        ListNode node = rental.Value;
        for (int depth = 0; depth < Deep; depth++)
            node = node.Parts!.Add();

        pool.Dispose();
        Assert.True(rental.TryReturn());
        Assert.Equal((0, 0, 0), (pool.GetStatistics().InUse, pool.GetStatistics().RetainedParts, pool.GetStatistics().Retained));
        AssertAllReturned(pool);
    }

    [Fact]
    public void DetachAt_PartWithAList_TakesItAlong()
    {
        using EncodeablePool<ListNode> pool = ListNode.CreateRecursivePool();
        using PooledRef<ListNode> message = pool.Rent();
        ListNode part = message.Value.Parts!.Add();
        ListNode inner = part.Parts!.Add();
        inner.Number = 3;
        PooledRef<ListNode> detached = message.Value.Parts.DetachAt(0);
        message.Value.Parts.Clear();

        Assert.Equal((1, 3), (part.Parts.Count, inner.Number));
        Assert.True(detached.TryReturn());
        Assert.Equal((0, 1), (part.Parts.Count, pool.GetStatistics().RetainedParts));
    }

    [Fact]
    public void Scope_WithAMessageThatHasParts_LeavesArraysOfTheScopeToTheScope()
    {
        PooledArray<int> ofPart;
        PooledArray<ListNode> items;
        ListNode part;
        using (PooledScope scope = PooledScope.Begin())
        {
            ofPart = scope.RentArray<int>(3); // its lane is the first
            items = scope.RentArray<ListNode>(1);
            ListNode child = scope.Rent(_parts);
            ListNode message = scope.Rent(_messages);
            part = message.Parts!.Add();
            part.Samples = ofPart;
            part.Child = child;
        }

        Assert.Throws<ObjectDisposedException>(() => ofPart.Length);
        Assert.Equal((0, 0, 1),
            (_parts.GetStatistics().InUse, _messages.GetStatistics().InUse, _parts.GetStatistics().RetainedParts));
        Assert.Null(part.Samples);
    }

    [Fact]
    public void Detach_MessageWithParts_TakesWhatTheyRentedAlong()
    {
        PooledRef<ListNode> kept;
        PooledArray<int> samples;
        using (PooledScope scope = PooledScope.Begin())
        {
            ListNode message = scope.Rent(_messages);
            ListNode part = message.Parts!.AddRange(3)[1];
            samples = part.Samples = scope.RentArray<int>(3);
            part.Child = scope.Rent(_parts);
            part.Child.Number = 4;
            kept = scope.Detach(message);
        }

        Assert.Equal((3, 4), (samples.Length, kept.Value.Parts![1].Child!.Number));
        Assert.True(kept.TryReturn());
        Assert.Throws<ObjectDisposedException>(() => samples.Length);
        Assert.Equal((0, 0, 3),
            (_parts.GetStatistics().InUse, _messages.GetStatistics().InUse, _parts.GetStatistics().RetainedParts));
    }

    [Fact]
    public void Detach_APart_IsRefused()
    {
        using PooledScope scope = PooledScope.Begin();
        ListNode message = scope.Rent(_messages);
        ListNode part = message.Parts!.Add();

        Assert.Throws<ArgumentException>(() => scope.Detach(part));
        Assert.False(_parts.TryReturn(part));
        Assert.Equal(EncodeableWord.Kept, EncodeableWord.HolderOf(part.Word));
    }

    [Fact]
    public void TryReturn_OfAStrangerThatRefersToAPart_LeavesThePartAlone()
    {
        ListNode part = _list.Add();
        part.Number = 1;
        PooledRef<ListNode> stranger = _parts.Rent();
        stranger.Value.Child = part;

        Assert.True(stranger.TryReturn());
        Assert.Equal((1, 0), (part.Number, part.Resets));
    }

    [Fact]
    public void TryReturn_FromTheResetOfADeepPart_LeavesNothingUnreset()
    {
        using EncodeablePool<ListNode> pool = ListNode.CreateRecursivePool();
        PooledRef<ListNode> rental = pool.Rent();
        ListNode node = rental.Value;
        for (int depth = 0; depth < 40; depth++)
        {
            PooledRef<ListNode> other = pool.Rent();
            other.Value.Parts!.AddRange(2)[1].Number = 9;
            ListNode otherNode = other.Value;
            node.OnReset = _ =>
            {
                Assert.True(other.TryReturn());
                Assert.Empty(otherNode.Parts!);
            };
            node = node.Parts!.Add();
        }

        Assert.True(rental.TryReturn());
        Assert.Equal(0, pool.GetStatistics().InUse);
        AssertAllReturned(pool);
        while (pool.GetStatistics().Retained > 0)
        {
            ListNode next = pool.RentUnchecked();
            Assert.Equal((0, 0), (next.Number, next.Parts!.Count));
            for (int kept = (int)pool.GetStatistics().RetainedParts; kept > 0 && next.Parts.Count < 3; kept--)
                Assert.Equal(0, next.Parts.Add().Number);
        }
    }
}
