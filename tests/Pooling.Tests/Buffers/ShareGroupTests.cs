using Pooling.Diagnostics;
using Pooling.Doubles;

namespace Pooling.Buffers;

/// <summary>Tests each check that keeps late calls off the groups of other messages, in the state that only this check refuses.</summary>
public sealed partial class ShareGroupTests
{
    private static long InUse => ShareGroup.Statistics.InUse;

    [Fact]
    public void TryEnd_OfAnotherTenancy_IsRefusedAlthoughTheBitIsSet()
    {
        SharedBuffer first = SharedBuffer.Create([1]);
        first.Dispose();
        using SharedBuffer next = SharedBuffer.Create([2]);
        Assert.Same(first.Group, next.Group); // with the same index
        long refused = ShareGroup.Statistics.RefusedReturns;

        Assert.False(first.TryReturn());
        Assert.False(first.IsLive);
        Assert.False(first.TryRetain(out _));
        Assert.False(first.TryRetain(new SharedBuffer[2]));
        Assert.False(first.TryRead(out _));
        Assert.Throws<ObjectDisposedException>(() => first.Memory);
        Assert.Equal(refused + 1, ShareGroup.Statistics.RefusedReturns);
        Assert.Equal([2], next.Span.ToArray());
    }

    [Fact]
    public void TryEnd_OfABitThatIsOff_IsRefusedInTheSameTenancy()
    {
        SharedBuffer first = SharedBuffer.Create([1]);
        using SharedBuffer second = first.Retain();
        first.Dispose();
        long word = first.Group!.Word;
        long refused = ShareGroup.Statistics.RefusedReturns;

        Assert.False(first.TryReturn());
        Assert.False(first.IsLive);
        Assert.False(first.TryRetain(out _));
        Assert.False(first.TryRetain(new SharedBuffer[2]));
        Assert.False(first.TryRetain(new SharedBuffer[100]));
        Assert.False(first.TryRead(out _));
        Assert.Throws<ObjectDisposedException>(() => first.Span.Length);
        Assert.Equal(refused + 1, ShareGroup.Statistics.RefusedReturns);
        Assert.Equal(word, first.Group.Word);
    }

    [Fact]
    public void Retain_AfterAnEnd_NeverGivesTheSameIndexAgain()
    {
        using SharedBuffer first = SharedBuffer.Create([1]);
        var seen = new HashSet<SharedBuffer> { first };
        for (int i = 0; i < 200; i++)
        {
            SharedBuffer share = first.Retain();
            Assert.True(seen.Add(share) || share.Group != first.Group);
            share.Dispose();
            Assert.False(share.IsLive);
        }
    }

    /// <summary>Checks a late retain that reads its share in time, and pins the root when the message has ended.</summary>
    [Fact]
    public void TryShare_OfAMessageThatHasEnded_IsRefused()
    {
        SharedBuffer first = SharedBuffer.Create([1]);
        Assert.True(first.TryRead(out Share read));
        first.Dispose();
        long word = first.Group!.Word;
        long inUse = InUse;

        Assert.False(ShareGroup.TryShare(read, out SharedBuffer made));
        Assert.Equal((default, word, inUse), (made, first.Group.Word, InUse));
    }

    /// <summary>The same, when the next message has started.</summary>
    [Fact]
    public void TryShare_OfAnEarlierTenancy_IsRefused()
    {
        SharedBuffer first = SharedBuffer.Create([1]);
        Assert.True(first.TryRead(out Share read));
        first.Dispose();
        using SharedBuffer next = SharedBuffer.Create([2]);
        Assert.Same(first.Group, next.Group);
        long word = next.Group!.Word;
        long inUse = InUse;

        Assert.False(ShareGroup.TryShare(read, out _));
        Assert.Equal((word, inUse), (next.Group.Word, InUse));
    }

    [Fact]
    public void TryShare_OfARootWithGroupsOnly_Succeeds()
    {
        SharedBuffer first = SharedBuffer.Create([1, 2]);
        SharedBuffer part = first.Slice(1);
        first.Dispose(); // no bits are left in the root

        using SharedBuffer inner = part.Slice(0);
        part.Dispose();
        Assert.Equal([2], inner.Span.ToArray());
    }

