using Pooling.Benchmarks.Buffers.Codec;

namespace Pooling.Benchmarks.Buffers;

/// <summary>The binary encoding of OPC UA: 25 data values, and 8 with arrays of 1,000 numbers (32 KB) or without them (1 KB).</summary>
/// <remarks>Numbers of an array are copied at once by all but Before, which is most of the difference where there are arrays. Each
/// encoder gets what the decoder of its kind made: the messages are compared, so that both are checked.</remarks>
public class BinaryCodecBenchmarks : WriterBenchmarks
{
    private const int LongestMessage = 64 * 1024;

    private readonly MemoryStream _stream = new(LongestMessage);
    private readonly PooledArrayBufferWriter<DataValue> _kept = new(initialCapacity: 64);
    private BinaryWriter _streamWriter = null!;
    private BoxedDataValue[] _boxed = [];
    private DataValue[] _values = [];
    private DataValue[] _pooledValues = [];
    private byte[] _message = [];

    [Params(true, false)]
    public bool Arrays { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        var time = new DateTime(2026, 5, 17, 8, 30, 15, DateTimeKind.Utc);
        object[] values =
        [
            true, false, true, 321, -12_345, -1_234_567_890, 1, 0, Math.PI, -1.5, double.MaxValue,
            "Boiler 7, drum level, mm", time, new Guid("7b0d3c2e-94f1-4f5c-8f0a-26a1d7c9be31"), new byte[32],
            .. Enumerable.Range(0, 10).Select(static i => (object)(20 + (i / 8.0))),
            .. Enumerable.Repeat<int[]>([.. Enumerable.Range(-500, 1_000)], Arrays ? 8 : 0),
        ];
        _boxed = Array.ConvertAll(values, value => new BoxedDataValue(
            Enum.Parse<WireType>(value.GetType().Name.Replace("[]", "s")), value, 0x40000000, time, time.AddSeconds(1)));
        _streamWriter = new BinaryWriter(_stream);
        _message = BinaryWriter().ToArray();
        _boxed = BoxedCodec.Decode(_message);
        _values = DecodeToNewArrays();
        _pooledValues = DecodeToKeptList().ToArray();
    }

    /// <summary>To a stream that is kept, long enough as the published array is: neither side is said to buy more than the other.</summary>
    [Benchmark(Baseline = true), BenchmarkCategory("encode"), Row("OPCUA-binary-encode*", Role.Before)]
    public ReadOnlyMemory<byte> BinaryWriter()
    {
        _stream.Position = 0;
        BoxedCodec.Encode(_streamWriter, _boxed);
        return _stream.GetBuffer().AsMemory(0, (int)_stream.Position);
    }

    [Benchmark, BenchmarkCategory("encode"), Row("OPCUA-binary-encode*", Role.Published)]
    public ReadOnlyMemory<byte> SpansOfPublishedWriter()
    {
        using var writer = new PublishedPooledWriter(LongestMessage, LongestMessage);
        PublishedEncoder.Encode(writer, _values);
        return writer.WrittenMemory;
    }

    [Benchmark, BenchmarkCategory("encode"), Row("OPCUA-binary-encode*", Role.Ours)]
    public ReadOnlyMemory<byte> OwnedAndReset()
    {
        Owned.ResetWrittenCount();
        PooledEncoder.Encode(Owned, _pooledValues);
        return Owned.WrittenMemory;
    }

    [Benchmark(Baseline = true), BenchmarkCategory("decode"), Row("OPCUA-binary-decode*", Role.Before)]
    public long BinaryReader() => BoxedCodec.Decode(_message)[^1].SourceTime.Ticks;

    [Benchmark, BenchmarkCategory("decode"), Row("OPCUA-binary-decode*", Role.Published)]
    public long StructsInNewArrays() => DecodeToNewArrays()[^1].SourceTime.Ticks;

    /// <summary>Into a list that the connection keeps; arrays of numbers are rented.</summary>
    [Benchmark, BenchmarkCategory("decode"), Row("OPCUA-binary-decode*", Role.Ours)]
    public long StructsInPooledArrays()
    {
        ReadOnlySpan<DataValue> values = DecodeToKeptList();
        foreach (ref readonly DataValue value in values)
            (value.Reference as IDisposable)?.Dispose();

        return values[^1].SourceTime.Ticks;
    }

    private DataValue[] DecodeToNewArrays()
    {
        var reader = new BufferReader(_message);
        var values = new DataValue[reader.ReadInt32LittleEndian()];
        StructDecoder.Decode(ref reader, values, rents: false);
        return values;
    }

    private ReadOnlySpan<DataValue> DecodeToKeptList()
    {
        var reader = new BufferReader(_message);
        int count = reader.ReadInt32LittleEndian();
        _kept.ResetWrittenCount();
        StructDecoder.Decode(ref reader, _kept.GetSpan(count)[..count], rents: true);
        _kept.Advance(count);
        return _kept.WrittenSpan;
    }
}
