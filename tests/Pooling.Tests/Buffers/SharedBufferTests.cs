using System.Buffers;
using Pooling.Doubles;

namespace Pooling.Buffers;

/// <summary>Tests shares of one message, which are counted, pinned, and ended once each.</summary>
public sealed partial class SharedBufferTests
{
    public static TheoryData<string, Action<SharedBuffer>> Members => new()
    {
        { "Length", static share => _ = share.Length },
        { "Span", static share => _ = share.Span.Length },
        { "Memory", static share => _ = share.Memory },
        { "Retain", static share => share.Retain() },
        { "Slice(0)", static share => share.Slice(0) },
        { "Slice(-1)", static share => share.Slice(-1) },
        { "Slice(0, 0)", static share => share.Slice(0, 0) },
    };

    [Theory]
    [MemberData(nameof(Members), DisableDiscoveryEnumeration = true)]
    public void Member_AfterTheEnd_Throws(string member, Action<SharedBuffer> call)
    {
        SharedBuffer share = SharedBuffer.Create([1, 2, 3]);
        share.TryReturn();

        Assert.True(Record.Exception(() => call(share)) is ObjectDisposedException, $"{member} did not throw it.");
        Assert.True(Record.Exception(() => call(default)) is ObjectDisposedException, $"{member} of the default value did not throw it.");
    }

    [Theory]
    [MemberData(nameof(Members), DisableDiscoveryEnumeration = true)]
    public void Member_WhenTheMessageHasTheNextTenant_Throws(string member, Action<SharedBuffer> call)
    {
        SharedBuffer first = SharedBuffer.Create([1]);
        SharedBuffer second = first.Retain();
        ShareGroup group = first.Group!;
        first.TryReturn();
        second.TryReturn();
        SharedBuffer next = SharedBuffer.Create([2]);
        SharedBuffer held = next.Retain();
        Assert.Same(group, next.Group); // otherwise this tests nothing

        Assert.True(Record.Exception(() => call(first)) is ObjectDisposedException, $"{member} did not throw it.");
        Assert.True(Record.Exception(() => call(second)) is ObjectDisposedException, $"{member} did not throw it.");
        Assert.Equal([2], held.Span.ToArray());
        next.TryReturn();
        held.TryReturn();
    }

    [Fact]
    public void Create_HoldsACopy()
    {
        byte[] content = [1, 2, 3];
        using SharedBuffer share = SharedBuffer.Create(content);
        content[0] = 9;

        Assert.Equal(3, share.Length);
        Assert.Equal([1, 2, 3], share.Span.ToArray());
        Assert.Equal([1, 2, 3], share.Memory.ToArray());
    }

    [Fact]
    public void Create_OfASequence_HoldsACopyOfAllSegments()
    {
        using var chunks = new SegmentedBufferWriter();
        chunks.Write(new byte[100_000]);
        chunks.Write([1, 2, 3]);
        Assert.False(chunks.WrittenSequence.IsSingleSegment); // otherwise this tests nothing
        var pool = new CountingArrayPool<byte>();

        using (SharedBuffer share = SharedBuffer.Create(chunks.WrittenSequence, pool))
        {
            chunks.ResetWrittenCount();
            Assert.Equal([.. new byte[100_000], 1, 2, 3], share.Span.ToArray());
        }

        pool.AssertAllReturned();
        using SharedBuffer nothing = SharedBuffer.Create(ReadOnlySequence<byte>.Empty, pool);
        Assert.Equal((0, 1), (nothing.Length, pool.TotalRented));
    }

    [Fact]
    public void Create_OfNothing_RentsNothing()
    {
        var pool = new CountingArrayPool<byte>();
        using (SharedBuffer share = SharedBuffer.Create([], pool))
            Assert.True(share.Memory.IsEmpty);

        Assert.Equal(0, pool.TotalRented);
        Assert.Empty(pool.Errors);
    }

    [Fact]
    public void Create_WhenThePoolThrows_LeavesNothing()
    {
        var pool = new CountingArrayPool<byte>(1, FaultMoment.Before);
        long groups = GroupsInUse;

        Assert.Throws<InjectedFaultException>(() => SharedBuffer.Create([1], pool));
        Assert.Equal(groups, GroupsInUse);
    }

    [Fact]
    public void Create_WhenThePoolGivesTooLittle_Throws() =>
        Assert.Throws<InvalidOperationException>(() => SharedBuffer.Create(new byte[100], new ShortArrayPool<byte>()));

