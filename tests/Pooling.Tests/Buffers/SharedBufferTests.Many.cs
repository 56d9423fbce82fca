using Pooling.Doubles;
using Pooling.Objects;

namespace Pooling.Buffers;

/// <summary>Tests shares that are made in one call, and messages with more shares than one group has.</summary>
public sealed partial class SharedBufferTests
{
    public static TheoryData<int> Counts => [1, 2, 23, 24, 25, 47, 48, 49, 72, 73, 1_000];

    [Theory]
    [MemberData(nameof(Counts))]
    public void Create_OfManyShares_MakesThatManyThatEndByThemselves(int count)
    {
        var pool = new CountingArrayPool<byte>();
        long groups = GroupsInUse;
        var shares = new SharedBuffer[count];

        SharedBuffer.Create([1, 2, 3], shares, pool);

        AssertEndByThemselves(shares, [1, 2, 3], pool);
        Assert.Equal(1, pool.TotalRented);
        Assert.Equal(groups, GroupsInUse);
    }

    [Theory]
    [MemberData(nameof(Counts))]
    public void DetachShared_ToManyShares_MakesThatManyThatEndByThemselves(int count)
    {
        var pool = new CountingArrayPool<byte>();
        long groups = GroupsInUse;
        using var writer = new PooledArrayBufferWriter<byte>(new(), pool);
        writer.Write([1, 2, 3]);
        var shares = new SharedBuffer[count];

        writer.DetachShared(shares);

        Assert.Equal((0, 0), (writer.WrittenCount, writer.Capacity));
        AssertEndByThemselves(shares, [1, 2, 3], pool);
        Assert.Equal(groups, GroupsInUse);
    }

    [Theory]
    [MemberData(nameof(Counts))]
    public void TryRetain_OfManyShares_MakesThatManyThatEndByThemselves(int count)
    {
        for (int before = 0; before < 30; before++)
        {
            var pool = new CountingArrayPool<byte>();
            long groups = GroupsInUse;
            SharedBuffer first = SharedBuffer.Create([0, 1, 2, 3], pool);
            SharedBuffer part = first.Slice(1);
            var earlier = new SharedBuffer[before];
            foreach (ref SharedBuffer share in earlier.AsSpan())
                share = part.Retain();

            var shares = new SharedBuffer[count];
            Assert.True(part.TryRetain(shares));

            SharedBuffer[] all = [part, .. earlier, .. shares];
            first.Dispose();
            AssertEndByThemselves(all, [1, 2, 3], pool);
            Assert.Equal(groups, GroupsInUse);
        }
    }

    [Theory]
    [MemberData(nameof(Counts))]
    public void Retain_OneByOne_MakesSharesThatEndByThemselves(int count)
    {
        var pool = new CountingArrayPool<byte>();
        long groups = GroupsInUse;
        var shares = new SharedBuffer[count + 1];
        shares[0] = SharedBuffer.Create([1, 2, 3], pool);
        for (int i = 0; i < count; i++)
            shares[i + 1] = shares[i / 2].Retain();

        AssertEndByThemselves(shares, [1, 2, 3], pool);
        Assert.Equal(groups, GroupsInUse);
    }

    [Fact]
    public void Retain_OfAFullGroup_FillsFurtherGroups()
    {
        SharedBuffer first = SharedBuffer.Create([1]);
        long groups = GroupsInUse;
        var shares = new SharedBuffer[23 + (2 * ShareGroup.Size)];
        foreach (ref SharedBuffer share in shares.AsSpan())
            share = first.Retain();

        Assert.Equal(groups + 2, GroupsInUse);
        Assert.All(shares.Take(23), share => Assert.Same(first.Group, share.Group));
        Assert.All(shares.Skip(23).Take(24), share => Assert.Same(shares[23].Group, share.Group));
        Assert.All(shares.Skip(47), share => Assert.Same(shares[47].Group, share.Group));
        EndAll([first, .. shares]);
    }

    [Fact]
    public void TryRetain_OfNone_TellsWhetherTheShareIsLive()
    {
        SharedBuffer[] shares = new SharedBuffer[ShareGroup.Size];
        SharedBuffer.Create([1], shares);

        Assert.True(shares[0].TryRetain([]));
        EndAll(shares);
        Assert.False(shares[0].TryRetain([]));
        Assert.False(default(SharedBuffer).TryRetain([]));
    }

    [Theory]
    [MemberData(nameof(Counts))]
    public void TryRetain_OfManyOfAnEndedShare_ReturnsFalseAndLeavesTheSpan(int count)
    {
        SharedBuffer ended = SharedBuffer.Create([1]);
        using SharedBuffer other = ended.Retain();
        using SharedBuffer canary = SharedBuffer.Create([2]);
        var shares = new SharedBuffer[count];
        shares.AsSpan().Fill(canary);
        ended.Dispose();
        long groups = GroupsInUse;

        Assert.False(ended.TryRetain(shares));
        Assert.False(default(SharedBuffer).TryRetain(shares));
        Assert.All(shares, share => Assert.Equal(canary, share));
        Assert.Equal(groups, GroupsInUse);
    }

    [Fact]
    public void Create_OfNoShares_RentsNothing()
    {
        var pool = new CountingArrayPool<byte>();
        long groups = GroupsInUse;

        SharedBuffer.Create([1], [], pool);

        Assert.Equal(0, pool.TotalRented);
        Assert.Equal(groups, GroupsInUse);
    }

