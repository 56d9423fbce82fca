using System.Security.Cryptography;

namespace Pooling.GameServer.Protocol;

/// <summary>What both ends derive from the handshake: a key for each direction, and what each end proves its keys with.</summary>
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
    /// <param name="isServer">Which end this is.</param>
    /// <param name="ownRandom">This end's random bytes.</param>
    /// <param name="peerPublicKey">The other end's public key, an uncompressed point.</param>
    /// <param name="peerRandom">The other end's random bytes.</param>
    /// <param name="headers">The headers under which this end sent and received the handshake: who changes one on the way,
    /// a version for one, parts the keys.</param>
    /// <exception cref="CryptographicException">The public key or the random bytes have a wrong length,
    /// or the key is no point of the curve.</exception>
    public static SessionKeys Derive(
        ECDiffieHellman own, bool isServer, ReadOnlySpan<byte> ownRandom, ReadOnlySpan<byte> peerPublicKey, ReadOnlySpan<byte> peerRandom,
        HandshakeHeaders headers)
    {
        if (!IsHandshake(peerPublicKey, peerRandom))
            throw new CryptographicException("The handshake has no uncompressed point of P-256 and 32 random bytes.");

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

    /// <summary>Whether that may be a handshake, by its lengths: known before elliptic curves are computed.</summary>
    public static bool IsHandshake(ReadOnlySpan<byte> publicKey, ReadOnlySpan<byte> random) =>
        publicKey.Length == PublicKeyLength && publicKey[0] == 4 && random.Length == RandomLength;

    /// <summary>The public key of a key pair, as it is sent.</summary>
    public static byte[] ExportPublicKey(ECDiffieHellman pair)
    {
        ECPoint point = pair.ExportParameters(includePrivateParameters: false).Q;
        return [4, .. point.X!, .. point.Y!];
    }

    /// <summary>What an end sends to prove that it has the keys and saw the same handshake.</summary>
    public byte[] Confirmation(bool ofServer) => HMACSHA256.HashData(_keys.AsSpan((ofServer ? 3 : 2) * KeyLength, KeyLength), _transcript);

    /// <summary>Checks what the other end sent.</summary>
    public bool Confirms(bool ofServer, ReadOnlySpan<byte> confirmation) =>
        CryptographicOperations.FixedTimeEquals(Confirmation(ofServer), confirmation);

    /// <summary>Forgets the keys.</summary>
    public void Dispose() => CryptographicOperations.ZeroMemory(_keys);
}
