using Pooling.Buffers;

namespace Pooling.Samples.MarketData;

/// <summary>Whether an instrument is traded.</summary>
internal readonly record struct Status(uint Instrument, byte State)
{
    public const int Length = 5; // bytes

    public static bool TryParse(ReadOnlySpan<byte> payload, out Status packet)
    {
        packet = default;
        if (payload.Length != Length)
            return false;

        var reader = new BufferReader(payload);
        packet = new Status(reader.ReadUInt32LittleEndian(), reader.ReadByte());
        return true;
    }
}
