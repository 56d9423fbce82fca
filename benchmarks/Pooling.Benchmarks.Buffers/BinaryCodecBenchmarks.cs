using Pooling.Benchmarks.Buffers.Codec;

namespace Pooling.Benchmarks.Buffers;

/// <summary>Measures the binary encoding of OPC UA: a scalar of each of 15 types and 10 data values, with an array of 1,000 numbers of each
/// of 8 types (40 KB) or without them (0.5 KB).</summary>
/// <remarks>All contenders except Before copy the numbers of an array at once, which is most of the difference with arrays. Each encoder
/// encodes the result of the corresponding decoder. The messages are compared, so that both are checked.</remarks>
public class BinaryCodecBenchmarks : WriterBenchmarks
{
    private readonly MemoryStream _stream = new(64 * 1024);
    private readonly PooledArrayBufferWriter<Variant> _keptVariants = new();
    private readonly PooledArrayBufferWriter<DataValue> _keptValues = new();
    private BinaryWriter _streamWriter = null!;
    private BoxedPayload _boxed = null!;
    private byte[] _message = [];
    private (Variant[] Variants, DataValue[] Values) _published;

    [Params(true, false)]
    public bool Arrays { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        var time = new DateTime(2026, 5, 17, 8, 30, 15, DateTimeKind.Utc);
        object[] scalars =
        [
            true, (sbyte)-5, (byte)200, (short)-12_345, (ushort)54_321, -1_234_567_890, 3_234_567_890U, -1_234_567_890_123L,
            12_345_678_901_234_567_890UL, 1.5f, Math.PI, "Boiler 7, drum level, mm", time,
            new Guid("7b0d3c2e-94f1-4f5c-8f0a-26a1d7c9be31"), new byte[32],
        ];
        object[] arrays = !Arrays ? [] :
        [
            Numbers<short>(), Numbers<ushort>(), Numbers<int>(), Numbers<uint>(), Numbers<long>(), Numbers<ulong>(), Numbers<float>(),
            Numbers<double>(),
        ];
        var boxed = new BoxedPayload(
            [
                .. scalars.Select(static (value, i) => new BoxedVariant((BuiltInType)(i + 1), value)),
                .. arrays.Select(static (value, i) => new BoxedVariant(BuiltInType.Int16 + (byte)i, value)),
            ],
            [.. Enumerable.Range(0, 10).Select(i => new BoxedDataValue(
                new BoxedVariant(BuiltInType.Double, 20 + (i / 8.0)), 0x40000000, time.AddSeconds(i), time.AddSeconds(i + 1)))]);
        _streamWriter = new BinaryWriter(_stream);
        BoxedCodec.Encode(_streamWriter, boxed);
        _message = _stream.ToArray();
        _boxed = BoxedCodec.Decode(_message);
        _published = DecodeToNewArrays();
        DecodeToKeptLists();
    }

    /// <summary>Writes to a stream that is kept and has the size of the published array, so that no contender grows a buffer.</summary>
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
        using var writer = new KeptArrayWriter(64 * 1024);
        StructEncoder.Encode(new PublishedOutput(writer), _published.Variants, _published.Values);
        return writer.Written;
    }

    [Benchmark, BenchmarkCategory("encode"), Row("OPCUA-binary-encode*", Role.Ours)]
    public ReadOnlyMemory<byte> OwnedAndReset()
    {
        StructEncoder.Encode(new PooledOutput(Reset()), _keptVariants.WrittenSpan, _keptValues.WrittenSpan);
        return Owned.WrittenMemory;
    }

    [Benchmark(Baseline = true), BenchmarkCategory("decode"), Row("OPCUA-binary-decode*", Role.Before)]
    public long BinaryReader() => BoxedCodec.Decode(_message).Values[^1].SourceTime.Ticks;

    [Benchmark, BenchmarkCategory("decode"), Row("OPCUA-binary-decode*", Role.Published)]
    public long StructsInNewArrays() => DecodeToNewArrays().Values[^1].SourceTime.Ticks;

    /// <summary>Decodes into lists that the connection keeps. Arrays of numbers are rented.</summary>
    [Benchmark, BenchmarkCategory("decode"), Row("OPCUA-binary-decode*", Role.Ours)]
    public long StructsInPooledArrays()
    {
        DecodeToKeptLists();
        foreach (ref readonly Variant variant in _keptVariants.WrittenSpan)
            (variant.Reference as IDisposable)?.Dispose();

        return _keptValues.WrittenSpan[^1].SourceTime.Ticks;
    }

    private static T[] Numbers<T>() where T : INumberBase<T> => [.. Enumerable.Range(-500, 1_000).Select(T.CreateTruncating)];

    private (Variant[] Variants, DataValue[] Values) DecodeToNewArrays()
    {
        var decoder = new StructDecoder(_message, rents: false);
        var variants = new Variant[decoder.ReadCount()];
        decoder.Read(variants);
        var values = new DataValue[decoder.ReadCount()];
        decoder.Read(values);
        return (variants, values);
    }

    private void DecodeToKeptLists()
    {
        var decoder = new StructDecoder(_message, rents: true);
        decoder.Read(Take(_keptVariants, decoder.ReadCount()));
        decoder.Read(Take(_keptValues, decoder.ReadCount()));
    }

    private static Span<T> Take<T>(PooledArrayBufferWriter<T> list, int count)
    {
        list.ResetWrittenCount();
        Span<T> room = list.GetSpan(count)[..count];
        list.Advance(count);
        return room;
    }
}
