using Pooling.Diagnostics;
using Pooling.Objects;

namespace Pooling.Encodeables;

/// <summary>Tests the parts of a list while it is used. The parts that it keeps have separate tests.</summary>
public sealed partial class EncodeableListTests : IDisposable
{
    private static readonly PoolOptions s_untrimmed = new() { TrimAfter = Timeout.InfiniteTimeSpan };

    private readonly EncodeablePool<ListNode> _parts =
        EncodeablePool.Create(static () => new ListNode(), options: s_untrimmed);

    private readonly EncodeablePool<ListNode> _messages;
    private readonly EncodeableList<ListNode> _list;

    public EncodeableListTests()
    {
        _messages = EncodeablePool.Create(() => new ListNode(_parts), options: s_untrimmed);
        _list = new EncodeableList<ListNode>(_parts);
    }

    public void Dispose()
    {
        _messages.Dispose();
        _parts.Dispose();
    }

    [Fact]
    public void Constructor_WithoutAPool_Throws() =>
        Assert.Throws<ArgumentNullException>("pool", static () => new EncodeableList<ListNode>(null!));

    [Fact]
    public void Constructor_NegativeMaxKept_Throws() =>
        Assert.Throws<ArgumentOutOfRangeException>("maxKept", () => new EncodeableList<ListNode>(_parts, -1));

    [Fact]
    public void Add_ToANewList_GivesNewParts()
    {
        ListNode first = _list.Add();
        ListNode second = _list.Add();

        Assert.NotSame(first, second);
        Assert.Equal(2, _list.Count);
        Assert.Equal([first, second], _list);
        Assert.Equal([first, second], _list.Span.ToArray());
        Assert.Equal([first, second], _list.Memory.ToArray());
        Assert.Same(second, _list[1]);
    }

    [Fact]
    public void AsMemory_OfABaseType_ShowsTheSameParts()
    {
        ListNode first = _list.Add();
        ListNode second = _list.Add();
        _list.Add();
        _list.RemoveLast();

        ReadOnlyMemory<IPooledEncodeable> parts = _list.AsMemory<IPooledEncodeable>();

        Assert.Equal([first, second], parts.ToArray());
        Assert.Same(second, parts.Span[1]);
        Assert.Equal([first, second], _list.AsMemory<object>().ToArray());
        Assert.Throws<InvalidCastException>(() => _list.AsMemory<string>());
        Assert.Throws<InvalidCastException>(() => new EncodeableList<ListNode>(_parts).AsMemory<string>());
    }

    [Fact]
    public void Add_AfterClear_GivesTheSamePartsReset()
    {
        ListNode first = _list.Add();
        ListNode second = _list.Add();
        first.Number = 1;
        second.Number = 2;
        _list.Clear();

        Assert.Empty(_list);
        Assert.Same(first, _list.Add());
        Assert.Same(second, _list.Add());
        Assert.Equal((0, 0), (first.Number, second.Number));
    }

    [Fact]
    public void Add_PoolDisposed_GivesKeptPartsThenThrows()
    {
        ListNode kept = _list.Add();
        _list.Clear();
        _parts.Dispose();

        Assert.Same(kept, _list.Add());
        Assert.Throws<ObjectDisposedException>(() => _list.Add());
        Assert.Single(_list);
        _list.Clear();
        Assert.Equal(1, kept.Disposals);
        Assert.Throws<ObjectDisposedException>(() => _list.Add());
    }

    [Fact]
    public void Add_CreationFails_LeavesTheListAsItWas()
    {
        bool fails = false;
        using EncodeablePool<ListNode> pool = EncodeablePool.Create(() => fails ? throw new InvalidDataException() : new ListNode());
        var list = new EncodeableList<ListNode>(pool);
        ListNode part = list.Add();
        fails = true;

        Assert.Throws<InvalidDataException>(() => list.Add());
        Assert.Throws<InvalidDataException>(() => { list.AddRange(3); });
        Assert.Equal([part], list);
        list.Clear();
        Assert.Equal((0, 1), (pool.GetStatistics().InUse, pool.GetStatistics().RetainedParts));
    }

