namespace Pooling.Benchmarks.Buffers;

/// <summary>A PUBLISH packet of MQTT by a writer that its connection keeps: a byte, a length of one to four bytes in front of what it
/// counts, a topic with a length of two bytes, an identifier, an empty list of properties, and a payload.</summary>
public class PublishPacketBenchmarks : WriterBenchmarks
{
    private const int Operations = 200;
    private const byte FirstByte = 0x32;
    private const int HeaderRoom = 5;
    private const int ShortPayload = 64;
    private const string Topic = "sensors/room-17/temperature";

    private readonly KeptArrayWriter _kept = new();
    private byte[] _payload = [];

    /// <summary>The length in front takes one byte for the short one, and two for the other.</summary>
    [Params(40, 400)]
    public int Payload { get; set; }

    [GlobalSetup]
    public void Setup() => _payload = [.. Enumerable.Range(0, Payload).Select(static i => (byte)i)];

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations), Row("POOL-write-publish", Role.Before)]
    public ReadOnlyMemory<byte> ByHand()
    {
        for (int i = 0; i < Operations; i++)
        {
            _kept.Reset(HeaderRoom);
            _kept.WriteText(Topic);
            _kept.WriteUInt16((ushort)i);
            _kept.WriteByte(0);
            _kept.Write(_payload);
            _kept.PutHeader(FirstByte);
        }

        return _kept.Written;
    }

    [Benchmark(OperationsPerInvoke = Operations), Row("POOL-write-publish", Role.Ours)]
    public ReadOnlyMemory<byte> WithReservation()
    {
        for (int i = 0; i < Operations; i++)
        {
            Owned.ResetWrittenCount();
            Owned.WriteByte(FirstByte);
            BufferReservation<byte> length = Owned.Reserve(_payload.Length < ShortPayload ? 1 : 2);
            Owned.WriteUInt16BigEndianPrefixedUtf8(Topic);
            Owned.WriteUInt16BigEndian((ushort)i);
            Owned.WriteByte(0);
            Owned.Write(_payload);
            length.PatchVarintLength();
        }

        return Owned.WrittenMemory;
    }
}
