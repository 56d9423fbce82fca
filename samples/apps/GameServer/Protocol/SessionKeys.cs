using System.Security.Cryptography;

namespace Pooling.GameServer.Protocol;

/// <summary>The keys that both ends derive from the handshake: one for each direction, and those for the confirmations.</summary>
internal sealed class SessionKeys : IDisposable
{
    public const int PublicKeyLength = 65;
    public const int RandomLength = 32;
    public const int KeyLength = 32;

    private readonly byte[] _keys;
    private readonly byte[] _transcript;

    private SessionKeys(byte[] keys, byte[] transcript)
    {
        _keys = keys;
        _transcript = transcript;
    }

    public ReadOnlySpan<byte> ClientToServer => _keys.AsSpan(0, KeyLength);

    public ReadOnlySpan<byte> ServerToClient => _keys.AsSpan(KeyLength, KeyLength);

    /// <summary>Derives the keys.</summary>
    /// <param name="own">This end's key pair.</param>
    /// <param name="isServer">Whether this end is the server.</param>
    /// <param name="ownRandom">This end's random bytes.</param>
    /// <param name="peerPublicKey">The other end's public key, an uncompressed point.</param>
    /// <param name="peerRandom">The other end's random bytes.</param>
    /// <param name="headers">The headers with which this end sent and received the handshake. If one is changed in transit, for example a
    /// version, the ends get different keys.</param>
    /// <exception cref="CryptographicException">The public key or the random bytes have a wrong length, or the key is not a point on the
    /// curve.</exception>
    public static SessionKeys Derive(
        ECDiffieHellman own, bool isServer, ReadOnlySpan<byte> ownRandom, ReadOnlySpan<byte> peerPublicKey, ReadOnlySpan<byte> peerRandom,
        HandshakeHeaders headers)
    {
        if (!IsHandshake(peerPublicKey, peerRandom))
            throw new CryptographicException("The handshake does not contain an uncompressed P-256 point and 32 random bytes.");

        using var peer = ECDiffieHellman.Create(new ECParameters
        {
            Curve = ECCurve.NamedCurves.nistP256,
            Q = new ECPoint { X = peerPublicKey[1..33].ToArray(), Y = peerPublicKey[33..].ToArray() },
        });
        byte[] secret = own.DeriveRawSecretAgreement(peer.PublicKey);
        byte[] ownPublicKey = ExportPublicKey(own);
        byte[] salt = isServer ? [.. peerRandom, .. ownRandom] : [.. ownRandom, .. peerRandom];
        byte[] publicKeys = isServer ? [.. peerPublicKey, .. ownPublicKey] : [.. ownPublicKey, .. peerPublicKey];
        byte[] transcript = SHA256.HashData([.. headers.ToBytes(), .. publicKeys, .. salt]);
        byte[] keys = HKDF.DeriveKey(HashAlgorithmName.SHA256, secret, 4 * KeyLength, salt, [.. "pooling-game 2"u8, .. transcript]);
        CryptographicOperations.ZeroMemory(secret);
        return new SessionKeys(keys, transcript);
    }

    /// <summary>Whether the lengths are those of a handshake, checked before elliptic curve computations.</summary>
    public static bool IsHandshake(ReadOnlySpan<byte> publicKey, ReadOnlySpan<byte> random) =>
        publicKey.Length == PublicKeyLength && publicKey[0] == 4 && random.Length == RandomLength;

    /// <summary>Returns the public key of a key pair in its transmitted form.</summary>
    public static byte[] ExportPublicKey(ECDiffieHellman pair)
    {
        ECPoint point = pair.ExportParameters(includePrivateParameters: false).Q;
        return [4, .. point.X!, .. point.Y!];
    }

    /// <summary>Returns the confirmation that an end sends to prove that it has the keys and saw the same handshake.</summary>
    public byte[] Confirmation(bool ofServer) => HMACSHA256.HashData(_keys.AsSpan((ofServer ? 3 : 2) * KeyLength, KeyLength), _transcript);

    /// <summary>Checks the confirmation of the other end.</summary>
    public bool Confirms(bool ofServer, ReadOnlySpan<byte> confirmation) =>
        CryptographicOperations.FixedTimeEquals(Confirmation(ofServer), confirmation);

    /// <summary>Erases the keys.</summary>
    public void Dispose() => CryptographicOperations.ZeroMemory(_keys);
}
