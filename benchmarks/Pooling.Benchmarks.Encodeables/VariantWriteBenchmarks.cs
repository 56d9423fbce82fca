using OpcUa.Protocol.Encoding;
using Pooling.Benchmarks.Buffers;
using Pooling.Benchmarks.Buffers.Codec;
using BuiltInType = OpcUa.Protocol.BuiltIn.BuiltInType;
using Variant = OpcUa.Protocol.BuiltIn.Variant;

namespace Pooling.Benchmarks.Encodeables;

/// <summary>Measures writing a variant of each of 15 scalar types: 11 numbers, a text, a time, a Guid and bytes.</summary>
/// <remarks>An operation is one variant. The raw writes are the minimum, because they know the types. They write the same bytes.</remarks>
public class VariantWriteBenchmarks
{
    private const int Scalars = 15;

    private readonly MemoryStream _stream = new(1024);
    private readonly PooledArrayBufferWriter<byte> _writer = new(initialCapacity: 1024);
    private readonly KeptArrayWriter _kept = new(1024);
    private readonly Variant[] _variants = new Variant[Scalars];
    private readonly Buffers.Codec.Variant[] _published = new Buffers.Codec.Variant[Scalars];
    private readonly BoxedPayload _boxed = new(CodecPayload.Scalars, []);
    private BinaryWriter _streamWriter = null!;

    [GlobalSetup]
    public void Setup()
    {
        _streamWriter = new BinaryWriter(_stream);
        byte[] message = CodecPayload.Encode(_boxed);
        var published = new StructDecoder(message, rents: false);
        published.ReadCount();
        published.Read(_published);
        var decoder = new BinaryDecoder(message);
        decoder.ReadArrayLength(minBytes: 1);
        foreach (ref Variant variant in _variants.AsSpan())
            variant = decoder.ReadVariant();
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Scalars), Row("OPCUA-variant-write", Role.Before)]
    public ReadOnlyMemory<byte> BoxedToStream()
    {
        _stream.Position = 0;
        BoxedCodec.Encode(_streamWriter, _boxed);
        return _stream.GetBuffer().AsMemory(0, (int)_stream.Position);
    }

    [Benchmark(OperationsPerInvoke = Scalars), Row("OPCUA-variant-write", Role.Published)]
    public ReadOnlyMemory<byte> StructToSpan()
    {
        _kept.Reset();
        StructEncoder.Encode(new PublishedOutput(_kept), _published, []);
        return _kept.Written;
    }

    [Benchmark(OperationsPerInvoke = Scalars), Row("OPCUA-variant-write", Role.Ours)]
    public ReadOnlyMemory<byte> SampleEncoder()
    {
        _writer.ResetWrittenCount();
        var encoder = new BinaryEncoder(_writer);
        encoder.WriteInt32(Scalars);
        foreach (ref readonly Variant variant in _variants.AsSpan())
            encoder.WriteVariant(variant);

        encoder.WriteInt32(0);
        return _writer.WrittenMemory;
    }

    [Benchmark(OperationsPerInvoke = Scalars), Row("OPCUA-variant-write", Role.Peer, "raw writes")]
    public ReadOnlyMemory<byte> RawWrites()
    {
        _writer.ResetWrittenCount();
        PooledArrayBufferWriter<byte> writer = _writer;
        writer.WriteInt32LittleEndian(Scalars);
        WriteType(BuiltInType.Boolean).WriteByte(1);
        WriteType(BuiltInType.SByte).WriteByte(unchecked((byte)-5));
        WriteType(BuiltInType.Byte).WriteByte(200);
        WriteType(BuiltInType.Int16).WriteInt16LittleEndian(-12_345);
        WriteType(BuiltInType.UInt16).WriteUInt16LittleEndian(54_321);
        WriteType(BuiltInType.Int32).WriteInt32LittleEndian(-1_234_567_890);
        WriteType(BuiltInType.UInt32).WriteUInt32LittleEndian(3_234_567_890);
        WriteType(BuiltInType.Int64).WriteInt64LittleEndian(-1_234_567_890_123);
        WriteType(BuiltInType.UInt64).WriteUInt64LittleEndian(12_345_678_901_234_567_890);
        WriteType(BuiltInType.Float).WriteSingleLittleEndian(1.5f);
        WriteType(BuiltInType.Double).WriteDoubleLittleEndian(Math.PI);
        WriteType(BuiltInType.String).WritePrefixedUtf8((string)CodecPayload.Scalars[11].Value, LengthPrefix.Int32LittleEndian);
        WriteType(BuiltInType.DateTime).WriteInt64LittleEndian(((DateTime)CodecPayload.Scalars[12].Value).Ticks);
        WriteType(BuiltInType.Guid).WriteGuidLittleEndian((Guid)CodecPayload.Scalars[13].Value);
        WriteType(BuiltInType.ByteString).WriteInt32LittleEndian(32);
        writer.Write((byte[])CodecPayload.Scalars[14].Value);
        writer.WriteInt32LittleEndian(0);
        return writer.WrittenMemory;
    }

    private PooledArrayBufferWriter<byte> WriteType(BuiltInType type)
    {
        _writer.WriteByte((byte)type);
        return _writer;
    }
}