    [Theory]
    [InlineData(-1, 10)]
    [InlineData(11, 10)]
    [InlineData(PooledScope.DefaultMaxLength + 1, PooledScope.DefaultMaxLength)]
    public void AddRange_CountOutOfRange_ThrowsBeforeAnythingIsRented(int count, int maxLength)
    {
        Assert.Throws<ArgumentOutOfRangeException>("count", () => { _list.AddRange(count, maxLength); });
        Assert.Equal(0, _parts.GetStatistics().TotalRented);
        Assert.Empty(_list);
    }

    [Fact]
    public void AddRange_SomeKept_GivesKeptOnesFirst()
    {
        ListNode[] kept = _list.AddRange(3).ToArray();
        _list.Clear();
        ListNode first = _list.Add();
        ListNode[] added = _list.AddRange(4).ToArray();

        Assert.Same(kept[0], first);
        Assert.Equal(kept.Skip(1), added.Take(2));
        Assert.Equal(5, _list.Distinct().Count());
        Assert.Equal(0, _list.AddRange(0).Length);
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(2)]
    public void Indexer_OutOfRange_Throws(int index)
    {
        _list.AddRange(2);
        Assert.Throws<ArgumentOutOfRangeException>("index", () => _list[index]);
        Assert.Throws<ArgumentOutOfRangeException>("index", () => _list.RemoveAt(index));
        Assert.Throws<ArgumentOutOfRangeException>("index", () => _list.DetachAt(index));
    }

    [Fact]
    public void Indexer_OfAKeptPart_Throws()
    {
        _list.AddRange(2);
        _list.Clear();
        Assert.Throws<ArgumentOutOfRangeException>("index", () => _list[0]);
    }

    [Fact]
    public void EnsureCapacity_RentsNothing()
    {
        Assert.True(_list.EnsureCapacity(100) >= 100);
        Assert.Equal(0, _parts.GetStatistics().TotalRented);
        Assert.Throws<ArgumentOutOfRangeException>("capacity", () => _list.EnsureCapacity(-1));
        Assert.True(_list.EnsureCapacity(0) >= 100);
    }

    [Fact]
    public void Clear_ResetsExactlyWhatWasUsed()
    {
        ListNode[] parts = _list.AddRange(3).ToArray();
        _list.Clear();
        _list.Add();
        _list.Clear();

        Assert.Equal([2, 1, 1], parts.Select(static part => part.Resets));
    }

    [Fact]
    public void Clear_NestedArraysAndObjects_AreReturned()
    {
        ListNode part = _list.Add();
        part.Samples = EncodeablePool.RentArray<int>(10);
        part.Child = _parts.RentUnchecked();
        ListNode child = part.Child;
        int resets = -1;
        part.OnReset = _ => resets = child.Resets;
        _list.Clear();

        Assert.Equal(1, resets); // before the part itself
        Assert.Null(part.Samples);
        Assert.Equal((0, 1), (_parts.GetStatistics().InUse, _parts.GetStatistics().RetainedParts));
    }

    [Fact]
    public void RemoveLast_ResetsAndKeepsIt()
    {
        ListNode first = _list.Add();
        ListNode last = _list.Add();
        last.Number = 5;
        _list.RemoveLast();

        Assert.Equal([first], _list);
        Assert.Equal((0, 1), (last.Number, last.Resets));
        Assert.Same(last, _list.Add());
    }

    [Fact]
    public void RemoveLast_Empty_Throws() => Assert.Throws<InvalidOperationException>(_list.RemoveLast);

    [Fact]
    public void RemoveAt_MovesTheOthersUp()
    {
        ListNode[] parts = _list.AddRange(4).ToArray();
        _list.RemoveAt(1);

        Assert.Equal([parts[0], parts[2], parts[3]], _list);
        Assert.Same(parts[1], _list.Add());
        Assert.Equal([0, 1, 0, 0], parts.Select(static part => part.Resets));
    }

