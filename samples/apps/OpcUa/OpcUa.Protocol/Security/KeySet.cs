using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Security.Cryptography;

namespace OpcUa.Protocol.Security;

/// <summary>The keys of one direction and one token, in place: a signing key, an encryption key, an initialization vector.</summary>
[InlineArray(Length)]
internal struct KeySet
{
    public const int Length = SigningKeySize + CipherChain.KeySize + CipherChain.BlockSize;

    private const int SigningKeySize = 32;

    private byte _first;

    [UnscopedRef]
    public ReadOnlySpan<byte> SigningKey => this[..SigningKeySize];

    [UnscopedRef]
    public ReadOnlySpan<byte> EncryptionKey => this[SigningKeySize..(SigningKeySize + CipherChain.KeySize)];

    [UnscopedRef]
    public ReadOnlySpan<byte> Start => this[(SigningKeySize + CipherChain.KeySize)..Length];

    /// <summary>Derives the keys of the end whose nonce is the seed.</summary>
    public static KeySet Derive(ReadOnlySpan<byte> secret, ReadOnlySpan<byte> seed)
    {
        KeySet keys = default;
        KeyDerivation.Derive(secret, seed, keys);
        return keys;
    }

    public void Clear() => CryptographicOperations.ZeroMemory(this);
}