    [Fact]
    public void TryEnd_OfTheLastShareOfAGroup_LeavesNothingInIt()
    {
        var message = new Full([1, 2]);
        ShareGroup further = message.Further.Group!;
        message.Dispose();

        Assert.Equal((null, null, null), (message.Root.Array, message.Root.Hint, message.Root.Pool));
        Assert.Equal((null, null), (further.Array, further.Hint));
        Assert.Same(further, further.Root); // none
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void TryEnd_WhileTheRootIsPinned_KeepsTheArray(bool rootFirst)
    {
        var pool = new CountingArrayPool<byte>();
        SharedBuffer first = SharedBuffer.Create([1, 2], pool);
        SharedBuffer part = first.Slice(1);
        (rootFirst ? first : part).Dispose();
        Assert.Equal(0, pool.TotalReturned);

        (rootFirst ? part : first).Dispose();
        pool.AssertAllReturned();
    }

    [Fact]
    public void Pin_OfTooManyGroups_ThrowsAndChangesNothing()
    {
        var shares = new SharedBuffer[ShareGroup.Size];
        SharedBuffer.Create([1], shares);
        SharedBuffer share = shares[0];
        ref long word = ref share.Group!.Word;
        long real = word;
        word |= ShareGroup.GroupsMask;
        long full = word;
        long inUse = InUse;

        Assert.Contains("786432", Assert.Throws<InvalidOperationException>(() => share.Retain()).Message);
        Assert.Contains("32767", Assert.Throws<InvalidOperationException>(() => share.Slice(0)).Message);
        Assert.Throws<InvalidOperationException>(() => share.TryRetain(out _));
        Assert.Throws<InvalidOperationException>(() => share.TryRetain(shares.AsSpan(1)));
        share.Group.Word -= 1L << ShareGroup.GroupsShift; // room for one
        Assert.Throws<InvalidOperationException>(() => share.TryRetain(new SharedBuffer[25]));
        Assert.Throws<InvalidOperationException>(() => share.TryRetain(new SharedBuffer[ShareGroup.MaxShares]));
        share.Slice(0).Dispose();
        Assert.Equal(inUse, InUse);
        Assert.Equal(full - (1L << ShareGroup.GroupsShift), share.Group.Word);
        share.Group.Word = real;
        foreach (SharedBuffer each in shares)
            each.Dispose();
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void TryEnd_InTheLastTenancy_DropsTheGroup(bool isFurther)
    {
        using SharedBuffer message = SharedBuffer.Create([1, 2]);
        SharedBuffer share = Next();
        ShareGroup group = share.Group!;
        group.Word = (group.Word & ~ShareGroup.TenancyMask) | (-2L << ShareGroup.TenancyShift); // the last but one
        Assert.True(new SharedBuffer(group, -2L << ShareGroup.TenancyShift).TryReturn());
        SharedBuffer last = Next();
        Assert.Same(group, last.Group);
        Assert.Equal(ShareGroup.TenancyMask, group.Word & ShareGroup.TenancyMask);
        Assert.Equal(2, last.Span[^1]);
        DropCounts dropped = ShareGroup.Statistics.Drops;
        last.Dispose();
        DropCounts now = ShareGroup.Statistics.Drops;
        Assert.Equal((dropped.Exhausted + 1, dropped.Failed), (now.Exhausted, now.Failed));
        Assert.False(last.TryReturn());

        using SharedBuffer next = Next();
        Assert.NotSame(group, next.Group);

        SharedBuffer Next() => isFurther ? message.Slice(0) : SharedBuffer.Create([1, 2]);
    }

    /// <summary>A share that ended after it was found live, and before its bytes were read.</summary>
    [Fact]
    public void TryRetainFurther_OfAShareThatHasEnded_IsRefused()
    {
        using var message = new Full([1, 2]);
        SharedBuffer ended = message.First.Slice(1);
        using SharedBuffer other = ended.Retain();
        long share = ended.Group!.Word & ShareGroup.TenancyMask; // the first one
        Assert.Equal(new SharedBuffer(ended.Group, share), ended);
        ended.Dispose();
        long inUse = InUse;

        Assert.False(ended.Group.TryRetainFurther(share, out SharedBuffer made));
        Assert.False(ended.Group.TryRetainFurther(share, new SharedBuffer[30]));
        Assert.Equal((default, inUse), (made, InUse));
    }

    [Fact]
    public void TryRetain_OfTooMany_RentsNoGroups()
    {
        using SharedBuffer share = SharedBuffer.Create([1]);
        long rented = ShareGroup.Statistics.TotalRented;

        Assert.Throws<InvalidOperationException>(() => share.TryRetain(new SharedBuffer[ShareGroup.MaxShares]));
        Assert.Equal(rented, ShareGroup.Statistics.TotalRented);
    }

    [Fact]
    public void TryRetain_OfMany_LeavesTheRestOfTheLastGroupToTheNext()
    {
        using SharedBuffer first = SharedBuffer.Create([1]);
        var shares = new SharedBuffer[ShareGroup.Size + 2];
        Assert.True(first.TryRetain(shares));
        SharedBuffer[] more = [.. Enumerable.Range(0, ShareGroup.Size).Select(_ => first.Retain())];

        Assert.Same(shares[^1].Group, more[^1].Group);
        foreach (SharedBuffer share in (SharedBuffer[])[.. shares, .. more])
            share.Dispose();
    }

    /// <summary>A pool of groups that fails, also when some groups have been taken, as it does when memory runs out.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Start_WithoutGroups_LeavesNothing(bool isMany)
    {
        var pool = new CountingArrayPool<byte>();
        using SharedBuffer share = SharedBuffer.Create([1]);
        using var writer = new PooledArrayBufferWriter<byte>(new(), pool);
        writer.Write([1]);
        var shares = new SharedBuffer[isMany ? 10_000 : 1];
        var made = new List<SharedBuffer>();
        long inUse = InUse;
        ShareGroup.Store.Depot.Waiting = static () => throw new InjectedFaultException();
        try
        {
            while (!isMany && Record.Exception(() => made.Add(share.Slice(0))) is null)
            {
                // takes what the thread keeps
            }

            Assert.Throws<InjectedFaultException>(() => writer.DetachShared(shares));
            Assert.Throws<InjectedFaultException>(() => SharedBuffer.Create([1], shares, pool));
            if (isMany)
                Assert.Throws<InjectedFaultException>(() => share.TryRetain(shares.AsSpan()));
            else
                Assert.Throws<InjectedFaultException>(() => SharedBuffer.Create([1], pool));
        }
        finally
        {
            ShareGroup.Store.Depot.Waiting = null;
        }

        Assert.Equal(inUse + made.Count, InUse);
        Assert.All(shares, static each => Assert.Equal(default, each));
        Assert.Equal(0, writer.WrittenCount);
        pool.AssertAllReturned();
        foreach (SharedBuffer each in made)
            each.Dispose();
    }

    /// <summary>A message whose root is full, with one share in a further group, which the root refers to.</summary>
    private sealed class Full : IDisposable
    {
        private readonly SharedBuffer[] _shares = new SharedBuffer[ShareGroup.Size];

        internal Full(byte[] content)
        {
            SharedBuffer.Create(content, _shares);
            Further = First.Retain();
            Assert.NotSame(Root, Further.Group);
            Assert.Same(Root.Hint, Further.Group);
            Assert.True(First.TryRead(out Share read));
            Read = read;
        }

        internal SharedBuffer First => _shares[0];

        internal ShareGroup Root => First.Group!;

        internal SharedBuffer Further { get; }

        internal Share Read { get; }

        public void Dispose()
        {
            foreach (SharedBuffer share in _shares)
                share.Dispose();

            Further.Dispose();
        }
    }
}
