using System.Buffers.Binary;

namespace Pooling.OpcUa.Canaries;

/// <summary>Changes messages in the way of accidents and attackers.</summary>
internal sealed class Mutator(Random random)
{
    private static readonly int[] s_lengths = [-1, 0, 1, 2, 255, 65_536, int.MaxValue, int.MinValue, -2];

    /// <summary>Creates a message that is equal or slightly different.</summary>
    /// <param name="message">The message.</param>
    /// <param name="other">Another message, as a source of parts.</param>
    public byte[] Change(byte[] message, byte[] other)
    {
        byte[] changed = [.. message];
        for (int i = random.Next(4); i > 0 && changed.Length > 0; i--)
            changed = ChangeOnce(changed, other);

        return changed;
    }

    private byte[] ChangeOnce(byte[] message, byte[] other)
    {
        int at = random.Next(message.Length);
        switch (random.Next(7))
        {
            case 0:
                message[at] ^= (byte)(1 << random.Next(8));
                return message;
            case 1:
                message[at] = (byte)random.Next(256);
                return message;
            case 2:
                random.NextBytes(message.AsSpan(at, Math.Min(random.Next(16), message.Length - at)));
                return message;
            case 3:
                return message[..at];
            case 4 when message.Length - at >= sizeof(int):
                BinaryPrimitives.WriteInt32LittleEndian(message.AsSpan(at), s_lengths[random.Next(s_lengths.Length)]);
                return message;
            case 5 when other.Length > 0:
                int from = random.Next(other.Length);
                return [.. message[..at], .. other.AsSpan(from, random.Next(other.Length - from + 1)), .. message[at..]];
            default:
                int length = random.Next(Math.Min(64, message.Length - at));
                return [.. message[..(at + length)], .. message[at..]]; // a part of it twice
        }
    }
}
