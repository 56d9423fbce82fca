using System.Net;
using System.Net.Sockets;
using Microsoft.AspNetCore.Server.Kestrel.Transport.Sockets;

namespace Contoso.Hub1;

/// <summary>Creates the socket that listens. The system finds clients that are gone. With the pings of WebSockets, a
/// member that answers would be dropped while it waits for its turn: nothing is read then, and its answer is behind its
/// next message.</summary>
internal static class Listener
{
    private const int Questions = 3;
    private const int MaxSeconds = 32_767; // of Linux

    public static Socket Bind(EndPoint address, TimeSpan silence)
    {
        Socket socket = SocketTransportOptions.CreateDefaultBoundListenSocket(address);
        if (address is not IPEndPoint || silence <= TimeSpan.Zero)
            return socket;

        int seconds = (int)Math.Clamp(silence.TotalSeconds, Questions, MaxSeconds);
        socket.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.KeepAlive, true); // also of the connections
        socket.SetSocketOption(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveTime, seconds);
        socket.SetSocketOption(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveInterval, seconds / Questions);
        socket.SetSocketOption(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveRetryCount, Questions);
        return socket;
    }
}
