using OpcUa.Protocol.Encoding;

namespace Pooling.Benchmarks.Encodeables;

/// <summary>Measures the times of 1,000 values. They are read from their message, stored with their items, and read later.</summary>
/// <remarks>Converting a time allocates nothing. The box allocates, in which an application stores it as the value of a property.</remarks>
public class DateConversionBenchmarks
{
    private const int Items = 1_000;

    private readonly byte[] _message = Encode();
    private readonly object[] _boxes = new object[Items];
    private readonly long[] _ticks = new long[Items];

    [Benchmark(Baseline = true, OperationsPerInvoke = Items), Row("OPCREP-date-conversions", Role.Before)]
    public long BoxedOffset()
    {
        var decoder = new BinaryDecoder(_message);
        foreach (ref object box in _boxes.AsSpan())
            box = (DateTimeOffset)decoder.ReadDateTime();

        long sum = 0;
        foreach (object box in _boxes)
            sum += ((DateTimeOffset)box).UtcTicks;

        return sum;
    }

    /// <summary>Stores ticks, like the data values of the sample.</summary>
    [Benchmark(OperationsPerInvoke = Items), Row("OPCREP-date-conversions", Role.Published), Row("OPCREP-date-conversions", Role.Ours)]
    public long Ticks()
    {
        var decoder = new BinaryDecoder(_message);
        foreach (ref long ticks in _ticks.AsSpan())
            ticks = decoder.ReadDateTime().Ticks;

        return Sum();
    }

    /// <summary>Uses the file time format, which equals the wire format. It throws for the values that mean "earlier" or "later than can be
    /// represented" in OPC UA.</summary>
    [Benchmark(OperationsPerInvoke = Items), Row("OPCREP-date-conversions", Role.Peer, "DateTime.FromFileTimeUtc")]
    public long FileTime()
    {
        var decoder = new BinaryDecoder(_message);
        foreach (ref long ticks in _ticks.AsSpan())
            ticks = DateTime.FromFileTimeUtc(decoder.ReadInt64()).Ticks;

        return Sum();
    }

    private long Sum()
    {
        long sum = 0;
        foreach (long ticks in _ticks)
            sum += ticks;

        return sum;
    }

    private static byte[] Encode()
    {
        var time = new DateTime(2026, 11, 21, 8, 0, 0, DateTimeKind.Utc);
        using var writer = new PooledArrayBufferWriter<byte>();
        var encoder = new BinaryEncoder(writer);
        for (int i = 0; i < Items; i++)
            encoder.WriteDateTime(time.AddMilliseconds(i));

        return writer.WrittenSpan.ToArray();
    }
}
