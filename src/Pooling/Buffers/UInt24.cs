namespace Pooling.Buffers;

/// <summary>The three bytes of an unsigned 24-bit integer in memory order.</summary>
internal readonly struct UInt24
{
    internal const uint MaxValue = 0xFFFFFF;

    private readonly byte _first;
    private readonly byte _second;
    private readonly byte _third;

    private UInt24(uint first, uint second, uint third)
    {
        _first = (byte)first;
        _second = (byte)second;
        _third = (byte)third;
    }

    internal uint AsLittleEndian => _first | ((uint)_second << 8) | ((uint)_third << 16);

    internal uint AsBigEndian => _third | ((uint)_second << 8) | ((uint)_first << 16);

    internal static UInt24 LittleEndian(uint value) => new(value, value >> 8, value >> 16);

    internal static UInt24 BigEndian(uint value) => new(value >> 16, value >> 8, value);
}
