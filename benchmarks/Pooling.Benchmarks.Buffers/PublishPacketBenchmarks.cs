namespace Pooling.Benchmarks.Buffers;

/// <summary>Measures encoding a PUBLISH packet of MQTT: a byte, the length of the rest, a topic, an identifier, no properties, a
/// payload.</summary>
public class PublishPacketBenchmarks : WriterBenchmarks
{
    private const byte FirstByte = 0x32;
    private const string Topic = "sensors/room-17/temperature";

    private readonly KeptArrayWriter _kept = new();
    private byte[] _payload = [];
    private ushort _identifier;

    [Params(40, 400)] // the length in front takes one byte for the short one, and two for the other
    public int Payload { get; set; }

    [GlobalSetup]
    public void Setup() => _payload = [.. Enumerable.Range(0, Payload).Select(static i => (byte)i)];

    [Benchmark(Baseline = true), Row("POOL-write-publish", Role.Before)]
    public ReadOnlyMemory<byte> ByHand()
    {
        _kept.Reset(headerRoom: 5);
        _kept.WriteText(Topic);
        _kept.WriteUInt16(_identifier++);
        _kept.WriteByte(0);
        _kept.Write(_payload);
        _kept.PutHeader(FirstByte);
        return _kept.Written;
    }

    [Benchmark, Row("POOL-write-publish", Role.Ours)]
    public ReadOnlyMemory<byte> WithReservation()
    {
        Reset().WriteByte(FirstByte);
        BufferReservation<byte> length = Owned.Reserve(_payload.Length < 64 ? 1 : 2);
        Owned.WritePrefixedUtf8(Topic, LengthPrefix.UInt16BigEndian);
        Owned.WriteUInt16BigEndian(_identifier++);
        Owned.WriteByte(0);
        Owned.Write(_payload);
        length.PatchVarintLength();
        return Owned.WrittenMemory;
    }
}
