using Pooling.Buffers;
using Pooling.Diagnostics;
using Pooling.Testing;

namespace Pooling.Modes;

/// <summary>Shares in the checking modes, in which each has a group of its own.</summary>
public sealed class SharedBufferModeTests
{
    private const int MaxGroups = 32_767; // of a message

    [Theory]
    [InlineData(PoolingMode.Version, 1, false)]
    [InlineData(PoolingMode.Version, 30, false)]
    [InlineData(PoolingMode.Version, 30, true)]
    [InlineData(PoolingMode.Leaks, 1, false)]
    [InlineData(PoolingMode.Leaks, 30, false)]
    [InlineData(PoolingMode.Leaks, 30, true)]
    public void Shares_MadeAtOnce_EndByThemselves(PoolingMode mode, int count, bool isRetained)
    {
        using var scope = new ModeScope(mode);
        var arrays = new TestArrayPool<byte>();
        SharedBuffer[] shares = Create(count, isRetained, arrays);

        for (int i = 0; i < count; i++)
        {
            Assert.Equal(0, arrays.TotalReturned);
            Assert.True(shares[i].TryReturn());
            string message = Assert.Throws<ObjectDisposedException>(() => shares[i].Length).Message;
            bool hasPlace = message.Contains(nameof(Shares_MadeAtOnce_EndByThemselves), StringComparison.Ordinal);
            Assert.Equal(mode == PoolingMode.Version, hasPlace);
            Assert.All(shares[(i + 1)..], static share => Assert.Equal("abc"u8, share.Span));
        }

        Assert.Equal(1, arrays.TotalReturned);
    }

    /// <summary>More shares than groups are possible: groups are full, as without a mode.</summary>
    [Theory]
    [InlineData(PoolingMode.Version, false)]
    [InlineData(PoolingMode.Version, true)]
    [InlineData(PoolingMode.Leaks, false)]
    [InlineData(PoolingMode.Leaks, true)]
    public void Shares_OfManyHolders_AreNotRefused(PoolingMode mode, bool isRetained)
    {
        using var scope = new ModeScope(mode);
        Exception? error = null;
        var thread = new Thread(() => error = Record.Exception(() => ShareWithMany(isRetained))); // few frames: 16,000 stacks are recorded
        thread.Start();
        thread.Join();

        Assert.Null(error);
    }

    private static void ShareWithMany(bool isRetained)
    {
        var arrays = new TestArrayPool<byte>();
        SharedBuffer[] shares = Create(MaxGroups, isRetained, arrays);
        var more = new SharedBuffer[MaxGroups];
        foreach (ref SharedBuffer share in more.AsSpan())
            share = shares[^1].Retain();

        End(shares);
        Assert.Equal(0, arrays.TotalReturned);
        End(more);
        Assert.Equal(1, arrays.TotalReturned);
    }

    private static void End(SharedBuffer[] shares)
    {
        foreach (SharedBuffer share in shares)
            Assert.True(share.TryReturn());
    }

    private static SharedBuffer[] Create(int count, bool isRetained, TestArrayPool<byte> arrays)
    {
        var shares = new SharedBuffer[count];
        if (!isRetained)
        {
            SharedBuffer.Create("abc"u8, shares, arrays);
            return shares;
        }

        using SharedBuffer first = SharedBuffer.Create("abc"u8, arrays);
        Assert.True(first.TryRetain(shares));
        return shares;
    }
}