    [Fact]
    public void RemoveAt_ResetThrows_DropsThePart()
    {
        ListNode[] parts = _list.AddRange(4).ToArray();
        _list.Clear();
        _list.AddRange(3);
        parts[1].OnReset = static _ => throw new InvalidDataException();

        Assert.Throws<InvalidDataException>(() => _list.RemoveAt(1));
        Assert.Equal([parts[0], parts[2]], _list);
        Assert.Same(parts[3], _list.Add());
        Assert.Equal(1, parts[1].Disposals);
        Assert.Equal(3, _parts.GetStatistics().RetainedParts);
    }

    [Fact]
    public void DetachAt_GivesATokenAndClosesTheGap()
    {
        ListNode[] parts = _list.AddRange(3).ToArray();
        parts[1].Number = 7;
        PooledRef<ListNode> detached = _list.DetachAt(1);

        Assert.Equal([parts[0], parts[2]], _list);
        Assert.Same(parts[1], detached.Value);
        Assert.Equal((1, 2), (_parts.GetStatistics().InUse, _parts.GetStatistics().RetainedParts));
        _list.Clear();
        Assert.Equal(7, detached.Value.Number);
        Assert.True(detached.TryReturn());
        Assert.False(detached.TryReturn());
        Assert.Equal((1, 0), (parts[1].Resets, _parts.GetStatistics().InUse));
    }

    [Fact]
    public void DetachAt_All_LeavesAnEmptyList()
    {
        _list.AddRange(3);
        PooledRef<ListNode>[] detached = [_list.DetachAt(2), _list.DetachAt(0), _list.DetachAt(0)];

        Assert.Empty(_list);
        Assert.Equal(3, detached.Select(static each => each.Value).Distinct().Count());
        Assert.All(detached, static each => Assert.True(each.TryReturn()));
        Assert.Equal((0, 0), (_parts.GetStatistics().InUse, _parts.GetStatistics().RetainedParts));
    }

    [Fact]
    public void Enumerator_ListChanged_Throws()
    {
        Action<EncodeableList<ListNode>>[] changes =
        [
            static list => list.Add(), static list => list.AddRange(2), static list => list.RemoveLast(),
            static list => list.RemoveAt(0), static list => list.DetachAt(1), static list => list.Clear(),
            static list =>
            {
                list.RemoveAt(0);
                list.Add();
            },
            static list =>
            {
                list.Clear();
                list.AddRange(3);
            },
        ];
        foreach (Action<EncodeableList<ListNode>> change in changes)
        {
            _list.Clear();
            _list.AddRange(3);
            EncodeableList<ListNode>.Enumerator enumerator = _list.GetEnumerator();
            Assert.True(enumerator.MoveNext());
            change(_list);
            Assert.Throws<InvalidOperationException>(() => enumerator.MoveNext());
            Assert.Throws<InvalidOperationException>(() => enumerator.Reset());
        }
    }

    [Fact]
    public void Enumerator_Reset_StartsAgain()
    {
        ListNode part = _list.Add();
        EncodeableList<ListNode>.Enumerator enumerator = _list.GetEnumerator();
        Assert.True(enumerator.MoveNext());
        Assert.False(enumerator.MoveNext());
        enumerator.Reset();
        Assert.True(enumerator.MoveNext());
        Assert.Same(part, enumerator.Current);
    }

    [Fact]
    public void TryReturn_OfTheMessage_KeepsItsParts()
    {
        PooledRef<ListNode> rental = _messages.Rent();
        ListNode message = rental.Value;
        ListNode[] parts = message.Parts!.AddRange(3).ToArray();
        Assert.Equal((0, 3), (_parts.GetStatistics().InUse, _parts.GetStatistics().RetainedParts));
        Assert.True(rental.TryReturn());
        Assert.Equal((0, 3), (_parts.GetStatistics().InUse, _parts.GetStatistics().RetainedParts));

        using PooledRef<ListNode> next = _messages.Rent();
        Assert.Same(message, next.Value);
        Assert.Equal(parts, message.Parts.AddRange(3).ToArray());
        PoolStatistics statistics = _parts.GetStatistics();
        Assert.Equal((3, 3), (statistics.TotalRented, statistics.TotalCreated));
        Assert.Equal(statistics.TotalCreated,
            statistics.Retained + statistics.RetainedParts + statistics.InUse + statistics.TotalDropped);
    }
}
