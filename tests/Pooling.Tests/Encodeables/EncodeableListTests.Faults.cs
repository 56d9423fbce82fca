namespace Pooling.Encodeables;

/// <content>Tests parts that fail.</content>
public sealed partial class EncodeableListTests
{
    [Fact]
    public void Clear_OneResetThrows_DropsThatPartAndResetsTheOthers()
    {
        for (int faulty = 0; faulty < 5; faulty++)
        {
            using EncodeablePool<ListNode> pool = EncodeablePool.Create(static () => new ListNode());
            var list = new EncodeableList<ListNode>(pool);
            list.AddRange(7);
            list.Clear();
            ListNode[] parts = list.AddRange(5).ToArray();
            foreach (ListNode part in parts)
                part.Number = 1;

            parts[faulty].OnReset = static _ => throw new InvalidDataException();
            Assert.Throws<InvalidDataException>(list.Clear);

            Assert.Equal((0, 6, 1),
                (pool.GetStatistics().InUse, pool.GetStatistics().RetainedParts, pool.GetStatistics().TotalDropped));
            Assert.Equal(1, parts[faulty].Disposals);
            Assert.All(parts.Where((_, index) => index != faulty), static part => Assert.Equal((0, 2), (part.Number, part.Resets)));
            Assert.Equal(6, list.AddRange(6).ToArray().Distinct().Count());
            Assert.DoesNotContain(parts[faulty], list);
            AssertAllReturned(pool);
        }
    }

    [Fact]
    public void Clear_AllResetsThrow_DropsAllAndThrowsTheFirst()
    {
        int thrown = 0;
        foreach (ListNode part in _list.AddRange(5))
            part.OnReset = _ => throw new InvalidDataException($"{thrown++}");

        Assert.Equal("0", Assert.Throws<InvalidDataException>(_list.Clear).Message);
        Assert.Equal((0, 0, 5),
            (_parts.GetStatistics().InUse, _parts.GetStatistics().RetainedParts, _parts.GetStatistics().TotalDropped));
        _list.AddRange(2);
        _list.Clear();
        AssertAllReturned(_parts);
    }

    [Fact]
    public void Clear_ResetAndDisposeThrow_ReportsOnce()
    {
        using EncodeablePool<ListNode> pool = EncodeablePool.Create(static () => new ListNode());
        var list = new EncodeableList<ListNode>(pool);
        ListNode part = list.Add();
        part.OnReset = static _ => throw new InvalidDataException();
        part.OnDispose = static () => throw new TimeoutException();

        Assert.Throws<InvalidDataException>(list.Clear);
        list.Add().Child = pool.RentUnchecked();
        list.Clear(); // nothing of it remains
        Assert.Equal((0, 1), (pool.GetStatistics().InUse, pool.GetStatistics().RetainedParts));
    }

    [Fact]
    public void Clear_AVisitThrows_DropsThatPart()
    {
        ListNode[] parts = _list.AddRange(3).ToArray();
        parts[1].OnVisit = static _ => throw new InvalidDataException();

        Assert.Throws<InvalidDataException>(_list.Clear);
        Assert.Equal((2, 1), (_parts.GetStatistics().RetainedParts, _parts.GetStatistics().TotalDropped));
    }

    [Fact]
    public void Clear_ANestedObjectThrows_KeepsThePartAndThrows()
    {
        ListNode part = _list.Add();
        part.Child = _parts.RentUnchecked();
        part.Child.OnReset = static _ => throw new InvalidDataException();

        Assert.Throws<InvalidDataException>(_list.Clear);
        Assert.Equal((0, 1, 1),
            (_parts.GetStatistics().InUse, _parts.GetStatistics().RetainedParts, _parts.GetStatistics().TotalDropped));
        Assert.Same(part, _list.Add());
        _list.Clear(); // the failure was reported once
    }

