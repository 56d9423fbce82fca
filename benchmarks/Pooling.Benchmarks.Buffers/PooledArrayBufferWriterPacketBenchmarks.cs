using BenchmarkDotNet.Attributes;
using Pooling.Benchmarks.Buffers.Packets;
using Pooling.Buffers;

namespace Pooling.Benchmarks.Buffers;

/// <summary>A game server's packet from message to encrypted bytes; the encryption is the identity,
/// so that buffers are what is measured.</summary>
public partial class PooledArrayBufferWriterPacketBenchmarks
{
    private const int Operations = 100;

    private readonly Func<byte[], byte[]> _encrypt = static bytes => bytes;
    private readonly PooledArrayBufferWriter<byte> _reused = new();
    private readonly PooledArrayBufferWriter<byte> _connection = new();

    // Published under the name of the packets: small has one enum field, medium is a line of chat.
    private readonly StatePacket _small = new() { State = State.Ready };

    private readonly ChatPacket _medium = new()
    {
        Account = 1001,
        Character = 2002,
        Name = "Gandalf",
        Message = "Hello, world! This is a benchmark chat message.",
        SentAt = new Moment { Value = 638_712_345_678_901_234, Scale = 5 },
    };

    [GlobalCleanup]
    public void Cleanup()
    {
        _reused.Dispose();
        _connection.Dispose();
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [BenchmarkCategory("small")]
    [Row("GC-001-small", Role.Before)]
    public byte[] MemoryStreamSmall() => ThroughMemoryStream(_small);

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("small")]
    [Row("GC-001-small", Role.Peer, "Google.Protobuf WriteTo(Stream)")]
    public byte[] WriteToStreamSmall() => ThroughWriteToStream(_small);

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("small")]
    [Row("GC-001-small", Role.Peer, "Google.Protobuf ToByteArray")]
    public byte[] ToByteArraySmall() => ThroughToByteArray(_small);

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("small")]
    [Row("GC-001-small", Role.Published)]
    public byte[] ReusedWriterSmall() => ThroughReusedWriter(_small);

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("small")]
    [Row("GC-001-small", Role.Ours)]
    public byte[] RentedToArraySmall() => ThroughRentedToArray(_small);

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("small")]
    [Row("GC-001-small", Role.Ours)]
    public ReadOnlyMemory<byte> RentedSmall() => ThroughRented(_small);

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("small")]
    [Row("GC-001-small", Role.Ours)]
    public ReadOnlyMemory<byte> FramedSmall() => ThroughConnection(_small);

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [BenchmarkCategory("medium")]
    [Row("GC-001-medium", Role.Before)]
    public byte[] MemoryStreamMedium() => ThroughMemoryStream(_medium);

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("medium")]
    [Row("GC-001-medium", Role.Peer, "Google.Protobuf WriteTo(Stream)")]
    public byte[] WriteToStreamMedium() => ThroughWriteToStream(_medium);

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("medium")]
    [Row("GC-001-medium", Role.Peer, "Google.Protobuf ToByteArray")]
    public byte[] ToByteArrayMedium() => ThroughToByteArray(_medium);

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("medium")]
    [Row("GC-001-medium", Role.Published)]
    public byte[] ReusedWriterMedium() => ThroughReusedWriter(_medium);

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("medium")]
    [Row("GC-001-medium", Role.Ours)]
    public byte[] RentedToArrayMedium() => ThroughRentedToArray(_medium);

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("medium")]
    [Row("GC-001-medium", Role.Ours)]
    public ReadOnlyMemory<byte> RentedMedium() => ThroughRented(_medium);

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("medium")]
    [Row("GC-001-medium", Role.Ours)]
    public ReadOnlyMemory<byte> FramedMedium() => ThroughConnection(_medium);
}
