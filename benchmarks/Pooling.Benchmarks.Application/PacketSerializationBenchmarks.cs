using System.Security.Cryptography;
using BenchmarkDotNet.Attributes;
using Google.Protobuf;
using Pooling.Buffers;
using Pooling.GameServer.After;
using Pooling.GameServer.Before;
using Pooling.GameServer.Protocol;
using Pooling.Objects;

namespace Pooling.Benchmarks.Application;

/// <summary>A chat message to a whole frame and back, plain and under AES-128-GCM.
/// What is sent is copied into a connection's buffer by everybody.</summary>
public class PacketSerializationBenchmarks
{
    private const int Operations = 50;

    private static readonly byte[] s_key = [.. Enumerable.Range(1, 16).Select(static i => (byte)i)];
    private static readonly PacketHeader s_plain = new(Opcode.Chat, PacketFlags.Clear);
    private static readonly PacketHeader s_encrypted = new(Opcode.Chat, PacketFlags.Encrypted);

    private readonly Chat _message = new() { Text = "Hello, world! This is a benchmark chat message." };
    private readonly PooledArrayBufferWriter<byte> _connection = new(initialCapacity: 4096);
    private readonly PooledArrayBufferWriter<byte> _scratch = new(initialCapacity: 4096);
    private readonly MagazinePool<Chat> _messages = MagazinePool.Create<Chat>();
    private readonly AesGcm _cipher = new(s_key, PacketSealer.TagLength);
    private readonly byte[] _plainFrame;
    private readonly byte[] _encryptedFrame;
    private readonly byte[] _received = new byte[4096];

    public PacketSerializationBenchmarks()
    {
        _plainFrame = StockWriter.Frame(in s_plain, StockWriter.Encode(_message), null);
        using var sealer = new PacketSealer(s_key);
        _encryptedFrame = StockWriter.Frame(in s_encrypted, StockWriter.Encode(_message), sealer);
    }

