using Pooling.Benchmarks.Buffers.Codec;

namespace Pooling.Benchmarks.Buffers;

/// <summary>The binary encoding of OPC UA: 15 scalars and 10 data values, with 8 arrays of 1,000 numbers (40 KB) or without (0.5 KB).
/// </summary>
/// <remarks>Numbers of an array are copied at once by all but Before, which is most of the difference where there are arrays. The decoders
/// add up some of what they decoded; the check of the class encodes all of it again.</remarks>
public class BinaryCodecBenchmarks : WriterBenchmarks
{
    private const int LongestMessage = 64 * 1024;
    private const string NewStream = "a new MemoryStream for each message, and ToArray";

    private readonly MemoryStream _stream = new(LongestMessage);
    private readonly BinaryWriter _streamWriter;
    private readonly PooledArrayBufferWriter<Variant> _scalars = new(initialCapacity: 16); // what is offered is cleared for each message
    private readonly PooledArrayBufferWriter<DataValue> _values = new(initialCapacity: 16);
    private readonly PooledArrayBufferWriter<Variant> _arrays = new(initialCapacity: 16);
    private BoxedPayload _boxed = null!;
    private byte[] _message = [];
    private Variant[] _sourceScalars = [];
    private DataValue[] _sourceValues = [];
    private Variant[] _sourceArrays = [];

    public BinaryCodecBenchmarks() => _streamWriter = new BinaryWriter(_stream);

    [Params(true, false)]
    public bool Arrays { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        _boxed = SamplePayload.Boxed(Arrays);
        _message = SamplePayload.Encoded(Arrays);
        Payload payload = DecodeToNewArrays();
        _sourceScalars = payload.Scalars.ToArray();
        _sourceValues = payload.Values.ToArray();
        _sourceArrays = payload.Arrays.ToArray();
    }

    /// <summary>To a stream that is kept and long enough: the published figures say that neither side buys more than the other.</summary>
    [Benchmark(Baseline = true), BenchmarkCategory("encode")]
    [Row("OPCUA-binary-encode", Role.Before), Row("OPCUA-binary-encode-small", Role.Before)]
    public ReadOnlyMemory<byte> BinaryWriter()
    {
        _stream.Position = 0;
        BoxedCodec.Encode(_streamWriter, _boxed);
        return _stream.GetBuffer().AsMemory(0, (int)_stream.Position);
    }

    [Benchmark, BenchmarkCategory("encode")]
    [Row("OPCUA-binary-encode", Role.Peer, NewStream), Row("OPCUA-binary-encode-small", Role.Peer, NewStream)]
    public byte[] BinaryWriterToNewStream()
    {
        using var stream = new MemoryStream();
        BoxedCodec.Encode(new BinaryWriter(stream), _boxed);
        return stream.ToArray();
    }

    /// <summary>Its array is long enough from the start, too.</summary>
    [Benchmark, BenchmarkCategory("encode"), Row("OPCUA-binary-encode", Role.Published), Row("OPCUA-binary-encode-small", Role.Published)]
    public ReadOnlyMemory<byte> SpansOfPublishedWriter()
    {
        using var writer = new PublishedPooledWriter(LongestMessage, LongestMessage);
        PayloadEncoder.Encode(new PublishedOutput(writer), Source);
        return writer.WrittenMemory;
    }

    [Benchmark, BenchmarkCategory("encode"), Row("OPCUA-binary-encode", Role.Ours), Row("OPCUA-binary-encode-small", Role.Ours)]
    public ReadOnlyMemory<byte> Rented()
    {
        using PooledLease<PooledArrayBufferWriter<byte>> lease = Pool.Rent();
        PayloadEncoder.Encode(new PooledOutput(lease.Value), Source);
        return lease.Value.WrittenMemory;
    }

    /// <summary>A writer that the channel keeps and resets.</summary>
    [Benchmark, BenchmarkCategory("encode"), Row("OPCUA-binary-encode", Role.Ours), Row("OPCUA-binary-encode-small", Role.Ours)]
    public ReadOnlyMemory<byte> OwnedAndReset()
    {
        Owned.ResetWrittenCount();
        PayloadEncoder.Encode(new PooledOutput(Owned), Source);
        return Owned.WrittenMemory;
    }

