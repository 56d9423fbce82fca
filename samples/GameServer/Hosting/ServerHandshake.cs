using System.Security.Cryptography;
using Google.Protobuf;
using Pooling.GameServer.Protocol;

namespace Pooling.GameServer.Hosting;

/// <summary>The server's part of the handshake.</summary>
internal static class ServerHandshake
{
    /// <summary>Answers a client's hello.</summary>
    /// <param name="hello">The hello.</param>
    /// <param name="answer">The answer.</param>
    /// <returns>The keys of the session; <see langword="null"/> if there is no point of the curve or no random in the hello.</returns>
    public static SessionKeys? Answer(Hello hello, out HelloAck answer)
    {
        answer = new HelloAck();
        try
        {
            using var pair = ECDiffieHellman.Create(ECCurve.NamedCurves.nistP256);
            byte[] random = RandomNumberGenerator.GetBytes(SessionKeys.RandomLength);
            SessionKeys keys = SessionKeys.Derive(pair, isServer: true, random, hello.PublicKey.Span, hello.Random.Span);
            answer.PublicKey = UnsafeByteOperations.UnsafeWrap(SessionKeys.ExportPublicKey(pair));
            answer.Random = UnsafeByteOperations.UnsafeWrap(random);
            answer.Confirmation = UnsafeByteOperations.UnsafeWrap(keys.Confirmation(ofServer: true));
            return keys;
        }
        catch (CryptographicException)
        {
            return null;
        }
    }
}
