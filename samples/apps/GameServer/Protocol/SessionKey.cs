using System.Security.Cryptography;

namespace Pooling.GameServer.Protocol;

/// <summary>A key for one direction, from which the next one is derived.</summary>
internal sealed class SessionKey : IDisposable
{
    private readonly byte[] _key;

    public SessionKey(ReadOnlySpan<byte> key, uint epoch)
    {
        _key = key.ToArray();
        Epoch = epoch;
        Cipher = new AesGcm(key, PacketSealer.TagLength);
    }

    /// <summary>The number of earlier keys: the first four bytes of its nonces.</summary>
    public uint Epoch { get; }

    public AesGcm Cipher { get; }

    /// <summary>Derives the next key, from which this one cannot be computed.</summary>
    public SessionKey Next()
    {
        byte[] next = HKDF.Expand(HashAlgorithmName.SHA256, _key, SessionKeys.KeyLength, [.. "pooling-game rekey"u8]);
        var key = new SessionKey(next, checked(Epoch + 1));
        CryptographicOperations.ZeroMemory(next);
        return key;
    }

    public void Dispose()
    {
        Cipher.Dispose();
        CryptographicOperations.ZeroMemory(_key);
    }
}