    [Benchmark(Baseline = true), BenchmarkCategory("decode")]
    [Row("OPCUA-binary-decode", Role.Before), Row("OPCUA-binary-decode-small", Role.Before)]
    public long BinaryReader()
    {
        BoxedPayload payload = BoxedCodec.Decode(_message);
        long sum = payload.Scalars.Length + payload.Arrays.Length;
        foreach (BoxedDataValue value in payload.Values)
            sum += value.Status + value.SourceTime.Ticks;

        return sum;
    }

    [Benchmark, BenchmarkCategory("decode"), Row("OPCUA-binary-decode", Role.Published), Row("OPCUA-binary-decode-small", Role.Published)]
    public long StructsInNewArrays() => Sum(DecodeToNewArrays());

    /// <summary>Into lists that the connection keeps; arrays of numbers are rented.</summary>
    [Benchmark, BenchmarkCategory("decode"), Row("OPCUA-binary-decode", Role.Ours), Row("OPCUA-binary-decode-small", Role.Ours)]
    public long StructsInPooledArrays()
    {
        long sum = Sum(DecodeToPooledArrays());
        Release();
        return sum;
    }

    [SmokeCheck(nameof(BinaryReader), nameof(StructsInNewArrays), nameof(StructsInPooledArrays))]
    public string Check()
    {
        _boxed = BoxedCodec.Decode(_message);
        bool isSame = BinaryWriter().Span.SequenceEqual(_message) && IsEncodedAgain(DecodeToNewArrays())
            && IsEncodedAgain(DecodeToPooledArrays());
        Release();
        return isSame ? $"{_message.Length} bytes are the same after decoding and encoding"
            : throw new InvalidOperationException("What was decoded is encoded to another message.");
    }

    private Payload Source => new(_sourceScalars, _sourceValues, _sourceArrays);

    private bool IsEncodedAgain(in Payload payload)
    {
        Owned.ResetWrittenCount();
        PayloadEncoder.Encode(new PooledOutput(Owned), payload);
        return Owned.WrittenSpan.SequenceEqual(_message);
    }

    private static long Sum(in Payload payload)
    {
        long sum = payload.Scalars.Length + payload.Arrays.Length;
        foreach (ref readonly DataValue value in payload.Values)
            sum += value.Status + value.SourceTime.Ticks;

        return sum;
    }

    private Payload DecodeToNewArrays()
    {
        var decoder = new PayloadDecoder(_message, rents: false);
        var scalars = new Variant[decoder.ReadInt32()];
        decoder.ReadVariants(scalars);
        var values = new DataValue[decoder.ReadInt32()];
        decoder.ReadDataValues(values);
        var arrays = new Variant[decoder.ReadInt32()];
        decoder.ReadVariants(arrays);
        return new Payload(scalars, values, arrays);
    }

    private Payload DecodeToPooledArrays()
    {
        var decoder = new PayloadDecoder(_message, rents: true);
        decoder.ReadVariants(Append(_scalars, decoder.ReadInt32()));
        decoder.ReadDataValues(Append(_values, decoder.ReadInt32()));
        decoder.ReadVariants(Append(_arrays, decoder.ReadInt32()));
        return new Payload(_scalars.WrittenSpan, _values.WrittenSpan, _arrays.WrittenSpan);
    }

    private static Span<T> Append<T>(PooledArrayBufferWriter<T> list, int count)
    {
        Span<T> room = list.GetSpan(count)[..count];
        list.Advance(count);
        return room;
    }

    private void Release()
    {
        foreach (ref readonly Variant variant in _scalars.WrittenSpan)
            variant.Release();

        foreach (ref readonly Variant variant in _arrays.WrittenSpan)
            variant.Release();

        _scalars.ResetWrittenCount();
        _values.ResetWrittenCount(); // of scalars
        _arrays.ResetWrittenCount();
    }
}
