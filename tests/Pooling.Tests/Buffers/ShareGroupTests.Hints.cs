namespace Pooling.Buffers;

/// <content>The further group that is tried first.</content>
public sealed partial class ShareGroupTests
{
    [Fact]
    public void TryUseHint_OfTheSamePart_Succeeds()
    {
        using var message = new Full([1, 2]);

        Assert.True(message.Root.TryUseHint(message.Read, 2, out ShareGroup? hint, out long first));
        Assert.Same(message.Further.Group, hint);
        Assert.True(new SharedBuffer(hint!, first + 1).TryReturn());
        Assert.True(new SharedBuffer(hint!, first).TryReturn());
    }

    [Fact]
    public void TryUseHint_OfNone_IsRefused()
    {
        using SharedBuffer share = SharedBuffer.Create([1]);
        Assert.True(share.TryRead(out Share read));

        Assert.False(share.Group!.TryUseHint(read, 1, out _, out _));
    }

    /// <summary>A freed group that is used again as a further group of another message.</summary>
    [Fact]
    public void TryUseHint_OfAnotherRoot_IsRefused()
    {
        using var message = new Full([1, 2]);
        using var other = new Full([3, 4]);
        // in the same tenancy, so that only the root tells them apart
        Share read = message.Read;
        Assert.True(other.Further.TryRead(out Share otherRead));
        read.Tenancy = otherRead.Tenancy;
        message.Root.Hint = other.Further.Group;

        AssertRefused(message.Root, read);
        using SharedBuffer share = message.First.Retain();
        Assert.Equal([1, 2], share.Span.ToArray());
    }

    [Fact]
    public void TryUseHint_OfARoot_IsRefused()
    {
        using var message = new Full([1, 2]);
        using SharedBuffer other = SharedBuffer.Create([3, 4]);
        message.Root.Hint = other.Group;

        AssertRefused(message.Root, message.Read);
    }

    /// <summary>The message ended, its root started another, and the hint is a group of that.</summary>
    [Fact]
    public void TryUseHint_OfAnotherTenancyOfTheRoot_IsRefused()
    {
        using var message = new Full([1, 2]);
        Share read = message.Read;
        read.Tenancy -= 1L << ShareGroup.TenancyShift;

        AssertRefused(message.Root, read);
    }

    [Theory]
    [InlineData(0, 1)]
    [InlineData(1, 2)]
    public void TryUseHint_OfAnotherPart_IsRefused(int start, int length)
    {
        using var message = new Full([1, 2, 3]);
        using SharedBuffer whole = message.First.Slice(0, 2);
        using SharedBuffer part = message.First.Slice(start, length); // the same start, or the same length
        Assert.True(whole.TryRead(out Share read));
        message.Root.Hint = part.Group;

        AssertRefused(message.Root, read);
    }

    /// <summary>A group that has ended, and whose fields are still those of this message.</summary>
    [Fact]
    public void TryUseHint_OfAGroupThatIsClosing_IsRefused()
    {
        using var message = new Full([1, 2]);
        ShareGroup further = message.Further.Group!;
        long word = further.Word;
        further.Word &= ~ShareGroup.BitsMask; // the state of a thread that has ended the last share, and is not yet further

        AssertRefused(message.Root, message.Read);
        further.Word = word;
    }

    [Fact]
    public void TryUseHint_WithoutRoom_IsRefused()
    {
        using var message = new Full([1, 2]);

        Assert.False(message.Root.TryUseHint(message.Read, ShareGroup.Size, out _, out _));
        SharedBuffer[] all = [.. Enumerable.Range(0, ShareGroup.Size - 1).Select(_ => message.First.Retain())];
        Assert.All(all, share => Assert.Same(message.Further.Group, share.Group));

        AssertRefused(message.Root, message.Read);
        foreach (SharedBuffer share in all)
            share.Dispose();
    }

    /// <summary>A thread that suggests a group after its own group was closed.</summary>
    [Fact]
    public void Retain_WithTheHintOfAnEarlierMessage_MakesAShareOfTheOwnOne()
    {
        using var other = new Full([3, 4]);
        var shares = new SharedBuffer[ShareGroup.Size];
        SharedBuffer.Create([1, 2], shares);
        shares[0].Group!.Hint = other.Further.Group;

        using SharedBuffer share = shares[0].Retain();
        using SharedBuffer next = shares[0].Retain();
        Assert.Equal([1, 2], share.Span.ToArray());
        Assert.Equal([1, 2], next.Span.ToArray());
        Assert.Same(share.Group, next.Group); // the hint was replaced
        foreach (SharedBuffer each in shares)
            each.Dispose();
    }

    private static void AssertRefused(ShareGroup group, in Share read)
    {
        ShareGroup hint = group.Hint!;
        long word = hint.Word;

        Assert.False(group.TryUseHint(read, 1, out _, out _));
        Assert.Equal(word, hint.Word);
    }
}
