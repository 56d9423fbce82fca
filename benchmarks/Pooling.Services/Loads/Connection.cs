using System.Net;
using System.Net.Sockets;

namespace Pooling.Services.Loads;

/// <summary>A connection of a load.</summary>
internal static class Connection
{
    public static async Task<Socket> OpenAsync(string address)
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        await socket.ConnectAsync(IPEndPoint.Parse(address));
        return socket;
    }

    /// <summary>Receives messages until the connection ends.</summary>
    /// <param name="socket">The socket.</param>
    /// <param name="take">Takes whole messages from the beginning of what was received, and returns their
    /// length.</param>
    public static async Task ReceiveAsync(this Socket socket, Func<ReadOnlyMemory<byte>, int> take)
    {
        byte[] buffer = new byte[64 * 1024];
        int count = 0;
        while (await socket.ReceiveAsync(buffer.AsMemory(count)) is > 0 and int read)
        {
            count += read;
            int taken = take(buffer.AsMemory(0, count));
            buffer.AsSpan(taken, count - taken).CopyTo(buffer);
            count -= taken;
        }

        throw new InvalidDataException("The service has closed a connection.");
    }
}
