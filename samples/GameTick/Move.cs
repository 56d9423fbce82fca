using System.Buffers.Binary;
using Pooling.Dispatch;

namespace Pooling.Samples.GameTick;

/// <summary>A player's step, as it is sent and as it waits for the tick.</summary>
/// <param name="Sequence">The client's number of the move. The state repeats the last one that was carried out.</param>
/// <param name="X">The step to the right, from -<see cref="MaxStep"/> to <see cref="MaxStep"/>.</param>
/// <param name="Y">The step upwards, in the same range.</param>
internal readonly record struct Move(uint Sequence, short X, short Y) : IPacketParser<Move>
{
    public const short MaxStep = 10;
    public const int Length = 8; // bytes of the payload

    /// <summary>Attempts to read the payload of a move.</summary>
    /// <returns><see langword="false"/> if it has the wrong length, or the step is too long.</returns>
    public bool TryParse(ReadOnlySpan<byte> payload, out Move packet)
    {
        packet = default;
        if (payload.Length != Length)
            return false;

        short x = BinaryPrimitives.ReadInt16LittleEndian(payload[4..]);
        short y = BinaryPrimitives.ReadInt16LittleEndian(payload[6..]);
        if (x is < -MaxStep or > MaxStep || y is < -MaxStep or > MaxStep)
            return false;

        packet = new Move(BinaryPrimitives.ReadUInt32LittleEndian(payload), x, y);
        return true;
    }

    /// <summary>Writes the payload of the move, <see cref="Length"/> bytes.</summary>
    public void Write(Span<byte> payload)
    {
        BinaryPrimitives.WriteUInt32LittleEndian(payload, Sequence);
        BinaryPrimitives.WriteInt16LittleEndian(payload[4..], X);
        BinaryPrimitives.WriteInt16LittleEndian(payload[6..], Y);
    }
}
