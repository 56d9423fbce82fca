using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Transport;

namespace Pooling.OpcUa.Transport;

/// <summary>A replacement for a policy that pads, signs and encrypts. The padding and the signature have the sizes of Basic256Sha256; the
/// cipher is an exclusive or, and the signature a sum.</summary>
internal sealed class BlockSecurity : IChunkSecurity
{
    public int PlainBlock => 16;

    public int CipherBlock => 16;

    public int Signature => 32;

    public int PaddingSize => 1;

    public void Seal(ArraySegment<byte> segment, int header, int length)
    {
        Span<byte> chunk = segment;
        int padding = chunk.Length - length - PaddingSize - Signature;
        Assert.InRange(padding, 0, PlainBlock - 1);
        chunk.Slice(length, padding + PaddingSize).Fill((byte)padding);
        chunk[^Signature..].Fill(Sum(chunk[..^Signature]));
        Cipher(chunk[header..]);
    }

    public int Open(ArraySegment<byte> segment, int header)
    {
        Span<byte> chunk = segment;
        if ((chunk.Length - header) % CipherBlock != 0)
            throw new TransportException(StatusCodes.BadSecurityChecksFailed, "A block is not whole.");

        Cipher(chunk[header..]);
        byte sum = Sum(chunk[..^Signature]);
        if (chunk[^Signature..].ContainsAnyExcept(sum))
            throw new TransportException(StatusCodes.BadSecurityChecksFailed, "The signature is wrong.");

        return chunk.Length - Signature - PaddingSize - chunk[^(Signature + 1)];
    }

    public void Dispose()
    {
    }

    private static byte Sum(ReadOnlySpan<byte> bytes)
    {
        byte sum = 1;
        foreach (byte one in bytes)
            sum = (byte)((sum * 31) + one);

        return sum;
    }

    private static void Cipher(Span<byte> bytes)
    {
        foreach (ref byte one in bytes)
            one ^= 0xA5;
    }
}
