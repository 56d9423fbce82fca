using System.Buffers.Binary;
using Pooling.Dispatch;

namespace Pooling.Budget;

/// <summary>Parses twelve bytes.</summary>
internal readonly struct MoveParser : IPacketParser<Move>
{
    public bool TryParse(ReadOnlySpan<byte> payload, out Move packet)
    {
        packet = default;
        if (payload.Length != 12)
            return false;

        packet = new Move(BinaryPrimitives.ReadInt32LittleEndian(payload), BinaryPrimitives.ReadInt64LittleEndian(payload[4..]));
        return true;
    }
}
