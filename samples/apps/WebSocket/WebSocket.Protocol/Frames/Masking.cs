using System.Numerics;
using System.Runtime.InteropServices;

namespace WebSockets.Protocol.Frames;

/// <summary>Applies the mask to the payload of a client's frames (RFC 6455, 5.3).</summary>
public static class Masking
{
    /// <summary>Masks or unmasks bytes in place.</summary>
    /// <param name="payload">The bytes.</param>
    /// <param name="mask">The mask in memory order, starting with the byte for the first byte of the payload.</param>
    public static void Apply(Span<byte> payload, uint mask)
    {
        if (mask == 0)
            return;

        Vector<byte> wide = Vector.AsVectorByte(new Vector<uint>(mask));
        Span<Vector<byte>> vectors = MemoryMarshal.Cast<byte, Vector<byte>>(payload); // neither end needs to be aligned
        for (int i = 0; i < vectors.Length; i++)
            vectors[i] ^= wide;

        payload = payload[(vectors.Length * Vector<byte>.Count)..];
        Span<uint> words = MemoryMarshal.Cast<byte, uint>(payload);
        for (int i = 0; i < words.Length; i++)
            words[i] ^= mask;

        payload = payload[(words.Length * sizeof(uint))..];
        ReadOnlySpan<byte> bytes = MemoryMarshal.AsBytes(new ReadOnlySpan<uint>(in mask));
        for (int i = 0; i < payload.Length; i++)
            payload[i] ^= bytes[i];
    }

    /// <summary>Returns the mask for the data after a number of bytes.</summary>
    public static uint Advance(uint mask, long bytes)
    {
        int bits = (int)(bytes % sizeof(uint)) * 8;
        return BitConverter.IsLittleEndian ? BitOperations.RotateRight(mask, bits) : BitOperations.RotateLeft(mask, bits);
    }
}
