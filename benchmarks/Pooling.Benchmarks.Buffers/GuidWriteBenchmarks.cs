using BenchmarkDotNet.Attributes;
using Pooling.Buffers;

namespace Pooling.Benchmarks.Buffers;

/// <summary>100 Guids one behind the other into a message. The message is the same writer in all contenders.</summary>
public class GuidWriteBenchmarks
{
    private const int GuidLength = 16;

    private readonly Guid[] _guids = [.. Enumerable.Range(1, 100).Select(static i => new Guid(i * 7_654_321, (short)i, 3, new byte[8]))];
    private readonly PooledArrayBufferWriter<byte> _message = new(initialCapacity: 4096);

    [GlobalCleanup]
    public void Cleanup() => _message.Dispose();

    [Benchmark(Baseline = true), Row("OPCREP-guid-to-byte-array", Role.Before)]
    public ReadOnlyMemory<byte> ToByteArray()
    {
        _message.ResetWrittenCount();
        foreach (Guid guid in _guids)
            _message.Write(guid.ToByteArray());

        return _message.WrittenMemory;
    }

    [Benchmark, Row("OPCREP-guid-to-byte-array", Role.Published)]
    public ReadOnlyMemory<byte> TryWriteBytesToStack()
    {
        _message.ResetWrittenCount();
        Span<byte> bytes = stackalloc byte[GuidLength];
        foreach (Guid guid in _guids)
        {
            guid.TryWriteBytes(bytes);
            _message.Write(bytes);
        }

        return _message.WrittenMemory;
    }

    [Benchmark, Row("OPCREP-guid-to-byte-array", Role.Ours)]
    public ReadOnlyMemory<byte> WriteGuid()
    {
        _message.ResetWrittenCount();
        foreach (Guid guid in _guids)
            _message.WriteGuidLittleEndian(guid);

        return _message.WrittenMemory;
    }

    [Benchmark, Row("OPCREP-guid-to-byte-array", Role.Advice, "room for all at once, their number known")]
    public ReadOnlyMemory<byte> TryWriteBytesToRoomForAll()
    {
        _message.ResetWrittenCount();
        Span<byte> room = _message.GetSpan(_guids.Length * GuidLength);
        for (int i = 0; i < _guids.Length; i++)
            _guids[i].TryWriteBytes(room[(i * GuidLength)..]);

        _message.Advance(_guids.Length * GuidLength);
        return _message.WrittenMemory;
    }
}