    [GlobalCleanup]
    public void Cleanup()
    {
        _messages.Dispose();
        _scratch.Dispose();
        _connection.Dispose();
        _cipher.Dispose();
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [BenchmarkCategory("serialize plain")]
    [Row("AVALON-serialize-plain", Role.Before)]
    public byte[] NewStreams() => Stock(in s_plain, null);

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("serialize plain")]
    [Row("AVALON-serialize-plain", Role.Published)]
    public byte[] ReusedWriter() => Published(in s_plain, null);

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("serialize plain")]
    [Row("AVALON-serialize-plain", Role.Ours)]
    public ReadOnlyMemory<byte> IntoTheConnection() => Own(in s_plain, null);

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [BenchmarkCategory("serialize AES")]
    [Row("AVALON-serialize-aes", Role.Before)]
    public byte[] NewStreamsAes()
    {
        using var sealer = new PacketSealer(s_key);
        return Stock(in s_encrypted, sealer);
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("serialize AES")]
    [Row("AVALON-serialize-aes", Role.Published)]
    public byte[] ReusedWriterAes()
    {
        using var sealer = new PacketSealer(s_key);
        return Published(in s_encrypted, sealer);
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("serialize AES")]
    [Row("AVALON-serialize-aes", Role.Ours)]
    public ReadOnlyMemory<byte> IntoTheConnectionAes()
    {
        using var sealer = new PacketSealer(s_key);
        return Own(in s_encrypted, sealer);
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [BenchmarkCategory("deserialize plain")]
    [Row("AVALON-deserialize-plain", Role.Before)]
    public string NewArrays() => ReadStock(_plainFrame, isEncrypted: false);

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("deserialize plain")]
    [Row("AVALON-deserialize-plain", Role.Published)]
    public string RentedArray() => ReadPublished(_plainFrame, isEncrypted: false);

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("deserialize plain")]
    [Row("AVALON-deserialize-plain", Role.Ours)]
    public string InPlace() => ReadOwn(_plainFrame, isEncrypted: false);

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [BenchmarkCategory("deserialize AES")]
    [Row("AVALON-deserialize-aes", Role.Before)]
    public string NewArraysAes() => ReadStock(_encryptedFrame, isEncrypted: true);

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("deserialize AES")]
    [Row("AVALON-deserialize-aes", Role.Published)]
    public string RentedArrayAes() => ReadPublished(_encryptedFrame, isEncrypted: true);

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("deserialize AES")]
    [Row("AVALON-deserialize-aes", Role.Ours)]
    public string InPlaceAes() => ReadOwn(_encryptedFrame, isEncrypted: true);

    private byte[] Stock(in PacketHeader header, PacketSealer? sealer)
    {
        byte[] last = [];
        for (int i = 0; i < Operations; i++)
        {
            last = StockWriter.Frame(in header, StockWriter.Encode(_message), sealer);
            _connection.ResetWrittenCount();
            _connection.Write(last);
        }

        return last;
    }

    /// <summary>One writer for all messages, and an array for the payload.</summary>
    private byte[] Published(in PacketHeader header, PacketSealer? sealer)
    {
        for (int i = 0; i < Operations; i++)
        {
            _scratch.ResetWrittenCount();
            _message.WriteTo(_scratch);
            byte[] payload;
            if (sealer is null)
            {
                payload = _scratch.WrittenSpan.ToArray();
            }
            else
            {
                payload = new byte[_scratch.WrittenCount + PacketSealer.Overhead];
                _scratch.WrittenSpan.CopyTo(payload.AsSpan(PacketSealer.NonceLength));
                sealer.Seal(in header, payload);
            }

            var packet = new Packet
            {
                Header = new Header { Type = header.Type, Flags = header.Flags, Protocol = header.Protocol, Version = header.Version },
                Payload = UnsafeByteOperations.UnsafeWrap(payload),
            };
            _connection.ResetWrittenCount();
            _connection.WriteVarint32((uint)packet.CalculateSize());
            packet.WriteTo(_connection);
        }

        return _connection.WrittenSpan.ToArray();
    }

    private ReadOnlyMemory<byte> Own(in PacketHeader header, PacketSealer? sealer)
    {
        for (int i = 0; i < Operations; i++)
        {
            _connection.ResetWrittenCount();
            OutboundWriter.Write(_connection, in header, _message, sealer);
        }

        return _connection.WrittenMemory;
    }

    private string ReadStock(byte[] frame, bool isEncrypted)
    {
        Chat last = _message;
        for (int i = 0; i < Operations; i++)
        {
            Packet packet = Packet.Parser.ParseFrom(Receive(frame).ToArray());
            byte[] payload = packet.Payload.ToByteArray();
            if (isEncrypted)
            {
                byte[] plain = new byte[payload.Length - PacketSealer.Overhead];
                Decrypt(new PacketHeader((ushort)packet.Header.Type, (byte)packet.Header.Flags), payload, plain);
                payload = plain;
            }

            last = Chat.Parser.ParseFrom(payload);
        }

        return last.Text;
    }

    /// <summary>A rented array for the plain text.</summary>
    private string ReadPublished(byte[] frame, bool isEncrypted)
    {
        Chat last = _message;
        for (int i = 0; i < Operations; i++)
        {
            Packet packet = Packet.Parser.ParseFrom(Receive(frame));
            ReadOnlySpan<byte> payload = packet.Payload.Span;
            byte[] rented = System.Buffers.ArrayPool<byte>.Shared.Rent(payload.Length);
            int length = isEncrypted ? payload.Length - PacketSealer.Overhead : payload.Length;
            Span<byte> plain = rented.AsSpan(0, length);
            if (isEncrypted)
                Decrypt(new PacketHeader((ushort)packet.Header.Type, (byte)packet.Header.Flags), payload, plain);
            else
                payload.CopyTo(plain);

            last = Chat.Parser.ParseFrom(plain);
            System.Buffers.ArrayPool<byte>.Shared.Return(rented);
        }

        return last.Text;
    }

    private string ReadOwn(byte[] frame, bool isEncrypted)
    {
        string last = "";
        for (int i = 0; i < Operations; i++)
        {
            Span<byte> packet = Receive(frame);
            if (!PacketEnvelope.TryRead(packet, out PacketHeader header, out Range range))
                throw new InvalidOperationException("The frame was not read.");

            Span<byte> payload = packet[range];
            if (isEncrypted)
            {
                Span<byte> plain = payload[PacketSealer.NonceLength..^PacketSealer.TagLength];
                Decrypt(in header, payload, plain);
                payload = plain;
            }

            Chat message = _messages.Get();
            message.MergeFrom((ReadOnlySpan<byte>)payload);
            last = message.Text;
            _messages.Return(message);
        }

        return last;
    }

    // As from a socket: decrypting in place uses it up. The length in front takes one byte.
    private Span<byte> Receive(byte[] frame)
    {
        frame.CopyTo(_received, 0);
        return _received.AsSpan(1, frame.Length - 1);
    }

    private void Decrypt(in PacketHeader header, ReadOnlySpan<byte> payload, Span<byte> plain)
    {
        Span<byte> associated = stackalloc byte[PacketHeader.AssociatedDataLength];
        header.WriteAssociatedData(associated);
        _cipher.Decrypt(
            payload[..PacketSealer.NonceLength], payload[PacketSealer.NonceLength..^PacketSealer.TagLength],
            payload[^PacketSealer.TagLength..], plain, associated);
    }
}
