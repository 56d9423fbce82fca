using Pooling.Doubles;

namespace Pooling.Encodeables;

/// <content>Tests constructors, resets and disposals of parts that throw, on each call and at each level of nesting.</content>
public sealed partial class EncodeableListTests
{
    private const int Wide = 2;

    public static TheoryData<int, bool, bool> Faults()
    {
        var all = new TheoryData<int, bool, bool>();
        foreach (int levels in new[] { 1, 2, 3, 15, 16, 17, 20 })
        {
            foreach (bool isAfter in new[] { false, true })
            {
                all.Add(levels, isAfter, false);
                all.Add(levels, isAfter, true);
            }
        }

        return all;
    }

    [Theory]
    [MemberData(nameof(Faults))]
    public void Clear_ThrowAtEachCall_LosesOnlyWhatFailed(int levels, bool isAfter, bool hasNested) => TestThread.Run(() =>
    {
        int nodes = FaultyNode.CountOf(levels, Wide);
        for (int k = 1; k <= nodes; k++)
        {
            using EncodeablePool<FaultyNode> pool = FaultyNode.CreatePool(hasNested);
            var list = new EncodeableList<FaultyNode>(pool);
            FaultyNode.Fill(list, levels, Wide);
            FaultyNode.FailAt(Hook.Reset, k, isAfter);
            InjectedFaultException? thrown = Record.Exception(list.Clear) as InjectedFaultException;
            FaultyNode.FailAt(Hook.None, 0, isAfter);

            // one part is dropped with its kept parts: none, if its own list was not yet cleared
            Assert.NotNull(thrown);
            Assert.Equal((0, 1), (pool.GetStatistics().InUse, pool.GetStatistics().TotalDropped));
            AssertAllReturned(pool);
            FaultyNode.Fill(list, levels, Wide); // fails if a part is not equal to a new one
            FaultyNode.AssertDistinct(list);
            list.Clear();
            Assert.Equal(0, pool.GetStatistics().InUse);
            AssertAllReturned(pool);
        }

        AssertThreadAtTop();
    });

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Add_ConstructorThrowsAtEachCall_LeavesEverythingElse(bool isAfter) => TestThread.Run(() =>
    {
        const int Levels = 3;
        for (int k = 1; k <= FaultyNode.CountOf(Levels, Wide); k++)
        {
            using EncodeablePool<FaultyNode> pool = FaultyNode.CreatePool(hasNested: false);
            var list = new EncodeableList<FaultyNode>(pool);
            FaultyNode.FailAt(Hook.Create, k, isAfter);
            Assert.Throws<InjectedFaultException>(() => FaultyNode.Fill(list, Levels, Wide));
            FaultyNode.FailAt(Hook.None, 0, isAfter);
            list.Clear();

            Assert.Equal((0, k - 1, k - 1),
                (pool.GetStatistics().InUse, pool.GetStatistics().RetainedParts, pool.GetStatistics().TotalCreated));
            AssertAllReturned(pool);
            FaultyNode.Fill(list, Levels, Wide);
            FaultyNode.AssertDistinct(list);
            list.Clear();
            Assert.Equal(FaultyNode.CountOf(Levels, Wide), pool.GetStatistics().RetainedParts);
        }

        AssertThreadAtTop();
    });

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Trim_DisposeThrowsAtEachCall_DropsAllTheSame(bool isAfter) => TestThread.Run(() =>
    {
        const int Levels = 3;
        int nodes = FaultyNode.CountOf(Levels, Wide);
        for (int k = 1; k <= nodes; k++)
        {
            EncodeablePool<FaultyNode> pool = FaultyNode.CreatePool(hasNested: false);
            var list = new EncodeableList<FaultyNode>(pool);
            FaultyNode.Fill(list, Levels, Wide);
            FaultyNode.FailAt(Hook.Dispose, k, isAfter);
            pool.Dispose();
            Assert.IsType<InjectedFaultException>(Record.Exception(list.Clear));
            FaultyNode.FailAt(Hook.None, 0, isAfter);

            Assert.Equal((0, 0, nodes),
                (pool.GetStatistics().InUse, pool.GetStatistics().RetainedParts, pool.GetStatistics().TotalDropped));
        }

        AssertThreadAtTop();
    });

