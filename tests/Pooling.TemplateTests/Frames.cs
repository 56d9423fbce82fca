using System.Net.Sockets;

namespace Pooling.TemplateTests;

/// <summary>The messages of the TCP server, written by hand.</summary>
internal static class Frames
{
    /// <summary>Returns a message that is echoed.</summary>
    internal static byte[] Echo(int length, byte value = (byte)'x') =>
        [.. Varint(length + 2), 1, 0, .. Enumerable.Repeat(value, length)];

    /// <summary>Returns the reply to it.</summary>
    internal static byte[] Echoed(int length, byte value = (byte)'x') => [.. Varint(length), .. Enumerable.Repeat(value, length)];

    /// <summary>Returns many of one message.</summary>
    internal static byte[] Times(this byte[] message, int count) =>
        [.. Enumerable.Repeat(message, count).SelectMany(static bytes => bytes)];

    /// <summary>Receives until the other side closes, or a number of bytes has come.</summary>
    internal static byte[] Receive(this Socket socket, int most = int.MaxValue)
    {
        var received = new MemoryStream();
        byte[] piece = new byte[65_536];
        while (received.Length < most
            && socket.Receive(piece, 0, (int)Math.Min(piece.Length, most - received.Length), SocketFlags.None) is > 0 and int count)
        {
            received.Write(piece, 0, count);
        }

        return received.ToArray();
    }

    /// <summary>Sends again and again until nothing is taken for half a second.</summary>
    /// <returns>The number of bytes that were sent, which is not much above 4 MB.</returns>
    internal static int SendUntilFull(this Socket socket, byte[] bytes)
    {
        int sent = 0;
        socket.Blocking = false;
        for (int pauses = 0; pauses < 50 && sent < 4 << 20; pauses++)
        {
            int count = socket.Send(bytes, SocketFlags.None, out _);
            sent += count;
            if (count > 0)
                pauses = 0;
            else
                Thread.Sleep(10);
        }

        socket.Blocking = true;
        return sent;
    }

    /// <summary>Returns whether the other side closes the connection or resets it.</summary>
    internal static bool IsEnded(this Socket socket)
    {
        try
        {
            byte[] piece = new byte[65_536];
            while (socket.Receive(piece) > 0)
                continue;

            return true;
        }
        catch (SocketException exception)
        {
            return exception.SocketErrorCode is SocketError.ConnectionReset;
        }
    }

    /// <summary>Closes with a reset.</summary>
    internal static void Reset(this Socket socket)
    {
        socket.LingerState = new LingerOption(true, 0);
        socket.Dispose();
    }

    private static byte[] Varint(int value) => value < 128 ? [(byte)value]
        : value < 16_384 ? [(byte)(value | 128), (byte)(value >> 7)]
        : [(byte)(value | 128), (byte)((value >> 7) | 128), (byte)(value >> 14)];
}
