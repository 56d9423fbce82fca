using System.Security.Cryptography;
using OpcUa.Protocol.Transport;

namespace OpcUa.Protocol.Security;

/// <summary>The policy Basic256Sha256 for OPN: RSA-OAEP with SHA-1 for the receiver's key, RSA PKCS#1 v1.5 with SHA-256 for the sender's
/// key. It works in place, except for one block on the stack.</summary>
/// <remarks>It takes milliseconds; see <see cref="KeyWorker"/>.</remarks>
internal sealed class AsymmetricSecurity : IChunkSecurity
{
    private const int MaxBlockLength = Certificate.MaxKeyBits / 8;
    private const int OaepLength = 42; // with SHA-1
    private const int MaxSimplePadding = 256; // key bytes; for longer keys the padding length takes two bytes

    private readonly ApplicationCertificate _own;
    private readonly Certificate _peer;

    /// <param name="own">The certificate of this end.</param>
    /// <param name="peer">The certificate of the other end.</param>
    /// <param name="isOutgoing">Whether chunks are sealed; otherwise they are opened.</param>
    public AsymmetricSecurity(ApplicationCertificate own, Certificate peer, bool isOutgoing)
    {
        _own = own;
        _peer = peer;
        int receiver = isOutgoing ? peer.KeyLength : own.Certificate.KeyLength;
        CipherBlock = receiver;
        PlainBlock = receiver - OaepLength;
        Signature = isOutgoing ? own.Certificate.KeyLength : peer.KeyLength;
        PaddingSize = receiver > MaxSimplePadding ? 2 : 1;
    }

    public int PlainBlock { get; }

    public int CipherBlock { get; }

    public int Signature { get; }

    public int PaddingSize { get; }

    public void Seal(ArraySegment<byte> chunk, int header, int length)
    {
        Span<byte> bytes = chunk;
        int blocks = (bytes.Length - header) / CipherBlock;
        Span<byte> plain = bytes[..(header + (blocks * PlainBlock))];
        Span<byte> signed = plain[..^Signature];
        int padding = signed.Length - length - PaddingSize;
        signed[length..].Fill((byte)padding);
        if (PaddingSize == 2)
            signed[^1] = (byte)(padding >> 8);

        _own.Sign(signed, plain[^Signature..]);
        Span<byte> block = stackalloc byte[MaxBlockLength];
        block = block[..PlainBlock];
        for (int i = blocks - 1; i >= 0; i--) // backwards: an encrypted block overwrites those that were processed before
        {
            plain.Slice(header + (i * PlainBlock), PlainBlock).CopyTo(block);
            _peer.Encrypt(block, bytes.Slice(header + (i * CipherBlock), CipherBlock));
        }

        CryptographicOperations.ZeroMemory(block);
    }

    public int Open(ArraySegment<byte> chunk, int header)
    {
        Span<byte> bytes = chunk;
        int blocks = (bytes.Length - header) / CipherBlock;
        if (blocks * CipherBlock != bytes.Length - header
            || blocks * PlainBlock < ChunkLayout.SequenceHeader + PaddingSize + Signature)
        {
            throw ChunkSecurity.NotGenuine();
        }

        // All steps are always executed, so that the duration does not reveal which one failed.
        bool isGenuine = true;
        Span<byte> block = stackalloc byte[MaxBlockLength];
        for (int i = 0; i < blocks; i++)
        {
            isGenuine &= _own.TryDecrypt(bytes.Slice(header + (i * CipherBlock), CipherBlock), block, PlainBlock);
            block[..PlainBlock].CopyTo(bytes[(header + (i * PlainBlock))..]);
        }

        CryptographicOperations.ZeroMemory(block);
        ReadOnlySpan<byte> plain = bytes[..(header + (blocks * PlainBlock))];
        ReadOnlySpan<byte> signed = plain[..^Signature];
        isGenuine &= _peer.Verify(signed, plain[^Signature..]);
        return isGenuine ? WithoutPadding(signed, header) : throw ChunkSecurity.NotGenuine();
    }

    public void Dispose()
    {
    }

    // This data was written by the peer, since the signature was valid.
    private int WithoutPadding(ReadOnlySpan<byte> signed, int header)
    {
        byte low = signed[^PaddingSize];
        int padding = PaddingSize == 2 ? low | (signed[^1] << 8) : low;
        int length = signed.Length - PaddingSize - padding;
        return length >= header + ChunkLayout.SequenceHeader && !signed[length..^(PaddingSize - 1)].ContainsAnyExcept(low)
            ? length
            : throw ChunkSecurity.NotGenuine();
    }
}
