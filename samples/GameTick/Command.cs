using System.Buffers.Binary;
using Pooling.Dispatch;

namespace Pooling.Samples.GameTick;

/// <summary>A player's command, as it is sent and as it waits for the tick.</summary>
/// <param name="Opcode">The kind of command: <see cref="Move"/> or <see cref="Home"/>.</param>
/// <param name="Sequence">The client's number of the command. The state repeats the last one that was carried out.</param>
/// <param name="X">The step to the right, from -<see cref="MaxStep"/> to <see cref="MaxStep"/>.</param>
/// <param name="Y">The step upwards, in the same range.</param>
internal readonly record struct Command(ushort Opcode, uint Sequence, short X, short Y)
{
    public const ushort Move = 1; // moves by a step
    public const ushort Home = 2; // returns to 0, 0
    public const short MaxStep = 10;
    public const int MaxLength = 12; // bytes of a frame, with its length

    private const int HomeLength = 4; // bytes of a payload
    private const int MoveLength = 8;

    /// <summary>Attempts to read the payload of a <see cref="Move"/>.</summary>
    /// <returns><see langword="false"/> if it has the wrong length, or the step is too long.</returns>
    public static bool TryReadMove(ReadOnlySpan<byte> payload, out Command command)
    {
        command = default;
        if (payload.Length != MoveLength)
            return false;

        short x = BinaryPrimitives.ReadInt16LittleEndian(payload[4..]);
        short y = BinaryPrimitives.ReadInt16LittleEndian(payload[6..]);
        if (x is < -MaxStep or > MaxStep || y is < -MaxStep or > MaxStep)
            return false;

        command = new Command(Move, BinaryPrimitives.ReadUInt32LittleEndian(payload), x, y);
        return true;
    }

    /// <summary>Attempts to read the payload of a <see cref="Home"/>.</summary>
    /// <returns><see langword="false"/> if it has the wrong length.</returns>
    public static bool TryReadHome(ReadOnlySpan<byte> payload, out Command command)
    {
        command = default;
        if (payload.Length != HomeLength)
            return false;

        command = new Command(Home, BinaryPrimitives.ReadUInt32LittleEndian(payload), 0, 0);
        return true;
    }

    /// <summary>Writes the command as a frame: length, opcode, payload.</summary>
    /// <param name="frame">Receives the frame; <see cref="MaxLength"/> bytes are enough.</param>
    /// <returns>The number of bytes written.</returns>
    public int Write(Span<byte> frame)
    {
        int payload = Opcode == Move ? MoveLength : HomeLength;
        BinaryPrimitives.WriteUInt16LittleEndian(frame, (ushort)(sizeof(ushort) + payload));
        BinaryPrimitives.WriteUInt16LittleEndian(frame[2..], Opcode);
        BinaryPrimitives.WriteUInt32LittleEndian(frame[4..], Sequence);
        if (Opcode == Move)
        {
            BinaryPrimitives.WriteInt16LittleEndian(frame[8..], X);
            BinaryPrimitives.WriteInt16LittleEndian(frame[10..], Y);
        }

        return 2 * sizeof(ushort) + payload;
    }

    /// <summary>Returns the position after the command.</summary>
    public (int X, int Y) Apply(int x, int y) => Opcode == Home ? (0, 0) : (x + X, y + Y);

    /// <summary>Parses the payload of a <see cref="Move"/> for a dispatcher.</summary>
    public readonly struct MoveParser : IPacketParser<Command>
    {
        public bool TryParse(ReadOnlySpan<byte> payload, out Command packet) => TryReadMove(payload, out packet);
    }

    /// <summary>Parses the payload of a <see cref="Home"/> for a dispatcher.</summary>
    public readonly struct HomeParser : IPacketParser<Command>
    {
        public bool TryParse(ReadOnlySpan<byte> payload, out Command packet) => TryReadHome(payload, out packet);
    }
}
