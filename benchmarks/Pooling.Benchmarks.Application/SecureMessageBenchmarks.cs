using System.Security.Cryptography;
using OpcUa.Protocol.Security;
using OpcUa.Protocol.Services.Channels;
using OpcUa.Protocol.Transport;

namespace Pooling.Benchmarks.Application;

/// <summary>Measures a round trip of a message in a channel with Basic256Sha256. It is padded, signed and encrypted, copied from one buffer
/// to another, decrypted and verified.</summary>
/// <remarks>All contenders write to the same two buffers, which a connection keeps, and copy the body to the same third place. Both the
/// secured bytes and the body are compared.</remarks>
public class SecureMessageBenchmarks
{
    private const int Readable = 16; // type, size, channel and token
    private const int Header = Readable + 8; // and numbers of the sequence and of the request
    private const int MacLength = HMACSHA256.HashSizeInBytes;
    private const int BlockLength = 16;
    private const int KeyLength = 32;

    private readonly byte[] _signingKey;
    private readonly byte[] _vector;
    private readonly Aes _cipher = Aes.Create();
    private readonly ChannelToken _sender;
    private readonly ChannelToken _receiver;
    private byte[] _body = [];
    private byte[] _received = [];
    private byte[] _output = []; // the secured bytes, which are sent from here, followed by the received body
    private int _sealed;

    public SecureMessageBenchmarks()
    {
        byte[] nonce = Bytes(1, KeyLength);
        byte[] peer = Bytes(101, KeyLength);
        _sender = ChannelKeys.CreateToken(1, TimeSpan.FromHours(1), MessageSecurityMode.SignAndEncrypt, nonce, peer);
        _receiver = ChannelKeys.CreateToken(1, TimeSpan.FromHours(1), MessageSecurityMode.SignAndEncrypt, peer, nonce);
        byte[] keys = DeriveKeys(peer, nonce, KeyLength + KeyLength + BlockLength);
        _signingKey = keys[..KeyLength];
        _cipher.Key = keys[KeyLength..^BlockLength];
        _vector = keys[^BlockLength..];
    }

    [Params(100, 1_000, 4_000)]
    public int Length { get; set; }

    private int Padding => _sealed - Header - _body.Length - MacLength; // includes the byte that holds the length

    [GlobalSetup]
    public void Setup()
    {
        _body = Bytes(7, Length);
        int secured = Header - Readable + Length + 1 + MacLength;
        _sealed = Readable + ((secured + BlockLength - 1) / BlockLength * BlockLength);
        _received = new byte[_sealed];
        _output = new byte[_sealed + Length];
    }

    [GlobalCleanup]
    public void Cleanup()
    {
        _cipher.Dispose();
        foreach (ChannelToken token in (ReadOnlySpan<ChannelToken>)[_sender, _receiver])
        {
            token.Incoming.Dispose();
            token.Outgoing.Dispose();
        }
    }

    /// <summary>Creates an array each for the padded text, the signature, the ciphertext, the plaintext, its signature, and the
    /// body.</summary>
    [Benchmark(Baseline = true), Row("OPCREP-secure-message", Role.Before)]
    public byte[] NewArrays()
    {
        var plain = new byte[_sealed];
        WritePadded(plain);
        HMACSHA256.HashData(_signingKey, plain.AsSpan(..^MacLength)).CopyTo(plain, plain.Length - MacLength);
        byte[] encrypted = _cipher.EncryptCbc(plain.AsSpan(Readable), _vector, PaddingMode.None);
        plain.AsSpan(..Readable).CopyTo(_output);
        encrypted.CopyTo(_output, Readable);
        Send();

        byte[] decrypted = _cipher.DecryptCbc(_received.AsSpan(Readable), _vector, PaddingMode.None);
        var signed = new byte[_sealed - MacLength];
        _received.AsSpan(..Readable).CopyTo(signed);
        decrypted.AsSpan(..^MacLength).CopyTo(signed.AsSpan(Readable));
        Verify(HMACSHA256.HashData(_signingKey, signed), decrypted.AsSpan(^MacLength..));
        return Take(signed[Header..Unpadded(signed)]);
    }

