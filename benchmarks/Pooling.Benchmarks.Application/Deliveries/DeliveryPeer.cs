using System.Net;
using System.Net.Sockets;
using FrameOpcode = WebSockets.Protocol.Frames.Opcode;

namespace Pooling.Benchmarks.Application.Deliveries;

/// <summary>A WebSocket that only receives, and compares each text with the expected one. Once it is connected, it allocates
/// nothing.</summary>
/// <param name="text">The expected text: alone in a message, or as the argument of a call of SignalR.</param>
/// <param name="received">Called for each text that is as expected.</param>
internal sealed class DeliveryPeer(byte[] text, Action received) : IDisposable
{
    /// <summary>The byte that ends each record of SignalR.</summary>
    internal const byte EndOfRecord = 0x1E;

    private static readonly byte[] s_callStart = [.. """{"type":1,"target":"text","arguments":[" """u8[..^1]];
    private static readonly byte[] s_callEnd = [.. "\"]}"u8];

    private readonly Socket _socket = new(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
    private readonly byte[] _buffer = new byte[(4 * text.Length) + 4096];
    private readonly byte[] _call = [.. s_callStart, .. text, .. s_callEnd];
    private readonly byte[] _kept = new byte[(4 * text.Length) + 4096];
    private ArrayBufferWriter<byte>? _records; // of SignalR
    private int _length;
    private Task _receiving = Task.CompletedTask;

    /// <summary>The reason for which the connection ended too early, or <see langword="null"/>.</summary>
    internal string? Fault { get; private set; }

    /// <summary>Connects, and starts to receive.</summary>
    internal async Task ConnectAsync(DeliveryServer server)
    {
        await _socket.ConnectAsync(IPAddress.Loopback, server.Address.Port);
        string request = $"GET {server.Address.AbsolutePath} HTTP/1.1\r\nHost: {server.Address.Authority}\r\nUpgrade: websocket\r\n"
            + "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";
        await _socket.SendAsync(Encoding.ASCII.GetBytes(request));
        int end;
        do
        {
            if (!await ReadAsync())
                throw new IOException("The server refused the handshake.");
        }
        while ((end = _buffer.AsSpan(0, _length).IndexOf("\r\n\r\n"u8)) < 0);

        if (!_buffer.AsSpan().StartsWith("HTTP/1.1 101"u8))
            throw new IOException(Encoding.ASCII.GetString(_buffer.AsSpan(0, end)));

        Drop(end + 4);
        if (server.Hello is { } hello)
        {
            _records = new ArrayBufferWriter<byte>(_kept.Length);
            await _socket.SendAsync(MaskedFrame(hello));
        }

        _receiving = ReceiveAsync();
    }

    public void Dispose()
    {
        _socket.Dispose();
        _receiving.Wait(TimeSpan.FromSeconds(10));
    }

    /// <summary>Returns a short frame with a mask of zeros.</summary>
    private static byte[] MaskedFrame(byte[] payload) => [0x81, (byte)(0x80 | payload.Length), 0, 0, 0, 0, .. payload];

    private async Task ReceiveAsync()
    {
        try
        {
            do
            {
                Drop(Handle(_buffer.AsSpan(0, _length)));
            }
            while (await ReadAsync());
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // The normal end of the loop.
        }
        catch (InvalidDataException exception)
        {
            Fault = exception.Message;
        }
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))] // otherwise each call that waits would allocate
    private async ValueTask<bool> ReadAsync()
    {
        int count = await _socket.ReceiveAsync(_buffer.AsMemory(_length), SocketFlags.None);
        _length += count;
        return count > 0;
    }

    private void Drop(int count)
    {
        _buffer.AsSpan(count, _length - count).CopyTo(_buffer);
        _length -= count;
    }

    /// <summary>Handles the complete frames.</summary>
    /// <returns>The number of their bytes.</returns>
    private int Handle(ReadOnlySpan<byte> bytes)
    {
        int done = 0;
        while (bytes.Length - done >= 2)
        {
            ReadOnlySpan<byte> frame = bytes[done..];
            int header = frame[1] switch { 126 => 4, 127 => 10, _ => 2 };
            if (frame.Length < header)
                break;

            long length = frame[1] switch
            {
                126 => BinaryPrimitives.ReadUInt16BigEndian(frame[2..]),
                127 => BinaryPrimitives.ReadInt64BigEndian(frame[2..]),
                _ => frame[1],
            };
            if (frame.Length < header + length)
                break;

            if ((frame[0] & 0x0F) is (int)FrameOpcode.Text or (int)FrameOpcode.Continuation)
                HandleMessage(frame.Slice(header, (int)length));

            done += header + (int)length;
        }

        return done;
    }

    private void HandleMessage(ReadOnlySpan<byte> payload)
    {
        if (_records is { } records)
            HandleRecords(payload, records);
        else if (payload.SequenceEqual(text))
            received();
        else
            throw new InvalidDataException($"A frame has {payload.Length} bytes that are not expected.");
    }

    /// <summary>Handles the complete records of SignalR: the response to the handshake, calls and pings. A frame contains a part of a
    /// record, or several.</summary>
    private void HandleRecords(ReadOnlySpan<byte> payload, ArrayBufferWriter<byte> records)
    {
        records.Write(payload);
        ReadOnlySpan<byte> bytes = records.WrittenSpan;
        while (bytes.IndexOf(EndOfRecord) is >= 0 and var end)
        {
            ReadOnlySpan<byte> record = bytes[..end];
            if (record.SequenceEqual(_call))
                received();
            else if (!record.SequenceEqual("{}"u8) && !record.SequenceEqual("""{"type":6}"""u8))
                throw new InvalidDataException($"A record has {end} bytes that are not expected.");

            bytes = bytes[(end + 1)..];
        }

        int left = bytes.Length;
        bytes.CopyTo(_kept);
        records.ResetWrittenCount();
        records.Write(_kept.AsSpan(0, left));
    }
}
