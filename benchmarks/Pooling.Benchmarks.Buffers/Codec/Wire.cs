namespace Pooling.Benchmarks.Buffers.Codec;

/// <summary>Constants of the binary encoding.</summary>
internal static class Wire
{
    /// <summary>In a variant's first byte: an array with its length follows, instead of a scalar.</summary>
    internal const byte ArrayBit = 0x80;

    /// <summary>A data value's first byte, which says that it has a value, a status and both times.</summary>
    internal const byte ValueStatusAndTimes = 0x0F;

    internal const int GuidLength = 16;

    private static readonly long s_epoch = new DateTime(1601, 1, 1, 0, 0, 0, DateTimeKind.Utc).Ticks;

    internal static long ToWire(DateTime time) => time.Ticks - s_epoch;

    internal static DateTime FromWire(long ticks) => new(ticks + s_epoch, DateTimeKind.Utc);
}