    /// <summary>Rents the same arrays.</summary>
    [Benchmark, Row("OPCREP-secure-message", Role.Published)]
    public byte[] RentedArrays()
    {
        byte[] plain = ArrayPool<byte>.Shared.Rent(_sealed);
        byte[] mac = ArrayPool<byte>.Shared.Rent(MacLength);
        byte[] encrypted = ArrayPool<byte>.Shared.Rent(_sealed);
        WritePadded(plain.AsSpan(.._sealed));
        HMACSHA256.HashData(_signingKey, plain.AsSpan(..(_sealed - MacLength)), mac);
        mac.AsSpan(..MacLength).CopyTo(plain.AsSpan(_sealed - MacLength));
        int length = _cipher.EncryptCbc(plain.AsSpan(Readable.._sealed), _vector, encrypted, PaddingMode.None);
        plain.AsSpan(..Readable).CopyTo(_output);
        encrypted.AsSpan(..length).CopyTo(_output.AsSpan(Readable));
        Send();

        _received.AsSpan(..Readable).CopyTo(plain);
        _cipher.DecryptCbc(_received.AsSpan(Readable), _vector, plain.AsSpan(Readable), PaddingMode.None);
        ReadOnlySpan<byte> signed = plain.AsSpan(..(_sealed - MacLength));
        HMACSHA256.HashData(_signingKey, signed, mac);
        Verify(mac.AsSpan(..MacLength), plain.AsSpan((_sealed - MacLength).._sealed));
        byte[] output = Take(signed[Header..Unpadded(signed)]);
        ArrayPool<byte>.Shared.Return(encrypted);
        ArrayPool<byte>.Shared.Return(mac);
        ArrayPool<byte>.Shared.Return(plain);
        return output;
    }

    /// <summary>Works in the buffers of the connection, with the security of the sample.</summary>
    [Benchmark, Row("OPCREP-secure-message", Role.Ours)]
    public byte[] InPlace()
    {
        WriteHeaderAndBody(_output);
        _sender.Outgoing.Seal(new ArraySegment<byte>(_output, 0, _sealed), Readable, Header + _body.Length);
        Send();

        int length = _receiver.Incoming.Open(_received, Readable);
        return Take(_received.AsSpan(Header..length));
    }

    [SmokeCheck(nameof(InPlace))]
    public string CheckInPlace()
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        InPlace();
        long bytes = GC.GetAllocatedBytesForCurrentThread() - before;
        return bytes == 0 ? "0 B" : throw new InvalidOperationException($"A message allocates {bytes} B.");
    }

    private static byte[] Bytes(int first, int count) => [.. Enumerable.Range(first, count).Select(static i => (byte)i)];

    // P_SHA256, as in TLS 1.2.
    private static byte[] DeriveKeys(byte[] secret, byte[] seed, int length)
    {
        byte[] keys = [];
        for (byte[] link = HMACSHA256.HashData(secret, seed); keys.Length < length; link = HMACSHA256.HashData(secret, link))
            keys = [.. keys, .. HMACSHA256.HashData(secret, link.Concat(seed).ToArray())];

        return keys[..length];
    }

    private static int Unpadded(ReadOnlySpan<byte> signed)
    {
        byte padding = signed[^1];
        int length = signed.Length - 1 - padding;
        return signed[length..].ContainsAnyExcept(padding) ? throw new CryptographicException("The padding is wrong.") : length;
    }

    private static void Verify(ReadOnlySpan<byte> mac, ReadOnlySpan<byte> received)
    {
        if (!CryptographicOperations.FixedTimeEquals(mac, received))
            throw new CryptographicException("The signature is wrong.");
    }

    private void WriteHeaderAndBody(Span<byte> message)
    {
        "MSGF"u8.CopyTo(message);
        BinaryPrimitives.WriteInt32LittleEndian(message[4..], _sealed);
        for (int i = 8; i < Header; i += sizeof(int))
            BinaryPrimitives.WriteInt32LittleEndian(message[i..], i);

        _body.CopyTo(message[Header..]);
    }

    private void WritePadded(Span<byte> message)
    {
        WriteHeaderAndBody(message);
        message.Slice(Header + _body.Length, Padding).Fill((byte)(Padding - 1));
    }

    private void Send() => _output.AsSpan(.._sealed).CopyTo(_received);

    private byte[] Take(ReadOnlySpan<byte> body)
    {
        body.CopyTo(_output.AsSpan(_sealed));
        return _output;
    }
}
