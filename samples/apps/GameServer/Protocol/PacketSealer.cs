using System.Buffers.Binary;

namespace Pooling.GameServer.Protocol;

/// <summary>Encrypts the packets of one end with AES-256-GCM, with a counter as the nonce and a new key after a number of
/// packets.</summary>
/// <remarks>For one thread at a time. Does not allocate for a packet.</remarks>
internal sealed class PacketSealer : IDisposable
{
    public const int NonceLength = 12;
    public const int TagLength = 16;

    /// <summary>The number of bytes that encryption adds to a payload.</summary>
    public const int Overhead = NonceLength + TagLength;

    /// <summary>The maximum number of packets under one key.</summary>
    public const long MaxPackets = uint.MaxValue;

    /// <summary>The default number of packets after which a sender changes its key.</summary>
    public const long DefaultRekeyAfter = 1L << 30;

    private readonly long _rekeyAfter;
    private SessionKey _key;
    private long _counter;

    /// <param name="key">The key for the direction.</param>
    /// <param name="rekeyAfter">The number of packets after which the key is changed.</param>
    public PacketSealer(ReadOnlySpan<byte> key, long rekeyAfter = DefaultRekeyAfter)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(rekeyAfter, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(rekeyAfter, MaxPackets);

        _rekeyAfter = rekeyAfter;
        _key = new SessionKey(key, 0);
    }

    /// <summary>The number of key changes.</summary>
    public uint Epoch => _key.Epoch;

    /// <summary>Encrypts in place.</summary>
    /// <param name="header">The header of the packet.</param>
    /// <param name="payload">Receives nonce, ciphertext and tag. Contains the plain payload after the room for the nonce.</param>
    public void Seal(in PacketHeader header, Span<byte> payload)
    {
        if (_counter == _rekeyAfter)
        {
            SessionKey next = _key.Next();
            _key.Dispose();
            _key = next;
            _counter = 0;
        }

        Span<byte> nonce = payload[..NonceLength];
        Span<byte> content = payload[NonceLength..^TagLength];
        BinaryPrimitives.WriteUInt32BigEndian(nonce, _key.Epoch);
        BinaryPrimitives.WriteInt64BigEndian(nonce[4..], ++_counter);
        Span<byte> associated = stackalloc byte[PacketHeader.AssociatedDataLength];
        header.WriteAssociatedData(associated);
        _key.Cipher.Encrypt(nonce, content, content, payload[^TagLength..], associated);
    }

    public void Dispose() => _key.Dispose();
}
