using Pooling.Buffers;

namespace Pooling.Samples.MarketData;

/// <summary>A trade, small enough to be a struct in all ways.</summary>
internal readonly record struct Trade(uint Instrument, long Price, uint Size)
{
    public const int Length = 16; // bytes

    public static bool TryParse(ReadOnlySpan<byte> payload, out Trade packet)
    {
        packet = default;
        if (payload.Length != Length)
            return false;

        var reader = new BufferReader(payload);
        packet = new Trade(reader.ReadUInt32LittleEndian(), reader.ReadInt64LittleEndian(), reader.ReadUInt32LittleEndian());
        return true;
    }
}
