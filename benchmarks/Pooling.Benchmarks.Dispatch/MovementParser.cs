using System.Buffers.Binary;
using Pooling.Dispatch;

namespace Pooling.Benchmarks.Dispatch;

/// <summary>Twelve bytes to a packet, in code of its own for each opcode.</summary>
internal readonly struct MovementParser<TKey> : IPacketParser<Movement>, IMemoryPacketParser<Movement> where TKey : struct, IOpcodeKey
{
    public bool TryParse(ReadOnlySpan<byte> payload, out Movement packet)
    {
        if (payload.Length != 12)
        {
            packet = default;
            return false;
        }

        packet = new Movement(BinaryPrimitives.ReadInt32LittleEndian(payload), BinaryPrimitives.ReadInt64LittleEndian(payload[4..]));
        return true;
    }

    public bool TryParse(ReadOnlyMemory<byte> payload, out Movement packet) => TryParse(payload.Span, out packet);
}
