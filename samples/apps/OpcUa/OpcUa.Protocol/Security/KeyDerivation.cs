using System.Security.Cryptography;

namespace OpcUa.Protocol.Security;

/// <summary>The function P_SHA256, which derives the keys of a token from the nonces of both ends (RFC 5246, 5; OPC 10000-6,
/// 6.7.5).</summary>
internal static class KeyDerivation
{
    public const int NonceLength = 32;

    private const int HashLength = HMACSHA256.HashSizeInBytes;
    private const int MaxSeed = 128;

    /// <summary>Derives the bytes of keys without allocating.</summary>
    /// <param name="secret">The nonce of the other end.</param>
    /// <param name="seed">The nonce of the end that owns the keys, at most 128 bytes.</param>
    /// <param name="keys">The destination.</param>
    public static void Derive(ReadOnlySpan<byte> secret, ReadOnlySpan<byte> seed, Span<byte> keys)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan(seed.Length, MaxSeed, nameof(seed));

        Span<byte> input = stackalloc byte[HashLength + MaxSeed]; // A(i), then the seed
        input = input[..(HashLength + seed.Length)];
        Span<byte> hash = stackalloc byte[HashLength];
        HMACSHA256.HashData(secret, seed, hash);
        seed.CopyTo(input[HashLength..]);
        while (true)
        {
            hash.CopyTo(input);
            HMACSHA256.HashData(secret, input, hash);
            int count = Math.Min(hash.Length, keys.Length);
            hash[..count].CopyTo(keys);
            keys = keys[count..];
            if (keys.IsEmpty)
                break;

            HMACSHA256.HashData(secret, input[..HashLength], hash);
        }

        CryptographicOperations.ZeroMemory(input);
        CryptographicOperations.ZeroMemory(hash);
    }
}
