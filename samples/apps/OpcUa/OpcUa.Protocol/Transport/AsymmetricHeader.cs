using System.Buffers.Binary;
using OpcUa.Protocol.BuiltIn;

namespace OpcUa.Protocol.Transport;

/// <summary>The part of an OPN before the sequence header, which describes its security (OPC 10000-6, 6.7.2.3).</summary>
internal readonly ref struct AsymmetricHeader
{
    private const int MaxUriLength = 255;
    private const int MaxCertificateLength = 16 * 1024; // or chain
    private const int MaxThumbprintLength = 20;

    public ReadOnlySpan<byte> PolicyUri { get; private init; }

    public ReadOnlySpan<byte> SenderCertificate { get; private init; }

    public ReadOnlySpan<byte> ReceiverThumbprint { get; private init; }

    /// <summary>The length of the chunk up to the sequence header.</summary>
    public int Readable { get; private init; }

    /// <summary>Returns the length of an OPN up to the sequence header.</summary>
    public static int LengthOf(ReadOnlySpan<byte> policyUri, ReadOnlySpan<byte> certificate, ReadOnlySpan<byte> thumbprint) =>
        ChunkLayout.ChannelHeader + (3 * sizeof(int)) + policyUri.Length + certificate.Length + thumbprint.Length;

    public static AsymmetricHeader Read(ReadOnlySpan<byte> chunk)
    {
        int position = ChunkLayout.ChannelHeader;
        return new AsymmetricHeader
        {
            PolicyUri = Take(chunk, ref position, MaxUriLength),
            SenderCertificate = Take(chunk, ref position, MaxCertificateLength),
            ReceiverThumbprint = Take(chunk, ref position, MaxThumbprintLength),
            Readable = position,
        };
    }

    public static void Write(
        Span<byte> chunk, ReadOnlySpan<byte> policyUri, ReadOnlySpan<byte> certificate, ReadOnlySpan<byte> thumbprint)
    {
        Span<byte> rest = chunk[ChunkLayout.ChannelHeader..];
        Put(ref rest, policyUri);
        Put(ref rest, certificate);
        Put(ref rest, thumbprint);
    }

    private static ReadOnlySpan<byte> Take(ReadOnlySpan<byte> chunk, scoped ref int position, int longest)
    {
        if (chunk.Length - position < sizeof(int))
            throw Refuse();

        int length = BinaryPrimitives.ReadInt32LittleEndian(chunk[position..]);
        position += sizeof(int);
        if (length <= 0)
            return default;

        if (length > longest || length > chunk.Length - position)
            throw Refuse();

        position += length;
        return chunk.Slice(position - length, length);
    }

    private static void Put(ref Span<byte> rest, ReadOnlySpan<byte> bytes)
    {
        BinaryPrimitives.WriteInt32LittleEndian(rest, bytes.IsEmpty ? -1 : bytes.Length);
        bytes.CopyTo(rest[sizeof(int)..]);
        rest = rest[(sizeof(int) + bytes.Length)..];
    }

    private static TransportException Refuse() =>
        new(StatusCodes.BadSecurityChecksFailed, "The security header of an OPN is incomplete.");
}
