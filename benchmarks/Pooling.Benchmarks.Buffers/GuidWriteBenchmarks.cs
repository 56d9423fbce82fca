using BenchmarkDotNet.Attributes;
using Pooling.Buffers;

namespace Pooling.Benchmarks.Buffers;

/// <summary>Guids one behind the other into a message; a Guid is the operation. The message is the same writer in all contenders.</summary>
public class GuidWriteBenchmarks
{
    private const int Guids = 100;
    private const int GuidLength = 16;

    private readonly Guid[] _guids = new Guid[Guids];
    private readonly PooledArrayBufferWriter<byte> _message = new(initialCapacity: Guids * GuidLength * 2);

    public GuidWriteBenchmarks()
    {
        Span<byte> bytes = stackalloc byte[GuidLength];
        var random = new Random(1);
        for (int i = 0; i < Guids; i++)
        {
            random.NextBytes(bytes);
            _guids[i] = new Guid(bytes);
        }
    }

    [GlobalCleanup]
    public void Cleanup() => _message.Dispose();

    [Benchmark(Baseline = true, OperationsPerInvoke = Guids)]
    [Row("OPCREP-guid-to-byte-array", Role.Before)]
    public ReadOnlyMemory<byte> ToByteArray()
    {
        PooledArrayBufferWriter<byte> message = _message;
        message.ResetWrittenCount();
        foreach (Guid guid in _guids)
            message.Write(guid.ToByteArray());

        return message.WrittenMemory;
    }

    [Benchmark(OperationsPerInvoke = Guids)]
    [Row("OPCREP-guid-to-byte-array", Role.Published)]
    public ReadOnlyMemory<byte> TryWriteBytesToStack()
    {
        PooledArrayBufferWriter<byte> message = _message;
        message.ResetWrittenCount();
        Span<byte> bytes = stackalloc byte[GuidLength];
        foreach (Guid guid in _guids)
        {
            guid.TryWriteBytes(bytes);
            message.Write(bytes);
        }

        return message.WrittenMemory;
    }

    [Benchmark(OperationsPerInvoke = Guids)]
    [Row("OPCREP-guid-to-byte-array", Role.Ours)]
    public ReadOnlyMemory<byte> WriteGuid()
    {
        PooledArrayBufferWriter<byte> message = _message;
        message.ResetWrittenCount();
        foreach (Guid guid in _guids)
            message.WriteGuidLittleEndian(guid);

        return message.WrittenMemory;
    }

    [Benchmark(OperationsPerInvoke = Guids)]
    [Row("OPCREP-guid-to-byte-array", Role.Ours)]
    public ReadOnlyMemory<byte> TryWriteBytesToWriter()
    {
        PooledArrayBufferWriter<byte> message = _message;
        message.ResetWrittenCount();
        foreach (Guid guid in _guids)
        {
            guid.TryWriteBytes(message.GetSpan(GuidLength));
            message.Advance(GuidLength);
        }

        return message.WrittenMemory;
    }

    /// <summary>Room for all of them at once, since their number is known.</summary>
    [Benchmark(OperationsPerInvoke = Guids)]
    [Row("OPCREP-guid-to-byte-array", Role.Ours)]
    public ReadOnlyMemory<byte> TryWriteBytesToRoomForAll()
    {
        PooledArrayBufferWriter<byte> message = _message;
        message.ResetWrittenCount();
        Span<byte> room = message.GetSpan(Guids * GuidLength);
        foreach (Guid guid in _guids)
        {
            guid.TryWriteBytes(room);
            room = room[GuidLength..];
        }

        message.Advance(Guids * GuidLength);
        return message.WrittenMemory;
    }
}