    [Fact]
    public void TryReturn_AnyResetThrows_LeavesPoolsBalanced()
    {
        for (int faulty = 0; faulty < 13; faulty++)
        {
            using EncodeablePool<ListNode> pool = ListNode.CreateRecursivePool();
            PooledRef<ListNode> rental = pool.Rent();
            var all = new List<ListNode>();
            Fill(rental.Value, children: 3, depth: 2, all);
            Assert.Equal(13, all.Count);
            all[faulty].OnReset = node =>
            {
                node.OnReset = null;
                throw new InvalidDataException();
            };

            Assert.Throws<InvalidDataException>(() => rental.TryReturn());
            Assert.Equal(0, pool.GetStatistics().InUse);
            AssertAllReturned(pool);

            var seen = new HashSet<ListNode>();
            using PooledRef<ListNode> next = pool.Rent();
            var used = new List<ListNode>();
            Fill(next.Value, children: 4, depth: 2, used, expectReset: true);
            Assert.All(used, node => Assert.True(seen.Add(node), "A part was handed out twice."));
        }
    }

    [Fact]
    public void Add_AnyCreationThrows_LeavesPoolsBalanced()
    {
        for (int faulty = 0; faulty < 14; faulty++)
        {
            int created = 0;
            EncodeablePool<ListNode>? pool = null;
            pool = EncodeablePool.Create(() => created++ == faulty ? throw new InvalidDataException() : new ListNode(pool!));
            void Decode()
            {
                using PooledRef<ListNode> rental = pool!.Rent();
                Fill(rental.Value, children: 3, depth: 2, [], expectReset: true);
                rental.Value.Parts!.RemoveAt(1);
                rental.Value.Parts.AddRange(2);
            }

            Assert.Throws<InvalidDataException>(Decode);
            Assert.Equal(0, pool.GetStatistics().InUse);
            AssertAllReturned(pool);
            Decode();
            Assert.Equal(0, pool.GetStatistics().InUse);
            AssertAllReturned(pool);
            pool.Dispose();
        }
    }

    [Fact]
    public void Clear_AClockThatThrows_LeavesPoolsBalanced()
    {
        var clock = new Doubles.ManualTimeProvider();
        using EncodeablePool<ListNode> pool = EncodeablePool.Create(static () => new ListNode(),
            options: new Objects.PoolOptions { MaxRetained = 20 }, timeProvider: clock);
        var list = new EncodeableList<ListNode>(pool);
        list.AddRange(30);
        clock.OnRead = static () => throw new InvalidDataException();
        Record.Exception(list.Clear);
        clock.OnRead = static () => { };

        Assert.Equal(0, pool.GetStatistics().InUse);
        AssertAllReturned(pool);
        list.AddRange(10);
        list.Clear();
        Assert.Equal(0, pool.GetStatistics().InUse);
    }

    [Fact]
    public void TryReturn_AfterADecodeThatThrewHalfWay_ResetsWhatWasAdded()
    {
        ListNode message;
        using (PooledRef<ListNode> rental = _messages.Rent())
        {
            message = rental.Value;
            message.Parts!.Add().Number = 1;
            message.Parts.Add().Number = 2;
        }

        Assert.Empty(message.Parts);
        Assert.Equal((0, 2), (_parts.GetStatistics().InUse, _parts.GetStatistics().RetainedParts));
        Assert.All(message.Parts.AddRange(2).ToArray(), static part => Assert.Equal(0, part.Number));
    }

    [Fact]
    public void Scope_AnyResetThrows_LeavesPoolsBalanced()
    {
        for (int faulty = 0; faulty < 4; faulty++)
        {
            using EncodeablePool<ListNode> pool = ListNode.CreateRecursivePool();
            PooledScope scope = PooledScope.Begin();
            var all = new List<ListNode>();
            Fill(scope.Rent(pool), children: 3, depth: 1, all);
            all[faulty].OnReset = static node =>
            {
                node.OnReset = null;
                throw new InvalidDataException();
            };

            Assert.Throws<InvalidDataException>(scope.Dispose);
            Assert.Equal(0, pool.GetStatistics().InUse);
            AssertAllReturned(pool);
        }
    }

    private static void Fill(ListNode node, int children, int depth, List<ListNode> all, bool expectReset = false)
    {
        if (expectReset)
            Assert.Equal((0, 0), (node.Number, node.Parts!.Count));

        node.Number = 1;
        all.Add(node);
        if (depth == 0)
            return;

        for (int i = 0; i < children; i++)
            Fill(node.Parts!.Add(), children, depth - 1, all, expectReset);
    }
}
