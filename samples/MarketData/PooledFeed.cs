using Pooling.Buffers;
using Pooling.Dispatch;
using Pooling.Encodeables;

namespace Pooling.Samples.MarketData;

/// <summary>The pooled way: a generated dispatcher, and snapshots whose levels stay with them.</summary>
internal sealed partial class PooledFeed
{
    private static readonly OpcodeDispatcher<Market> s_dispatcher = CreateDispatcher();

    /// <summary>Decodes and handles all messages.</summary>
    /// <returns>The number of messages.</returns>
    /// <exception cref="InvalidDataException">A message is malformed or unknown. Those before it were handled.</exception>
    public static int Handle(ReadOnlySpan<byte> feed, Market market)
    {
        int count = 0;
        var reader = new BufferReader(feed);
        while (reader.TryReadPrefixedBytes(LengthPrefix.UInt16LittleEndian, out ReadOnlySpan<byte> frame, Feed.MaxFrame))
        {
            var message = new BufferReader(frame);
            ushort type = message.ReadUInt16LittleEndian();
            DispatchStatus status = s_dispatcher.Dispatch(in market, type, message.UnreadSpan);
            if (status != DispatchStatus.Handled)
                throw new InvalidDataException($"Message {count} of type {type}: {status}.");

            count++;
        }

        return count;
    }

    // The parser rents a snapshot and fills it. The dispatcher returns it when the handler has ended, also if that throws.
    [OpcodeHandler(MessageType.Snapshot, Parser = typeof(EncodeableParser<Snapshot, SnapshotDecoder>))]
    private static void OnSnapshot(in Market market, in PooledRef<Snapshot> rental)
    {
        Snapshot snapshot = rental.Value;
        market.OnSnapshot(snapshot.Instrument, snapshot.Sequence, SumOf(snapshot.Bids.Span), SumOf(snapshot.Asks.Span));
    }

    [OpcodeHandler(MessageType.Trade)]
    private static void OnTrade(in Market market, in Trade trade) => market.OnTrade(in trade);

    [OpcodeHandler(MessageType.Status)]
    private static void OnStatus(in Market market, in Status status) => market.OnStatus(in status);

    private static ulong SumOf(ReadOnlySpan<Level> levels)
    {
        ulong sum = 0;
        foreach (Level level in levels)
            sum = Market.Add(sum, level.Price, level.Size, level.Orders);

        return sum;
    }
}