    [Fact]
    public void DetachShared_ToNoShares_ReturnsTheArray()
    {
        var pool = new CountingArrayPool<byte> { KeepsContent = true };
        using var writer = new PooledArrayBufferWriter<byte>(new() { ClearOnReturn = true }, pool);
        writer.Write([7, 7, 7]);
        long groups = GroupsInUse;

        writer.DetachShared([]);

        Assert.Equal(0, writer.WrittenCount);
        Assert.DoesNotContain((byte)7, Assert.Single(pool.CameBack));
        Assert.Equal(groups, GroupsInUse);
        pool.AssertAllReturned();
    }

    [Theory]
    [InlineData(1)]
    [InlineData(100)]
    public void Create_OfManyShares_ClearsWhatItHeld(int count)
    {
        var pool = new CountingArrayPool<byte> { KeepsContent = true };
        var shares = new SharedBuffer[count];
        SharedBuffer.Create([7, 7, 7], shares, pool, clearOnReturn: true);
        EndAll(shares);

        Assert.DoesNotContain((byte)7, Assert.Single(pool.CameBack));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(100)]
    public void Create_OfManyShares_WhenThePoolThrows_LeavesTheSpan(int count)
    {
        using SharedBuffer canary = SharedBuffer.Create([2]);
        var shares = new SharedBuffer[count];
        shares.AsSpan().Fill(canary);
        long groups = GroupsInUse;

        Assert.Throws<InjectedFaultException>(
            () => SharedBuffer.Create([1], shares, new CountingArrayPool<byte>(1, FaultMoment.Before)));
        Assert.All(shares, share => Assert.Equal(canary, share));
        Assert.Equal(groups, GroupsInUse);
    }

    [Fact]
    public void Shares_OfMoreThanTheMaximum_AreRefused()
    {
        var pool = new CountingArrayPool<byte>();
        var shares = new SharedBuffer[ShareGroup.MaxShares + 1];
        using var writer = new PooledArrayBufferWriter<byte>(new(), pool);
        writer.Write([1, 2]);
        long groups = GroupsInUse;

        Assert.Contains("786432",
            Assert.Throws<ArgumentOutOfRangeException>("shares", () => SharedBuffer.Create([1], shares, pool)).Message);
        Assert.Throws<ArgumentOutOfRangeException>("shares", () => writer.DetachShared(shares));
        Assert.Throws<ArgumentNullException>("writer", () => PooledArrayBufferWriter.DetachShared(null!, shares));
        Assert.Equal(2, writer.WrittenCount);
        Assert.Equal((1, groups), (pool.TotalRented, GroupsInUse));

        SharedBuffer.Create([1], shares.AsSpan(1), pool);
        Assert.Throws<InvalidOperationException>(() => shares[1].Retain());
        Assert.Throws<InvalidOperationException>(() => shares[^1].TryRetain(out _));
        Assert.Throws<InvalidOperationException>(() => shares[1].TryRetain(shares));
        Assert.Throws<InvalidOperationException>(() => shares[1].Slice(0));
        Assert.Equal(groups + ShareGroup.MaxGroups + 1, GroupsInUse);
        for (int i = 1; i <= ShareGroup.Size; i++)
            shares[^i].Dispose(); // a whole group

        shares[1].Retain().Dispose();
        EndAll(shares);
        Assert.Equal(1, pool.TotalReturned);
        Assert.Equal(groups, GroupsInUse);
    }

    [Fact]
    public void TryReturn_OfManySharesWhenThePoolThrows_ReachesTheLast()
    {
        var pool = new CountingArrayPool<byte>(2, FaultMoment.After);
        long groups = GroupsInUse;
        var shares = new SharedBuffer[100];
        SharedBuffer.Create([1], shares, pool);
        EndAll([.. shares.Take(shares.Length - 1)]);

        Assert.Throws<InjectedFaultException>(() => shares[^1].TryReturn());
        pool.AssertAllReturned();
        Assert.Equal(groups, GroupsInUse);
    }

#if !NETFRAMEWORK
    [Fact]
    [Trait("Category", "Allocation")]
    public void Message_OfManyShares_AllocatesNothing()
    {
        byte[] content = new byte[100];
        var shares = new SharedBuffer[200];

        AllocationAssert.Zero(() =>
        {
            SharedBuffer.Create(content, shares);
            EndAll(shares);
            SharedBuffer message = SharedBuffer.Create(content);
            message.TryRetain(shares);
            message.Dispose();
            EndAll(shares);
            using PooledLease<PooledArrayBufferWriter<byte>> lease = PooledArrayBufferWriter.Rent();
            lease.Value.Write(content);
            lease.Value.DetachShared(shares);
            EndAll(shares);
        });
    }
#endif

    private static void AssertEndByThemselves(SharedBuffer[] shares, byte[] content, CountingArrayPool<byte> pool)
    {
        Assert.Equal(shares.Length, shares.Distinct().Count());
        for (int i = 0; i < shares.Length; i++)
        {
            int index = i * 7 % shares.Length; // in another order, where 7 does not divide the length
            index = shares.Length % 7 == 0 ? i : index;
            Assert.Equal(0, pool.TotalReturned);
            Assert.True(shares[index].IsLive);
            Assert.Equal(content, shares[index].Span.ToArray());
            Assert.True(shares[index].TryReturn());
            Assert.False(shares[index].IsLive);
            Assert.False(shares[index].TryReturn());
        }

        Assert.Equal(1, pool.TotalReturned);
        pool.AssertAllReturned();
    }

    private static void EndAll(SharedBuffer[] shares)
    {
        foreach (SharedBuffer share in shares)
            share.Dispose();
    }
}
