using System.Runtime.Intrinsics;
using System.Security.Cryptography;

namespace OpcUa.Protocol.Security;

/// <summary>Encrypts or decrypts successive chunks in place with AES-256-CBC. All chunks use the same initialization vector and a single
/// transform.</summary>
/// <remarks>
/// <para>A transform continues where it stopped: it combines the next block with the last block of cipher text. XORing the first plain
/// block with (initialization vector xor last cipher block) restores the initialization vector. A new transform per chunk, and the methods
/// of <see cref="Aes"/> for spans, would allocate.</para>
/// <para>One thread at a time.</para>
/// </remarks>
internal sealed class CipherChain : IDisposable
{
    public const int BlockSize = 16;
    public const int KeySize = 32;

    private readonly ICryptoTransform _transform;
    private readonly bool _encrypts;
    private readonly Vector128<byte> _start;
    private Vector128<byte> _difference; // the start xor the last cipher block

    public CipherChain(ReadOnlySpan<byte> key, ReadOnlySpan<byte> start, bool encrypts)
    {
        using var aes = Aes.Create();
        aes.Mode = CipherMode.CBC;
        aes.Padding = PaddingMode.None;
        aes.SetKey(key);
        aes.IV = start.ToArray();
        _transform = encrypts ? aes.CreateEncryptor() : aes.CreateDecryptor();
        _encrypts = encrypts;
        _start = Vector128.Create(start);
    }

    /// <summary>Encrypts or decrypts the whole blocks of a chunk.</summary>
    public void Transform(ArraySegment<byte> blocks)
    {
        if (blocks.Count == 0)
            return;

        Span<byte> bytes = blocks;
        Vector128<byte> difference = _difference;
        if (_encrypts)
        {
            (Vector128.Create<byte>(bytes) ^ difference).CopyTo(bytes);
            TransformAll(blocks);
            _difference = _start ^ Vector128.Create<byte>(bytes[^BlockSize..]);
        }
        else
        {
            _difference = _start ^ Vector128.Create<byte>(bytes[^BlockSize..]);
            TransformAll(blocks);
            (Vector128.Create<byte>(bytes) ^ difference).CopyTo(bytes);
        }
    }

    public void Dispose() => _transform.Dispose();

    private void TransformAll(ArraySegment<byte> blocks)
    {
        if (_transform.TransformBlock(blocks.Array!, blocks.Offset, blocks.Count, blocks.Array!, blocks.Offset) != blocks.Count)
            throw new CryptographicException("The transform did not return all blocks.");
    }
}
