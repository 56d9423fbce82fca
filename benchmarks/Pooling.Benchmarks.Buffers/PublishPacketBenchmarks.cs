using BenchmarkDotNet.Attributes;
using Pooling.Buffers;

namespace Pooling.Benchmarks.Buffers;

/// <summary>A PUBLISH packet of MQTT by a writer that its connection keeps: a byte, a length of one to four bytes in front of what it
/// counts, a topic with a length of two bytes, an identifier, an empty list of properties, and a payload.</summary>
public class PublishPacketBenchmarks
{
    private const int Operations = 200;
    private const byte FirstByte = 0x32;
    private const int HeaderRoom = 5;
    private const int ShortPayload = 64;

    private readonly string _topic = "sensors/room-17/temperature";
    private readonly KeptArrayWriter _kept = new();
    private readonly PooledArrayBufferWriter<byte> _owned = new();

    private byte[] _payload = [];

    /// <summary>The bytes of the payload. The length in front takes one byte for the short one, and two for the other.</summary>
    [Params(40, 400)]
    public int Payload { get; set; }

    [GlobalSetup]
    public void Setup() => _payload = [.. Enumerable.Range(0, Payload).Select(static i => (byte)i)];

    [GlobalCleanup]
    public void Cleanup() => _owned.Dispose();

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [Row("POOL-write-publish", Role.Before)]
    public ReadOnlyMemory<byte> ByHand()
    {
        ReadOnlyMemory<byte> last = default;
        for (int i = 0; i < Operations; i++)
        {
            _kept.Reset(HeaderRoom);
            _kept.WriteText(_topic);
            _kept.WriteUInt16((ushort)i);
            _kept.WriteByte(0);
            _kept.Write(_payload);
            _kept.PutHeader(FirstByte);
            last = _kept.Written;
        }

        return last;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-write-publish", Role.Ours)]
    public ReadOnlyMemory<byte> Owned()
    {
        ReadOnlyMemory<byte> last = default;
        for (int i = 0; i < Operations; i++)
        {
            _owned.ResetWrittenCount();
            _owned.WriteByte(FirstByte);
            BufferReservation<byte> length = _owned.Reserve(_payload.Length < ShortPayload ? 1 : 2);
            _owned.WriteUInt16BigEndianPrefixedUtf8(_topic);
            _owned.WriteUInt16BigEndian((ushort)i);
            _owned.WriteByte(0);
            _owned.Write(_payload);
            length.PatchVarintLength();
            last = _owned.WrittenMemory;
        }

        return last;
    }
}
