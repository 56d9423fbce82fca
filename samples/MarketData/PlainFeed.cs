using Pooling.Buffers;

namespace Pooling.Samples.MarketData;

/// <summary>The plain way: a <c>switch</c>, and new objects for each snapshot.</summary>
internal static class PlainFeed
{
    /// <inheritdoc cref="PooledFeed.Handle"/>
    public static int Handle(ReadOnlySpan<byte> feed, Market market)
    {
        int count = 0;
        var reader = new BufferReader(feed);
        while (reader.TryReadPrefixedBytes(LengthPrefix.UInt16LittleEndian, out ReadOnlySpan<byte> frame, Feed.MaxFrame))
        {
            var message = new BufferReader(frame);
            ushort type = message.ReadUInt16LittleEndian();
            switch ((MessageType)type)
            {
                case MessageType.Snapshot:
                    Handle(Decode(ref message), market);
                    break;

                case MessageType.Trade when Trade.TryParse(message.UnreadSpan, out Trade trade):
                    market.OnTrade(in trade);
                    break;

                case MessageType.Status when Status.TryParse(message.UnreadSpan, out Status status):
                    market.OnStatus(in status);
                    break;

                default:
                    throw new InvalidDataException($"Message {count} of type {type} is malformed or unknown.");
            }

            count++;
        }

        return count;
    }

    private static PlainSnapshot Decode(ref BufferReader reader)
    {
        var snapshot = new PlainSnapshot(
            reader.ReadUInt32LittleEndian(), reader.ReadUInt64LittleEndian(), DecodeLevels(ref reader), DecodeLevels(ref reader));
        return reader.End ? snapshot : throw new InvalidDataException("A snapshot is too long.");
    }

    private static List<PlainLevel> DecodeLevels(ref BufferReader reader)
    {
        int count = SnapshotDecoder.CountOf(ref reader);
        var levels = new List<PlainLevel>(count);
        for (int i = 0; i < count; i++)
        {
            levels.Add(new PlainLevel(
                reader.ReadInt64LittleEndian(), reader.ReadUInt32LittleEndian(), reader.ReadUInt16LittleEndian()));
        }

        return levels;
    }

    private static void Handle(PlainSnapshot snapshot, Market market) =>
        market.OnSnapshot(snapshot.Instrument, snapshot.Sequence, SumOf(snapshot.Bids), SumOf(snapshot.Asks));

    private static ulong SumOf(List<PlainLevel> levels)
    {
        ulong sum = 0;
        foreach (PlainLevel level in levels)
            sum = Market.Add(sum, level.Price, level.Size, level.Orders);

        return sum;
    }

    private sealed record PlainLevel(long Price, uint Size, ushort Orders);

    private sealed record PlainSnapshot(uint Instrument, ulong Sequence, List<PlainLevel> Bids, List<PlainLevel> Asks);
}
