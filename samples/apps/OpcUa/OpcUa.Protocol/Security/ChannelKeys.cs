using System.Security.Cryptography;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Services.Channels;
using OpcUa.Protocol.Transport;

namespace OpcUa.Protocol.Security;

/// <summary>Creates the tokens of channels from the nonces of both ends.</summary>
public static class ChannelKeys
{
    /// <summary>Creates a random nonce for a channel or a session.</summary>
    public static byte[] CreateNonce() => RandomNumberGenerator.GetBytes(KeyDerivation.NonceLength);

    /// <summary>Checks the nonce of a peer for a channel.</summary>
    /// <exception cref="TransportException">The nonce has the wrong length, or is not random.</exception>
    public static void CheckNonce(ReadOnlySpan<byte> nonce)
    {
        if (nonce.Length != KeyDerivation.NonceLength || !nonce.ContainsAnyExcept((byte)0))
            throw new TransportException(StatusCodes.BadNonceInvalid, $"A nonce must have {KeyDerivation.NonceLength} random bytes.");
    }

    /// <summary>Creates a token.</summary>
    /// <param name="id">The number of the token in the channel.</param>
    /// <param name="lifetime">The granted lifetime.</param>
    /// <param name="mode">The security mode of messages.</param>
    /// <param name="own">The nonce of this end.</param>
    /// <param name="peer">The nonce of the other end.</param>
    public static ChannelToken CreateToken(
        uint id, TimeSpan lifetime, MessageSecurityMode mode, ReadOnlySpan<byte> own, ReadOnlySpan<byte> peer)
    {
        if (mode == MessageSecurityMode.None)
            return new ChannelToken(id, lifetime, NoSecurity.Instance, NoSecurity.Instance);

        KeySet incoming = KeySet.Derive(secret: own, seed: peer);
        KeySet outgoing = KeySet.Derive(secret: peer, seed: own);
        var token = new ChannelToken(
            id, lifetime,
            new ChunkSecurity(incoming, mode, isOutgoing: false),
            new ChunkSecurity(outgoing, mode, isOutgoing: true));
        incoming.Clear();
        outgoing.Clear();
        return token;
    }
}
