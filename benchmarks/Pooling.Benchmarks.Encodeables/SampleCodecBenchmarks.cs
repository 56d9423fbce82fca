using OpcUa.Protocol.Encoding;
using Pooling.Benchmarks.Buffers;
using Pooling.Benchmarks.Buffers.Codec;
using DataValue = OpcUa.Protocol.BuiltIn.DataValue;
using Variant = OpcUa.Protocol.BuiltIn.Variant;

namespace Pooling.Benchmarks.Encodeables;

/// <summary>Measures the codec of the sample against those of its rows, over the same message: variants and data values, with arrays of
/// 1,000 numbers of each of 8 types (40 KB) or without them (0.5 KB).</summary>
/// <remarks>Unlike the others, the sample's decoder limits length and nesting for every value, and its encoder omits default
/// values.</remarks>
public class SampleCodecBenchmarks
{
    private static readonly long s_epoch = DateTime.FromFileTimeUtc(0).Ticks;

    private readonly MemoryStream _stream = new(64 * 1024);
    private readonly PooledArrayBufferWriter<byte> _writer = new(initialCapacity: 1024);
    private readonly Variant[] _variants = new Variant[CodecPayload.Scalars.Length + CodecPayload.Arrays.Length];
    private readonly DataValue[] _values = new DataValue[CodecPayload.Values.Length];
    private BinaryWriter _streamWriter = null!;
    private BoxedPayload _boxed = null!;
    private byte[] _message = [];
    private int _count; // of variants
    private (Buffers.Codec.Variant[] Variants, Buffers.Codec.DataValue[] Values) _published;

    [Params(true, false)]
    public bool Arrays { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        _streamWriter = new BinaryWriter(_stream);
        _boxed = new BoxedPayload([.. CodecPayload.Scalars, .. Arrays ? CodecPayload.Arrays : []], CodecPayload.Values);
        _message = CodecPayload.Encode(_boxed);
        _published = DecodeToNewArrays();
        Decode(default);
    }

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
    public ReadOnlyMemory<byte> SampleEncoder()
    {
        _writer.ResetWrittenCount();
        var encoder = new BinaryEncoder(_writer);
        encoder.WriteInt32(_count);
        foreach (ref readonly Variant variant in _variants.AsSpan(0, _count))
            encoder.WriteVariant(variant);

        encoder.WriteInt32(_values.Length);
        foreach (ref readonly DataValue value in _values.AsSpan())
            encoder.WriteDataValue(value);

        return _writer.WrittenMemory;
    }

    [Benchmark(Baseline = true), BenchmarkCategory("decode"), Row("OPCUA-binary-decode*", Role.Before)]
    public long BinaryReader() => BoxedCodec.Decode(_message).Values[^1].SourceTime.Ticks;

    [Benchmark, BenchmarkCategory("decode"), Row("OPCUA-binary-decode*", Role.Published)]
    public long StructsInNewArrays() => DecodeToNewArrays().Values[^1].SourceTime.Ticks;

    /// <summary>Decodes into lists that the connection keeps. Arrays of numbers are rented.</summary>
    [Benchmark, BenchmarkCategory("decode"), Row("OPCUA-binary-decode*", Role.Ours)]
    public long SampleDecoder()
    {
        using PooledScope scope = PooledScope.Begin();
        Decode(scope);
        return _values[^1].SourceTimestamp.Ticks - s_epoch;
    }

    private void Decode(PooledScope scope)
    {
        var decoder = new BinaryDecoder(_message, scope);
        _count = decoder.ReadArrayLength(minBytes: 1);
        foreach (ref Variant variant in _variants.AsSpan(0, _count))
            variant = decoder.ReadVariant();

        int count = decoder.ReadArrayLength(minBytes: 1);
        foreach (ref DataValue value in _values.AsSpan(0, count))
            value = decoder.ReadDataValue();
    }

    private (Buffers.Codec.Variant[] Variants, Buffers.Codec.DataValue[] Values) DecodeToNewArrays()
    {
        var decoder = new StructDecoder(_message, rents: false);
        var variants = new Buffers.Codec.Variant[decoder.ReadCount()];
        decoder.Read(variants);
        var values = new Buffers.Codec.DataValue[decoder.ReadCount()];
        decoder.Read(values);
        return (variants, values);
    }
}
