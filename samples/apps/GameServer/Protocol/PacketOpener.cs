using System.Buffers.Binary;
using System.Security.Cryptography;

namespace Pooling.GameServer.Protocol;

/// <summary>Decrypts packets of the other end in place, and accepts only the next nonce. TCP does not lose data, so a gap means that the
/// packet was not sent by the peer.</summary>
/// <remarks>For one thread at a time. Does not allocate for a packet.</remarks>
internal sealed class PacketOpener : IDisposable
{
    private readonly long _minPackets;
    private SessionKey _key;
    private long _counter; // of the last packet under the key

    /// <param name="key">The key for the direction.</param>
    /// <param name="minPackets">The minimum number of packets that the other end must send under a key before it changes the key.</param>
    public PacketOpener(ReadOnlySpan<byte> key, long minPackets = ProtocolLimits.MinPacketsPerKey)
    {
        _key = new SessionKey(key, 0);
        _minPackets = minPackets;
    }

    /// <summary>The number of key changes by the other end.</summary>
    public uint Epoch => _key.Epoch;

    /// <summary>Decrypts in place.</summary>
    /// <param name="header">The header of the packet.</param>
    /// <param name="payload">Nonce, ciphertext and tag.</param>
    /// <param name="content">The decrypted payload, a part of <paramref name="payload"/>.</param>
    /// <returns>The result. In case of a failure, the state is unchanged, and the content of <paramref name="payload"/> is
    /// undefined.</returns>
    public OpenStatus Open(PacketHeader header, Span<byte> payload, out Span<byte> content)
    {
        content = default;
        if (payload.Length < PacketSealer.Overhead)
            return OpenStatus.Malformed;

        ReadOnlySpan<byte> nonce = payload[..PacketSealer.NonceLength];
        uint epoch = BinaryPrimitives.ReadUInt32BigEndian(nonce);
        long counter = BinaryPrimitives.ReadInt64BigEndian(nonce[4..]);
        OpenStatus status = CheckNonce(epoch, counter);
        if (status != OpenStatus.Opened)
            return status;

        Span<byte> body = payload[PacketSealer.NonceLength..^PacketSealer.TagLength];
        ReadOnlySpan<byte> tag = payload[^PacketSealer.TagLength..];
        if (epoch == _key.Epoch ? !Decrypt(_key, in header, nonce, body, tag) : !TryMoveOn(in header, nonce, body, tag))
            return OpenStatus.BadTag;

        _counter = counter;
        content = body;
        return OpenStatus.Opened;
    }

    public void Dispose() => _key.Dispose();

    private OpenStatus CheckNonce(uint epoch, long counter)
    {
        if (epoch == _key.Epoch)
        {
            return counter <= _counter
                ? OpenStatus.Replay
                : counter == _counter + 1 && counter <= PacketSealer.MaxPackets ? OpenStatus.Opened : OpenStatus.Gap;
        }

        if (epoch < _key.Epoch)
            return OpenStatus.Replay;

        if (epoch - _key.Epoch > 1 || counter != 1)
            return OpenStatus.Gap; // keys also change one by one

        return _counter < _minPackets ? OpenStatus.EarlyRekey : OpenStatus.Opened;
    }

    private bool TryMoveOn(in PacketHeader header, ReadOnlySpan<byte> nonce, Span<byte> body, ReadOnlySpan<byte> tag)
    {
        SessionKey next = _key.Next();
        if (!Decrypt(next, in header, nonce, body, tag))
        {
            next.Dispose();
            return false;
        }

        _key.Dispose();
        _key = next;
        return true;
    }

    private static bool Decrypt(SessionKey key, in PacketHeader header, ReadOnlySpan<byte> nonce, Span<byte> body, ReadOnlySpan<byte> tag)
    {
        Span<byte> associated = stackalloc byte[PacketHeader.AssociatedDataLength];
        header.WriteAssociatedData(associated);
        try
        {
            key.Cipher.Decrypt(nonce, body, tag, body, associated);
            return true;
        }
        catch (AuthenticationTagMismatchException)
        {
            return false;
        }
    }
}
