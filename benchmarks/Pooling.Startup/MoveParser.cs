using Pooling.Dispatch;

namespace Pooling.Startup;

/// <summary>Parses packets of one opcode; <typeparamref name="TOpcode"/> makes each a type of its own, as in a program.</summary>
internal struct MoveParser<TOpcode> : IPacketParser<Move> where TOpcode : struct
{
    public readonly bool TryParse(ReadOnlySpan<byte> payload, out Move packet)
    {
        packet = new Move { X = payload.IsEmpty ? (byte)0 : payload[0] };
        return !payload.IsEmpty;
    }
}
