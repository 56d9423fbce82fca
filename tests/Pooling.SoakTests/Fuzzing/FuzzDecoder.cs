using Pooling.Buffers;
using Pooling.Dispatch;

namespace Pooling.SoakTests.Fuzzing;

/// <summary>Decodes pooled packets. Everything that it stores before the payload turns out to be malformed must be returned.</summary>
internal readonly struct FuzzDecoder : IEncodeableDecoder<FuzzPacket>
{
    public bool TryDecode(ReadOnlySpan<byte> payload, FuzzPacket packet)
    {
        var reader = new BufferReader(payload);
        packet.Id = reader.ReadUInt32BigEndian();
        ReadOnlySpan<byte> bytes = reader.ReadPrefixedBytes(LengthPrefix.UInt16LittleEndian);
        packet.Payload = new PooledArray<byte>(bytes.Length, FuzzArrays<byte>.Pool);
        bytes.CopyTo(packet.Payload.Span);
        packet.Numbers = reader.ReadLittleEndian(reader.ReadUInt16BigEndian(), FuzzPacket.MaxNumbers, FuzzArrays<long>.Pool);
        packet.Text = reader.ReadPrefixedUtf8(LengthPrefix.Int32BigEndian);
        int count = reader.ReadByte();
        for (int item = 0; item < count; item++)
        {
            FuzzItem added = packet.Items.Add();
            added.Handle = reader.ReadUInt16LittleEndian();
            if (!reader.TryReadByte(out byte length)
                || !reader.TryReadBigEndian(length, out PooledArray<short>? samples, byte.MaxValue, FuzzArrays<short>.Pool))
            {
                return false;
            }

            added.Samples = samples;
        }

        return reader.End;
    }
}
