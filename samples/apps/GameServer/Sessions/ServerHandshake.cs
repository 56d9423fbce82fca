using System.Security.Cryptography;
using Google.Protobuf;
using Pooling.GameServer.Protocol;

namespace Pooling.GameServer.Sessions;

/// <summary>The server's part of the handshake: the expensive elliptic curve computations.</summary>
internal static class ServerHandshake
{
    /// <summary>Answers a client's hello.</summary>
    /// <param name="publicKey">The client's public key.</param>
    /// <param name="random">The client's random bytes.</param>
    /// <param name="headers">The headers of both packets.</param>
    /// <param name="answer">The answer.</param>
    /// <returns>The keys of the session; <see langword="null"/> if the hello does not contain a point on the curve and random
    /// bytes.</returns>
    public static SessionKeys? Answer(ReadOnlySpan<byte> publicKey, ReadOnlySpan<byte> random, HandshakeHeaders headers,
        out HelloAck answer)
    {
        answer = new HelloAck();
        try
        {
            using var pair = ECDiffieHellman.Create(ECCurve.NamedCurves.nistP256);
            byte[] ownRandom = RandomNumberGenerator.GetBytes(SessionKeys.RandomLength);
            SessionKeys keys = SessionKeys.Derive(pair, isServer: true, ownRandom, publicKey, random, headers);
            answer.PublicKey = UnsafeByteOperations.UnsafeWrap(SessionKeys.ExportPublicKey(pair));
            answer.Random = UnsafeByteOperations.UnsafeWrap(ownRandom);
            answer.Confirmation = UnsafeByteOperations.UnsafeWrap(keys.Confirmation(ofServer: true));
            return keys;
        }
        catch (CryptographicException)
        {
            return null;
        }
    }
}
