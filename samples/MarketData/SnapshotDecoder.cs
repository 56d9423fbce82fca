using Pooling.Buffers;
using Pooling.Dispatch;
using Pooling.Encodeables;

namespace Pooling.Samples.MarketData;

/// <summary>Fills a rented snapshot from a payload.</summary>
internal readonly struct SnapshotDecoder : IEncodeableDecoder<Snapshot>
{
    /// <summary>Attempts to decode a payload.</summary>
    /// <returns><see langword="false"/> if bytes are left over. If some are missing, the reader throws an
    /// <see cref="InvalidDataException"/>, which the parser takes for the same.</returns>
    public bool TryDecode(ReadOnlySpan<byte> payload, Snapshot packet)
    {
        var reader = new BufferReader(payload);
        packet.Instrument = reader.ReadUInt32LittleEndian();
        packet.Sequence = reader.ReadUInt64LittleEndian();
        ReadLevels(ref reader, packet.Bids);
        ReadLevels(ref reader, packet.Asks);
        return reader.End;
    }

    private static void ReadLevels(ref BufferReader reader, EncodeableList<Level> levels)
    {
        int count = CountOf(ref reader);
        foreach (Level level in levels.AddRange(count, Snapshot.MaxLevels))
        {
            level.Price = reader.ReadInt64LittleEndian();
            level.Size = reader.ReadUInt32LittleEndian();
            level.Orders = reader.ReadUInt16LittleEndian();
        }
    }

    /// <summary>Reads the number of levels, and compares it with the limit and with the bytes that are left, before anything is
    /// rented.</summary>
    public static int CountOf(ref BufferReader reader)
    {
        int count = reader.ReadUInt16LittleEndian();
        if (count > Snapshot.MaxLevels || count * Level.Length > reader.Remaining)
            throw new InvalidDataException("A group has too many levels.");

        return count;
    }
}
