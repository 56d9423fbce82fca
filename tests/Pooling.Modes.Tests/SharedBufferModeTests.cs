using System.Runtime.CompilerServices;
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

    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    [InlineData(100)]
    public void Shares_ForgottenWhileTheirMessageLives_AreAllReported(int count)
    {
        using var scope = new ModeScope(PoolingMode.Leaks);
        using SharedBuffer message = SharedBuffer.Create("abc"u8);
        long before = LeaksOf(nameof(Forget));
        Collector.Lose(() => Forget(message, count));

        Assert.Equal(before + count, LeaksOf(nameof(Forget)));
        Assert.Equal("abc"u8, message.Span);
    }

    [Theory]
    [InlineData("retained")]
    [InlineData("retained at once")]
    [InlineData("slice")]
    [InlineData("created at once")]
    public void Share_ForgottenAfterTheOthersHaveEnded_IsTheOnlyOneReported(string kind)
    {
        using var scope = new ModeScope(PoolingMode.Leaks);
        long created = LeaksOf(nameof(CreateHere));
        long forgotten = LeaksOf(nameof(ForgetOne));
        Collector.Lose(() => ForgetOne(kind));

        Assert.Equal(kind == "created at once" ? created + 1 : created, LeaksOf(nameof(CreateHere)));
        Assert.Equal(forgotten + 1, LeaksOf(nameof(ForgetOne))); // all of them were rented within it
    }

    /// <summary>Shares that have no group of their own, because there are too many.</summary>
    [Fact]
    public void Shares_OfManyHoldersThatAllEnded_AreNotReported()
    {
        using var scope = new ModeScope(PoolingMode.Leaks);
        Collector.Lose(static () =>
        {
            SharedBuffer[] shares = CreateHere(20_000);
            using (SharedBuffer more = shares[0].Retain())
                End(shares);
        });

        Assert.Equal(0, LeaksOf(nameof(Shares_OfManyHoldersThatAllEnded_AreNotReported)));
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // the stack has the name
    private static void Forget(SharedBuffer message, int count)
    {
        for (int i = 0; i < count; i++)
            message.Retain();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void ForgetOne(string kind)
    {
        SharedBuffer[] shares = CreateHere(kind == "created at once" ? 3 : 1);
        SharedBuffer forgotten = kind switch
        {
            "retained" => shares[0].Retain(),
            "slice" => shares[0].Slice(1),
            "retained at once" => RetainTwo(shares[0]),
            _ => shares[1],
        };
        foreach (SharedBuffer share in shares)
        {
            if (share != forgotten)
                share.Dispose();
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static SharedBuffer[] CreateHere(int count)
    {
        var shares = new SharedBuffer[count];
        SharedBuffer.Create("abc"u8, shares);
        return shares;
    }

    private static SharedBuffer RetainTwo(SharedBuffer share)
    {
        var more = new SharedBuffer[2];
        Assert.True(share.TryRetain(more));
        more[1].Dispose();
        return more[0];
    }

    private static long LeaksOf(string method) => PoolingDiagnostics.GetLeaks()
        .Where(leak => leak.StackTrace.Contains($"{nameof(SharedBufferModeTests)}.{method}(", StringComparison.Ordinal)
            || leak.StackTrace.Contains($".<{method}>", StringComparison.Ordinal))
        .Sum(static leak => leak.Count);

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
