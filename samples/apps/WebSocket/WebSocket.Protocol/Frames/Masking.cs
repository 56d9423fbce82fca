using System.Numerics;
using System.Runtime.InteropServices;

namespace WebSockets.Protocol.Frames;

/// <summary>The mask over the payload of a client's frames (RFC 6455, 5.3).</summary>
public static class Masking
{
    /// <summary>Masks bytes, or takes the mask off, where they lie.</summary>
    /// <param name="payload">The bytes.</param>
    /// <param name="mask">The mask, in the order in which it lies in memory, beginning with the byte for the first of these.</param>
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

    /// <summary>The mask for what follows so many bytes.</summary>
    public static uint Advance(uint mask, long bytes)
    {
        int bits = (int)(bytes % sizeof(uint)) * 8;
        return BitConverter.IsLittleEndian ? BitOperations.RotateRight(mask, bits) : BitOperations.RotateLeft(mask, bits);
    }
}
