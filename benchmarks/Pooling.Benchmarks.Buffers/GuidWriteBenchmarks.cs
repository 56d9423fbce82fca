namespace Pooling.Benchmarks.Buffers;

/// <summary>100 Guids one behind the other into a message. The message is the same writer in all contenders.</summary>
public class GuidWriteBenchmarks : WriterBenchmarks
{
    private readonly Guid[] _guids = [.. Enumerable.Range(1, 100).Select(static i => new Guid(i * 7_654_321, (short)i, 3, new byte[8]))];

    [Benchmark(Baseline = true), Row("OPCREP-guid-to-byte-array", Role.Before)]
    public ReadOnlyMemory<byte> ToByteArray()
    {
        Owned.ResetWrittenCount();
        foreach (Guid guid in _guids)
            Owned.Write(guid.ToByteArray());

        return Owned.WrittenMemory;
    }

    [Benchmark, Row("OPCREP-guid-to-byte-array", Role.Published)]
    public ReadOnlyMemory<byte> TryWriteBytesToStack()
    {
        Owned.ResetWrittenCount();
        Span<byte> bytes = stackalloc byte[16];
        foreach (Guid guid in _guids)
        {
            guid.TryWriteBytes(bytes);
            Owned.Write(bytes);
        }

        return Owned.WrittenMemory;
    }

    [Benchmark, Row("OPCREP-guid-to-byte-array", Role.Ours)]
    public ReadOnlyMemory<byte> WriteGuid()
    {
        Owned.ResetWrittenCount();
        foreach (Guid guid in _guids)
            Owned.WriteGuidLittleEndian(guid);

        return Owned.WrittenMemory;
    }

    [Benchmark, Row("OPCREP-guid-to-byte-array", Role.Advice, "room for all at once, their number known")]
    public ReadOnlyMemory<byte> TryWriteBytesToRoomForAll()
    {
        Owned.ResetWrittenCount();
        Span<byte> room = Owned.GetSpan(_guids.Length * 16);
        for (int i = 0; i < _guids.Length; i++)
            _guids[i].TryWriteBytes(room[(i * 16)..]);

        Owned.Advance(_guids.Length * 16);
        return Owned.WrittenMemory;
    }
}