    [Fact]
    public void Trim_WithoutMemoryAtAnyCall_DisposesTheMessage()
    {
        int calls = 0;
        for (bool fired = true; fired; calls++)
        {
            fired = false;
            int left = calls;
            ListNode? message = null;
            TestThread.Run(() => // a new one, which has no memory for objects that wait yet
            {
                using EncodeablePool<ListNode> pool = ListNode.CreateRecursivePool();
                message = pool.RentUnchecked();
                message.Parts!.Add();
                pool.TryReturn(message);
                try
                {
                    Allocations.Failing = () =>
                    {
                        fired = left-- == 0 || fired;
                        if (left == -1)
                            throw new OutOfMemoryException();
                    };
                    pool.Trim();
                }
                catch (OutOfMemoryException)
                {
                    Assert.True(fired);
                }
                finally
                {
                    Allocations.Failing = null;
                }
            });

            Assert.Equal(1, message!.Disposals);
        }

        Assert.True(calls > 1, "A trim should have allocated.");
    }

    [Theory]
    [MemberData(nameof(Changes))]
    public void AnyChange_FromTheConstructorOfAPart_IsRefused(string change) => TestThread.Run(() =>
    {
        EncodeableList<ListNode>? list = null;
        Exception? refused = null;
        bool acts = false;
        using EncodeablePool<ListNode> pool = EncodeablePool.Create(() =>
        {
            if (acts)
                refused = Record.Exception(() => s_changes[change](list!));

            return new ListNode();
        });
        list = new EncodeableList<ListNode>(pool);
        foreach (int used in new[] { 0, 1, 3, 4 }) // 4 is the size of a small list
        {
            list.AddRange(used);
            acts = true;
            refused = null;
            list.Add();
            acts = false;

            Assert.IsType<InvalidOperationException>(refused);
            Assert.Equal(used + 1, list.Distinct().Count());
            list.Clear();
            list.Release();
            pool.Trim();
            Assert.Equal((0, 0, 0),
                (pool.GetStatistics().InUse, pool.GetStatistics().RetainedParts, pool.GetStatistics().Retained));
        }

        AssertThreadAtTop();
    });

    [Theory]
    [MemberData(nameof(Changes))]
    public void AnyChange_FromTheDisposalOfAPart_IsRefused(string change) => TestThread.Run(() =>
    {
        EncodeablePool<ListNode> pool = EncodeablePool.Create(static () => new ListNode());
        var list = new EncodeableList<ListNode>(pool);
        var refused = new List<Exception?>();
        foreach (ListNode part in list.AddRange(3))
            part.OnDispose = () => refused.Add(Record.Exception(() => s_changes[change](list)));

        pool.Dispose();
        list.Clear();

        Assert.Equal(3, refused.Count);
        Assert.All(refused, static each => Assert.IsType<InvalidOperationException>(each));
        Assert.Equal((0, 0, 3),
            (pool.GetStatistics().InUse, pool.GetStatistics().RetainedParts, pool.GetStatistics().TotalDropped));
        AssertThreadAtTop();
    });

    [Fact]
    public void RemoveAt_ResetThatUsesTheList_IsRefusedAndLeavesTheOthers()
    {
        foreach (KeyValuePair<string, Action<EncodeableList<ListNode>>> change in s_changes)
        {
            using EncodeablePool<ListNode> pool = EncodeablePool.Create(static () => new ListNode());
            var list = new EncodeableList<ListNode>(pool);
            ListNode[] parts = list.AddRange(4).ToArray();
            Exception? refused = null;
            parts[1].OnReset = _ => refused = Record.Exception(() => change.Value(list));
            list.RemoveAt(1);

            Assert.True(refused is InvalidOperationException, change.Key);
            Assert.Equal([parts[0], parts[2], parts[3]], list);
            Assert.Same(parts[1], list.Add());
        }
    }

    [Fact]
    public void VisitNested_ThatCopiesTheVisitor_LeavesTheThreadAtItsTopLevel() => TestThread.Run(() =>
    {
        using EncodeablePool<CopyingNode> pool = EncodeablePool.Create(static () => new CopyingNode());
        var list = new EncodeableList<CopyingNode>(pool);
        for (int i = 0; i < 30; i++)
        {
            list.Add().Child = _parts.RentUnchecked();
            list.Clear();
        }

        Assert.Equal((0, 0), (pool.GetStatistics().InUse, _parts.GetStatistics().InUse));
        AssertThreadAtTop();
    });

    private sealed class CopyingNode : IPooledEncodeable
    {
        private EncodeableState _poolState;

        internal ListNode? Child { get; set; }

        ref EncodeableState IPooledEncodeable.PoolState => ref _poolState;

        void IPooledEncodeable.Reset() => Child = null;

        void IPooledEncodeable.VisitNested(ref NestedVisitor nested)
        {
            NestedVisitor copy = nested;
            copy.Visit(Child);
        }
    }
}