    [Fact]
    public void Release_OfTheLastShareInAnyOrder_ReturnsTheArrayOnce()
    {
        int[][] orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        foreach (int[] order in orders)
        {
            var pool = new CountingArrayPool<byte>();
            SharedBuffer first = SharedBuffer.Create([1, 2], pool);
            SharedBuffer second = first.Retain();
            SharedBuffer[] shares = [first, second, second.Retain()];
            for (int i = 0; i < order.Length; i++)
            {
                Assert.Equal([1, 2], shares[order[i]].Span.ToArray());
                Assert.Equal(0, pool.TotalReturned);
                shares[order[i]].TryReturn();
            }

            pool.AssertAllReturned();
            Assert.Equal(1, pool.TotalReturned);
        }
    }

    [Fact]
    public void TryReturn_Twice_ReturnsFalseAndLeavesOtherSharesAlone()
    {
        var pool = new CountingArrayPool<byte>();
        SharedBuffer mine = SharedBuffer.Create([7], pool);
        SharedBuffer theirs = mine.Retain();
        SharedBuffer copy = mine;
        Assert.True(mine.IsLive);
        Assert.True(mine.TryReturn());

        Assert.False(mine.IsLive || copy.IsLive || default(SharedBuffer).IsLive);
        Assert.False(mine.TryReturn());
        Assert.False(copy.TryReturn());
        Assert.False(default(SharedBuffer).TryReturn());
        Assert.Equal(0, pool.TotalReturned);
        Assert.Equal([7], theirs.Span.ToArray());
        theirs.TryReturn();
        pool.AssertAllReturned();
    }

    [Fact]
    public void Dispose_Twice_EndsOneShare()
    {
        var pool = new CountingArrayPool<byte>();
        SharedBuffer mine = SharedBuffer.Create([7], pool);
        SharedBuffer theirs = mine.Retain();
        mine.Dispose();
        mine.Dispose();
        default(SharedBuffer).Dispose();

        Assert.Equal([7], theirs.Span.ToArray());
        theirs.Dispose();
        theirs.Dispose();
        pool.AssertAllReturned();
    }

    [Fact]
    public void Dispose_Late_LeavesTheNextTenantAlone()
    {
        SharedBuffer stale = SharedBuffer.Create([1]);
        ShareGroup group = stale.Group!;
        stale.Dispose();
        SharedBuffer next = SharedBuffer.Create([2]);
        Assert.Same(group, next.Group);
        stale.Dispose();

        Assert.Equal([2], next.Span.ToArray());
        next.TryReturn();
    }

    [Fact]
    public void TryReturn_WhenThePoolThrows_ReachesTheLastAndLetsGo()
    {
        var pool = new CountingArrayPool<byte>(2, FaultMoment.After);
        long groups = GroupsInUse;
        SharedBuffer first = SharedBuffer.Create([1], pool);
        SharedBuffer second = first.Retain();
        first.TryReturn();

        Assert.Throws<InjectedFaultException>(() => second.TryReturn());
        second.Dispose();
        pool.AssertAllReturned();
        Assert.Equal(groups, GroupsInUse);
    }

    [Fact]
    public void TryRetain_OfALiveShare_GivesOneThatEndsByItself()
    {
        SharedBuffer first = SharedBuffer.Create([1, 2]);

        Assert.True(first.TryRetain(out SharedBuffer second));
        Assert.NotEqual(first, second);
        first.TryReturn();
        Assert.Equal([1, 2], second.Span.ToArray());
        second.TryReturn();
    }

    [Fact]
    public void TryRetain_OfAnEndedShare_ReturnsFalse()
    {
        SharedBuffer first = SharedBuffer.Create([1]);
        SharedBuffer second = first.Retain();
        first.TryReturn();

        Assert.False(first.TryRetain(out SharedBuffer none)); // although the message is still shared
        Assert.Equal(default, none);
        Assert.False(default(SharedBuffer).TryRetain(out _));
        second.TryReturn();
        Assert.False(second.TryRetain(out _));
    }

    [Fact]
    public void Equals_OfCopies_IsTrueAndOfOthersFalse()
    {
        using SharedBuffer first = SharedBuffer.Create([1]);
        using SharedBuffer second = first.Retain();
        SharedBuffer copy = first;

        Assert.True(first == copy);
        Assert.True(first != second);
        Assert.True(first.Equals((object)copy));
        Assert.False(first.Equals(null));
        Assert.Equal(first.GetHashCode(), copy.GetHashCode());
    }

    private static long GroupsInUse => ShareGroup.Statistics.InUse;
}
