using System.Buffers.Binary;
using System.Security.Cryptography;
using OpcUa.Protocol.Security;
using OpcUa.Protocol.Services.Channels;

namespace Pooling.OpcUa.BadInput;

/// <summary>Chunks that are sealed incorrectly in all possible ways. The answer must not reveal the defect.</summary>
internal static class WrongSeals
{
    private const int Header = 16;
    private const int Block = CipherChain.BlockSize;

    private static readonly string[] s_signed =
        ["signature", "no signature", "another key", "a byte less", "a byte more", "nothing", "header", "body"];

    private static readonly string[] s_encrypted =
    [
        "padding too long", "padding longer than the chunk", "padding not alike",
        "first block", "last block", "a block less", "a block twice",
    ];

    /// <summary>Returns the possible defects of a chunk in a mode.</summary>
    public static string[] Of(MessageSecurityMode mode) =>
        mode == MessageSecurityMode.SignAndEncrypt ? [.. s_signed, .. s_encrypted] : s_signed;

    /// <summary>Gets the possible defects of an OPN.</summary>
    public static string[] OfOpenings { get; } =
        ["signature", "another key", "padding too long", "padding not alike", "first block", "last block"];

    /// <summary>Seals a chunk of MSG.</summary>
    /// <param name="what">The defect.</param>
    /// <param name="plain">The headers and the body.</param>
    /// <param name="security">The keys.</param>
    public static byte[] Seal(string what, byte[] plain, PeerSecurity security)
    {
        bool encrypts = security.Mode == MessageSecurityMode.SignAndEncrypt;
        KeySet keys = security.OutgoingKeys;
        int rest = (plain.Length - Header + 1 + HMACSHA256.HashSizeInBytes) % Block;
        byte[] padding = encrypts ? Padding(what, (Block - rest) % Block) : [];
        byte[] signed = [.. plain, .. padding];
        SetSize(signed, signed.Length + HMACSHA256.HashSizeInBytes);
        byte[] mac = HMACSHA256.HashData(what == "another key" ? new byte[32] : keys.SigningKey, signed);
        if (what == "signature")
            mac[0] ^= 1;

        byte[] secured = [.. signed, .. what == "no signature" ? new byte[mac.Length] : mac];
        if (what == "body")
            secured[^(mac.Length + padding.Length + 1)] ^= 1;

        if (encrypts)
        {
            using var aes = Aes.Create();
            aes.SetKey(keys.EncryptionKey);
            secured = [.. secured[..Header], .. aes.EncryptCbc(secured.AsSpan(Header), keys.Start, PaddingMode.None)];
        }

        secured = what switch
        {
            "a byte less" => secured[..^1],
            "a byte more" => [.. secured, 0],
            "a block less" => secured[..^Block],
            "a block twice" => [.. secured, .. secured[^Block..]],
            "nothing" => secured[..(Header + 8)],
            _ => secured,
        };
        if (what is "first block" or "last block")
            secured[what == "first block" ? Header : secured.Length - 1] ^= 1;

        if (what == "header")
            secured[3] = (byte)'C'; // which is signed, too
        else
            SetSize(secured, secured.Length);

        return secured;
    }

    /// <summary>Seals an OPN.</summary>
    /// <param name="what">The defect.</param>
    /// <param name="plain">The headers and the body.</param>
    /// <param name="readable">The length of the headers that are not encrypted.</param>
    /// <param name="security">The certificates, with keys of 2048 bits.</param>
    public static byte[] SealOpening(string what, byte[] plain, int readable, PeerSecurity security)
    {
        using var right = new AsymmetricSecurity(security.Own, security.Peer, isOutgoing: true);
        int rest = (plain.Length - readable + 1 + right.Signature) % right.PlainBlock;
        byte[] signed = [.. plain, .. Padding(what, (right.PlainBlock - rest) % right.PlainBlock)];
        int blocks = (signed.Length - readable + right.Signature) / right.PlainBlock;
        SetSize(signed, readable + (blocks * right.CipherBlock));
        byte[] signature = new byte[right.Signature];
        security.Own.Sign(what == "another key" ? [1] : signed, signature);
        if (what == "signature")
            signature[5] ^= 1;

        byte[] secured = [.. signed, .. signature];
        byte[] chunk = [.. signed[..readable], .. new byte[blocks * right.CipherBlock]];
        for (int i = 0; i < blocks; i++)
        {
            security.Peer.Encrypt(
                secured.AsSpan(readable + (i * right.PlainBlock), right.PlainBlock),
                chunk.AsSpan(readable + (i * right.CipherBlock), right.CipherBlock));
        }

        if (what is "first block" or "last block")
            chunk[what == "first block" ? readable + 9 : chunk.Length - 1] ^= 1;

        return chunk;
    }

    // The byte that holds the number of further padding bytes, and these bytes, which are all equal.
    private static byte[] Padding(string what, int length)
    {
        byte[] padding = [.. Enumerable.Repeat((byte)length, length + 1)];
        if (what == "padding not alike")
            padding[^Math.Min(2, padding.Length)] ^= 1; // if there are others, not the byte that holds the number
        else if (what == "padding too long")
            padding.AsSpan().Fill((byte)(length + 8));
        else if (what == "padding longer than the chunk")
            padding.AsSpan().Fill(255);

        return padding;
    }

    private static void SetSize(byte[] chunk, int size) => BinaryPrimitives.WriteInt32LittleEndian(chunk.AsSpan(4), size);
}
