using System.Buffers.Binary;
using System.Buffers.Text;
using System.Net.Sockets;
using System.Text;

namespace Pooling.Services.Loads;

/// <summary>A member on a WebSocket, which compares what it gets.</summary>
/// <param name="socket">The socket, after the handshake.</param>
/// <param name="begin">The JSON before the number of a text.</param>
/// <param name="end">The JSON after it.</param>
internal sealed class FanOutMember(Socket socket, byte[] begin, byte[] end) : IDisposable
{
    private long _last; // 0 before the first text, which may have any number

    /// <summary>Gets a value that indicates whether it has got a text.</summary>
    public bool Hears => Volatile.Read(ref _last) > 0; // pairs with the write in TryTake

    public static async Task<FanOutMember> ConnectAsync(string address, string name, byte[] begin, byte[] end)
    {
        Socket socket = await Connection.OpenAsync(address);
        await socket.SendAsync(Encoding.ASCII.GetBytes(
            $"GET /hub?room=crowd&name={name} HTTP/1.1\r\nHost: localhost\r\n"
            + "Upgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"));
        byte[] answer = new byte[1024];
        int count = 0;
        while (!answer.AsSpan(0, count).EndsWith("\r\n\r\n"u8))
        {
            int read = await socket.ReceiveAsync(answer.AsMemory(count));
            count += read > 0 ? read : throw new InvalidDataException("The service does not answer.");
        }

        return answer.AsSpan().StartsWith("HTTP/1.1 101"u8)
            ? new FanOutMember(socket, begin, end)
            : throw new InvalidDataException("The service has refused a member.");
    }

    public void Send(ReadOnlySpan<byte> frame) => socket.Send(frame);

    /// <summary>Receives texts until the connection ends.</summary>
    /// <param name="gotText">Gets the number of each text.</param>
    public Task ReceiveAsync(Action<long> gotText) => socket.ReceiveAsync(received =>
    {
        int taken = 0;
        while (TryTake(received.Span[taken..], out int length, out long number))
        {
            taken += length;
            if (number > 0)
                gotText(number);
        }

        return taken;
    });

    public void Dispose() => socket.Dispose();

    /// <summary>Takes a frame. Its number is 0 if it is a ping, which is answered.</summary>
    private bool TryTake(ReadOnlySpan<byte> received, out int length, out long number)
    {
        (length, number) = (0, 0);
        if (received.Length < 4)
            return false;

        int header = received[1] < 126 ? 2 : 4;
        int payload = header == 2 ? received[1] : BinaryPrimitives.ReadUInt16BigEndian(received[2..]);
        length = header + payload;
        if (received.Length < length)
            return false;

        ReadOnlySpan<byte> content = received[header..length];
        if (received[0] == 0x89)
        {
            socket.Send([0x8A, (byte)(0x80 | payload), 0, 0, 0, 0, .. content]);
            return true;
        }

        if (received[0] != 0x81 || !content.StartsWith(begin) || !content.EndsWith(end)
            || !Utf8Parser.TryParse(content[begin.Length..], out number, out int digits)
            || number < 1 || (_last > 0 && number != _last + 1)
            || begin.Length + digits + end.Length != payload)
        {
            throw new InvalidDataException("A member got something else than was sent.");
        }

        Volatile.Write(ref _last, number); // pairs with the read in Hears
        return true;
    }
}
