using OpcUa.Protocol.Encoding;

namespace Pooling.Benchmarks.Encodeables;

/// <summary>Takes the times of 1,000 values from their message, keeps each with its item, and looks at all of them later.</summary>
/// <remarks>That a time is converted allocates nothing: the box does in which an application keeps it as data of a property.</remarks>
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

    /// <summary>Ticks, which data values of the sample hold as well.</summary>
    [Benchmark(OperationsPerInvoke = Items), Row("OPCREP-date-conversions", Role.Published), Row("OPCREP-date-conversions", Role.Ours)]
    public long Ticks()
    {
        var decoder = new BinaryDecoder(_message);
        foreach (ref long ticks in _ticks.AsSpan())
            ticks = decoder.ReadDateTime().Ticks;

        return Sum();
    }

    /// <summary>The wire counts as files do. It throws where OPC UA says "earlier" or "later than can be told".</summary>
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
