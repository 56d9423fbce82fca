using System.Security.Cryptography;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Services.Channels;
using OpcUa.Protocol.Transport;

namespace OpcUa.Protocol.Security;

/// <summary>The policy Basic256Sha256 for MSG and CLO: HMAC-SHA256 over the whole chunk, and AES-256-CBC over the part after its header. It
/// works in place and does not allocate per chunk.</summary>
/// <remarks>The transform is created for the first chunk, and is the only one for this direction and token.</remarks>
internal sealed class ChunkSecurity : IChunkSecurity
{
    private const int MacLength = HMACSHA256.HashSizeInBytes;

    private readonly bool _isOutgoing;
    private KeySet _keys;
    private CipherChain? _chain;

    public ChunkSecurity(in KeySet keys, MessageSecurityMode mode, bool isOutgoing)
    {
        _keys = keys;
        _isOutgoing = isOutgoing;
        bool encrypts = mode == MessageSecurityMode.SignAndEncrypt;
        PlainBlock = CipherBlock = encrypts ? CipherChain.BlockSize : 1;
        PaddingSize = encrypts ? 1 : 0;
    }

    public int PlainBlock { get; }

    public int CipherBlock { get; }

    public int Signature => MacLength;

    public int PaddingSize { get; }

    /// <summary>Gets whether the transform was created. There is at most one per direction and token, and none without
    /// encryption.</summary>
    internal bool HasTransform => _chain is not null;

    public void Seal(ArraySegment<byte> chunk, int header, int length)
    {
        Span<byte> bytes = chunk;
        Span<byte> signed = bytes[..^MacLength];
        if (PaddingSize > 0)
        {
            Span<byte> padding = signed[length..]; // including the byte that holds the length
            padding.Fill((byte)(padding.Length - PaddingSize));
        }

        HMACSHA256.HashData(_keys.SigningKey, signed, bytes[^MacLength..]);
        Transform(chunk[header..]);
    }

    public int Open(ArraySegment<byte> chunk, int header)
    {
        int secured = chunk.Count - header;
        if (secured % CipherBlock != 0 || secured < ChunkLayout.SequenceHeader + PaddingSize + MacLength)
            throw NotGenuine();

        Transform(chunk[header..]);
        Span<byte> bytes = chunk;
        ReadOnlySpan<byte> signed = bytes[..^MacLength];
        Span<byte> mac = stackalloc byte[MacLength];
        HMACSHA256.HashData(_keys.SigningKey, signed, mac);
        if (!CryptographicOperations.FixedTimeEquals(mac, bytes[^MacLength..]))
            throw NotGenuine();

        return PaddingSize == 0 ? signed.Length : WithoutPadding(signed, header);
    }

    public void Dispose()
    {
        _chain?.Dispose();
        _chain = null;
        _keys.Clear();
    }

    /// <summary>Returns the same error for every defect of a chunk, so that an attacker learns nothing from it.</summary>
    internal static TransportException NotGenuine() =>
        new(StatusCodes.BadSecurityChecksFailed, "A chunk was not secured by the peer, or was changed in transit.");

    // This data was written by the peer, since the signature was valid.
    private static int WithoutPadding(ReadOnlySpan<byte> signed, int header)
    {
        byte padding = signed[^1];
        int length = signed.Length - 1 - padding;
        return length >= header + ChunkLayout.SequenceHeader && !signed[length..].ContainsAnyExcept(padding)
            ? length
            : throw NotGenuine();
    }

    private void Transform(ArraySegment<byte> blocks)
    {
        if (PaddingSize == 0)
            return;

        _chain ??= new CipherChain(_keys.EncryptionKey, _keys.Start, _isOutgoing);
        _chain.Transform(blocks);
    }
}
