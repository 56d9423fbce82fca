using Pooling.Buffers;

namespace Pooling.Samples.MarketData;

/// <summary>A way without a pool: one snapshot that the decoder keeps for itself, with lists of structs. It works as long as no handler
/// keeps a snapshot.</summary>
internal sealed class KeptFeed
{
    private readonly List<(long Price, uint Size, ushort Orders)> _bids = [];
    private readonly List<(long Price, uint Size, ushort Orders)> _asks = [];

    /// <inheritdoc cref="PooledFeed.Handle"/>
    public int Handle(ReadOnlySpan<byte> feed, Market market)
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
                    HandleSnapshot(ref message, market);
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

    private void HandleSnapshot(ref BufferReader reader, Market market)
    {
        uint instrument = reader.ReadUInt32LittleEndian();
        ulong sequence = reader.ReadUInt64LittleEndian();
        Decode(ref reader, _bids);
        Decode(ref reader, _asks);
        if (!reader.End)
            throw new InvalidDataException("A snapshot is too long.");

        market.OnSnapshot(instrument, sequence, SumOf(_bids), SumOf(_asks));
    }

    private static void Decode(ref BufferReader reader, List<(long Price, uint Size, ushort Orders)> levels)
    {
        levels.Clear();
        int count = SnapshotDecoder.CountOf(ref reader);
        for (int i = 0; i < count; i++)
            levels.Add((reader.ReadInt64LittleEndian(), reader.ReadUInt32LittleEndian(), reader.ReadUInt16LittleEndian()));
    }

    private static ulong SumOf(List<(long Price, uint Size, ushort Orders)> levels)
    {
        ulong sum = 0;
        foreach ((long price, uint size, ushort orders) in levels)
            sum = Market.Add(sum, price, size, orders);

        return sum;
    }
}
