using Pooling.Dispatch;

namespace Pooling.Samples.MarketData;

/// <summary>Three ways of decoding, with a whole feed and with messages that are wrong.</summary>
public sealed class FeedTests
{
    private static readonly KeptFeed s_kept = new();

    [Theory]
    [InlineData(0)]
    [InlineData(3)]
    [InlineData(Snapshot.MaxLevels)]
    public void Handle_Feed_GivesTheSameTotalsInAllWays(int maxLevels)
    {
        byte[] feed = Feed.Encode(seed: maxLevels, messages: 300, maxLevels);
        Market plain = new(), kept = new(), pooled = new();

        Assert.Equal(300, PlainFeed.Handle(feed, plain));
        Assert.Equal(300, s_kept.Handle(feed, kept));
        Assert.Equal(300, PooledFeed.Handle(feed, pooled));

        Assert.Equal(plain.Totals, kept.Totals);
        Assert.Equal(plain.Totals, pooled.Totals);
        Assert.Equal(300, plain.Snapshots + plain.Trades + plain.Statuses);
        Assert.True(plain.Snapshots > 0 && plain.Trades > 0 && plain.Statuses > 0);
        Assert.Equal(0, Snapshot.Pool.GetStatistics().InUse);
    }

    [Fact]
    public void Handle_AnyByteOfALevelChanges_TheTotalsDiffer()
    {
        byte[] snapshot = Snapshots(1, 1);
        Market before = new();
        PooledFeed.Handle(snapshot, before);

        for (int i = 4; i < snapshot.Length; i++)
        {
            if (i is 16 or 17 or 32 or 33)
                continue; // a count, which makes the message malformed

            byte[] changed = [.. snapshot];
            changed[i]++;
            Market after = new();
            PooledFeed.Handle(changed, after);
            Assert.NotEqual(before.Totals, after.Totals);
        }
    }

    [Fact]
    public void Handle_MessageCutOffAtAnyByte_IsRefusedAndNothingStaysRented()
    {
        byte[] snapshot = Snapshots(2, 3);
        for (int length = 2; length < snapshot.Length - sizeof(ushort); length++)
        {
            byte[] cut = [(byte)length, 0, .. snapshot.AsSpan(2, length)];
            Assert.Throws<InvalidDataException>(() => PooledFeed.Handle(cut, new Market()));
            Assert.Throws<InvalidDataException>(() => PlainFeed.Handle(cut, new Market()));
            Assert.Throws<InvalidDataException>(() => s_kept.Handle(cut, new Market()));
        }

        Assert.Equal(0, Snapshot.Pool.GetStatistics().InUse);
    }

    [Theory]
    [InlineData(new byte[] { 2, 0, (byte)'Q', 0 }, DispatchStatus.Unknown)]
    [InlineData(new byte[] { 6, 0, (byte)'X', 0, 1, 2, 3, 4 }, DispatchStatus.Malformed)]
    [InlineData(new byte[] { 8, 0, (byte)'f', 0, 1, 2, 3, 4, 5, 6 }, DispatchStatus.Malformed)]
    public void Handle_WrongMessage_NamesWhy(byte[] feed, DispatchStatus status)
    {
        var refused = Assert.Throws<InvalidDataException>(() => PooledFeed.Handle(feed, new Market()));

        Assert.EndsWith($": {status}.", refused.Message, StringComparison.Ordinal);
        Assert.Throws<InvalidDataException>(() => PlainFeed.Handle(feed, new Market()));
        Assert.Throws<InvalidDataException>(() => s_kept.Handle(feed, new Market()));
    }

    [Fact]
    public void Handle_CountAboveTheBytes_RentsNoLevel()
    {
        byte[] snapshot = Snapshots(0, 0);
        snapshot[16] = 200; // bids that are not there
        long before = Level.Pool.GetStatistics().TotalRented;

        Assert.Throws<InvalidDataException>(() => PooledFeed.Handle(snapshot, new Market()));

        Assert.Equal(before, Level.Pool.GetStatistics().TotalRented);
    }

    [Fact]
    [Trait("Category", "Allocation")]
    public void Handle_WarmFeed_AllocatesNothing()
    {
        byte[] feed = Feed.Encode(seed: 5, messages: 200, maxLevels: 20);
        var market = new Market();

        AllocationAssert.Zero(() => PooledFeed.Handle(feed, market));
    }

    /// <summary>Makes one snapshot with the given numbers of levels.</summary>
    private static byte[] Snapshots(byte bids, byte asks)
    {
        byte[] body =
        [
            (byte)'W', 0, 7, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8,
            bids, 0, .. Enumerable.Range(1, bids * Level.Length).Select(static i => (byte)i),
            asks, 0, .. Enumerable.Range(50, asks * Level.Length).Select(static i => (byte)i),
        ];
        return [(byte)body.Length, 0, .. body];
    }
}
