using Pooling.Benchmarks.Buffers.Codec;

namespace Pooling.Benchmarks.Buffers;

/// <summary>The binary encoding of OPC UA: 25 data values, and 8 with arrays of 1,000 numbers (40 KB) or without them (1 KB).</summary>
/// <remarks>Numbers of an array are copied at once by all but Before, which is most of the difference where there are arrays.</remarks>
public class BinaryCodecBenchmarks : WriterBenchmarks
{
    private const int LongestMessage = 64 * 1024;

    private readonly MemoryStream _stream = new(LongestMessage);
    private readonly PooledArrayBufferWriter<DataValue> _kept = new(initialCapacity: 64);
    private readonly BinaryWriter _streamWriter;
    private BoxedDataValue[] _boxed = [];
    private DataValue[] _values = [];
    private byte[] _message = [];

    public BinaryCodecBenchmarks() => _streamWriter = new BinaryWriter(_stream);

    [Params(true, false)]
    public bool Arrays { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        var time = new DateTime(2026, 5, 17, 8, 30, 15, DateTimeKind.Utc);
        object[] scalars =
        [
            true, false, true, (short)-12_345, (short)321, -1_234_567_890, 1, 0, -1_234_567_890_123L, 5L, Math.PI,
            "Boiler 7, drum level, mm", time, new Guid("7b0d3c2e-94f1-4f5c-8f0a-26a1d7c9be31"), new byte[32],
            .. Enumerable.Range(0, 10).Select(static i => (object)(20 + (i / 8.0))),
        ];
        object[] arrays =
        [
            Numbers<short>(), Numbers<short>(), Numbers<int>(), Numbers<int>(), Numbers<int>(),
            Numbers<double>(), Numbers<double>(), Numbers<double>(),
        ];
        _boxed =
        [
            .. scalars.Concat(Arrays ? arrays : []).Select(value => new BoxedDataValue(
                Enum.Parse<WireType>(value.GetType().Name.Replace("[]", "s")), value, 0x40000000, time, time.AddSeconds(1))),
        ];
        _message = BinaryWriter().ToArray();
        _boxed = BoxedCodec.Decode(_message); // what is encoded is compared, so what was decoded is right, too
        _values = DecodeToNewArrays();
    }

    /// <summary>To a stream that is kept and long enough: the published figures say that neither side buys more than the other.</summary>
    [Benchmark(Baseline = true), BenchmarkCategory("encode"), Row("OPCUA-binary-encode*", Role.Before)]
    public ReadOnlyMemory<byte> BinaryWriter()
    {
        _stream.Position = 0;
        BoxedCodec.Encode(_streamWriter, _boxed);
        return _stream.GetBuffer().AsMemory(0, (int)_stream.Position);
    }

    /// <summary>Its array is long enough from the start, too.</summary>
    [Benchmark, BenchmarkCategory("encode"), Row("OPCUA-binary-encode*", Role.Published)]
    public ReadOnlyMemory<byte> SpansOfPublishedWriter()
    {
        using var writer = new PublishedPooledWriter(LongestMessage, LongestMessage);
        PublishedEncoder.Encode(writer, _values);
        return writer.WrittenMemory;
    }

    [Benchmark, BenchmarkCategory("encode"), Row("OPCUA-binary-encode*", Role.Ours)]
    public ReadOnlyMemory<byte> Rented()
    {
        using PooledLease<PooledArrayBufferWriter<byte>> lease = Pool.Rent();
        PooledEncoder.Encode(lease.Value, _values);
        return lease.Value.WrittenMemory;
    }

    /// <summary>A writer that the channel keeps and resets.</summary>
    [Benchmark, BenchmarkCategory("encode"), Row("OPCUA-binary-encode*", Role.Ours)]
    public ReadOnlyMemory<byte> OwnedAndReset()
    {
        Owned.ResetWrittenCount();
        PooledEncoder.Encode(Owned, _values);
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
        long time = DecodeToKeptList()[^1].SourceTime.Ticks;
        Release();
        return time;
    }

    [SmokeCheck(nameof(StructsInPooledArrays))]
    public string Check()
    {
        _values = DecodeToKeptList().ToArray();
        bool isSame = OwnedAndReset().Span.SequenceEqual(_message);
        Release();
        return isSame ? $"{_message.Length} bytes are the same after decoding and encoding"
            : throw new InvalidOperationException("What was decoded is encoded to another message.");
    }

    private DataValue[] DecodeToNewArrays()
    {
        var decoder = new StructDecoder(_message, rents: false);
        var values = new DataValue[decoder.Read<int>()];
        decoder.Read(values);
        return values;
    }

    private ReadOnlySpan<DataValue> DecodeToKeptList()
    {
        var decoder = new StructDecoder(_message, rents: true);
        int count = decoder.Read<int>();
        decoder.Read(_kept.GetSpan(count)[..count]);
        _kept.Advance(count);
        return _kept.WrittenSpan;
    }

    private void Release()
    {
        foreach (ref readonly DataValue value in _kept.WrittenSpan)
            (value.Reference as IDisposable)?.Dispose();

        _kept.ResetWrittenCount();
    }

    private static T[] Numbers<T>() where T : INumber<T> => [.. Enumerable.Range(-500, 1_000).Select(T.CreateTruncating)];
}
