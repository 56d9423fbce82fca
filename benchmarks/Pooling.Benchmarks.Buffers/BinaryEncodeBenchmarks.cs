using BenchmarkDotNet.Attributes;
using Pooling.Benchmarks.Buffers.Codec;
using Pooling.Buffers;
using Pooling.Objects;

namespace Pooling.Benchmarks.Buffers;

/// <summary>The binary encoding of OPC UA: 15 scalars, 10 data values and 8 arrays of 1,000 numbers to one message of 40 KB.</summary>
public class BinaryEncodeBenchmarks
{
    private const int LongestMessage = 64 * 1024;

    private readonly BufferWriterPool _pool = new();
    private readonly PooledArrayBufferWriter<byte> _owned = new();
    private readonly BoxedPayload _boxed = SamplePayload.Boxed();
    private readonly Variant[] _scalars = SamplePayload.Scalars();
    private readonly DataValue[] _values = SamplePayload.Values();
    private readonly Variant[] _arrays = SamplePayload.Arrays();

    [GlobalCleanup]
    public void Cleanup()
    {
        _pool.Dispose();
        _owned.Dispose();
    }

    [Benchmark(Baseline = true)]
    [Row("OPCUA-binary-encode", Role.Before)]
    public byte[] BinaryWriter() => BoxedEncoder.Encode(_boxed);

    /// <summary>Its array is long enough from the start: growing would be a cost that the published encoder, which writes to chunks,
    /// does not have.</summary>
    [Benchmark]
    [Row("OPCUA-binary-encode", Role.Published)]
    public ReadOnlyMemory<byte> SpansOfPublishedWriter()
    {
        using var writer = new PublishedPooledWriter(LongestMessage, LongestMessage);
        PayloadEncoder.Encode(new PublishedOutput(writer), new Payload(_scalars, _values, _arrays));
        return writer.WrittenMemory;
    }

    [Benchmark]
    [Row("OPCUA-binary-encode", Role.Ours)]
    public ReadOnlyMemory<byte> Rented()
    {
        using PooledLease<PooledArrayBufferWriter<byte>> lease = _pool.Rent();
        PayloadEncoder.Encode(new PooledOutput(lease.Value), new Payload(_scalars, _values, _arrays));
        return lease.Value.WrittenMemory;
    }

    /// <summary>A writer that the channel keeps and resets.</summary>
    [Benchmark]
    [Row("OPCUA-binary-encode", Role.Ours)]
    public ReadOnlyMemory<byte> OwnedAndReset()
    {
        _owned.ResetWrittenCount();
        PayloadEncoder.Encode(new PooledOutput(_owned), new Payload(_scalars, _values, _arrays));
        return _owned.WrittenMemory;
    }
}
