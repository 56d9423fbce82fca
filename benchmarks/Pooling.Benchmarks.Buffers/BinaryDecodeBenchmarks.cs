using BenchmarkDotNet.Attributes;
using Pooling.Benchmarks.Buffers.Codec;

namespace Pooling.Benchmarks.Buffers;

/// <summary>The binary encoding of OPC UA: a message of 40 KB to 15 scalars, 10 data values and 8 arrays of 1,000 numbers. Each contender
/// adds up some of what it decoded; the check of the class encodes all of it again.</summary>
public class BinaryDecodeBenchmarks
{
    private readonly byte[] _message = BoxedEncoder.Encode(SamplePayload.Boxed());
    private readonly PooledPayload _pooled = new();

    [GlobalCleanup]
    public void Cleanup() => _pooled.Dispose();

    [Benchmark(Baseline = true)]
    [Row("OPCUA-binary-decode", Role.Before)]
    public long BinaryReader()
    {
        BoxedPayload payload = BoxedDecoder.Decode(_message);
        long sum = payload.Scalars.Length + payload.Arrays.Length;
        foreach (BoxedDataValue value in payload.Values)
            sum += value.Status + value.SourceTime.Ticks;

        return sum;
    }

    [Benchmark]
    [Row("OPCUA-binary-decode", Role.Published)]
    public long StructsInNewArrays() => Sum(DecodeToNewArrays());

    [Benchmark]
    [Row("OPCUA-binary-decode", Role.Ours)]
    public long StructsInPooledArrays()
    {
        _pooled.Decode(_message);
        long sum = Sum(_pooled.Content);
        _pooled.Release();
        return sum;
    }

    [SmokeCheck(nameof(BinaryReader))]
    public string CheckBoxed() => Check(BoxedEncoder.Encode(BoxedDecoder.Decode(_message)));

    [SmokeCheck(nameof(StructsInNewArrays))]
    public string CheckNewArrays() => Check(Encode(DecodeToNewArrays()));

    [SmokeCheck(nameof(StructsInPooledArrays))]
    public string CheckPooledArrays()
    {
        _pooled.Decode(_message);
        byte[] encoded = Encode(_pooled.Content);
        _pooled.Release();
        return Check(encoded);
    }

    private static long Sum(in Payload payload)
    {
        long sum = payload.Scalars.Length + payload.Arrays.Length;
        foreach (ref readonly DataValue value in payload.Values)
            sum += value.Status + value.SourceTime.Ticks;

        return sum;
    }

    private static byte[] Encode(in Payload payload)
    {
        using var writer = new PublishedPooledWriter(initialCapacity: 4096, mostRetained: int.MaxValue);
        PayloadEncoder.Encode(new PublishedOutput(writer), payload);
        return writer.WrittenSpan.ToArray();
    }

    private Payload DecodeToNewArrays()
    {
        var decoder = new PayloadDecoder<NewArrays>(_message, default);
        var scalars = new Variant[decoder.ReadInt32()];
        decoder.ReadVariants(scalars);
        var values = new DataValue[decoder.ReadInt32()];
        decoder.ReadDataValues(values);
        var arrays = new Variant[decoder.ReadInt32()];
        decoder.ReadVariants(arrays);
        return new Payload(scalars, values, arrays);
    }

    private string Check(byte[] encoded)
    {
        if (!encoded.AsSpan().SequenceEqual(_message))
            throw new InvalidOperationException("What was decoded is encoded to another message.");

        return $"{encoded.Length} bytes are the same after decoding and encoding";
    }
}
