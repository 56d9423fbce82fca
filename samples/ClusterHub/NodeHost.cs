using System.Net;
using System.Net.Sockets;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Transport.Sockets;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Pooling.Samples.ClusterHub;

/// <summary>Hosts a node in Kestrel.</summary>
internal static class NodeHost
{
    /// <summary>Starts a server for a node at <c>/hub</c>.</summary>
    public static async Task<WebApplication> StartAsync(HubNode node, string url)
    {
        await node.StartAsync();
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder([$"--urls={url}"]);
        builder.Logging.ClearProviders();
        TimeSpan close = node.CloseTime == Timeout.InfiniteTimeSpan ? node.CloseTime : 2 * node.CloseTime;
        builder.Services.Configure<HostOptions>(host => host.ShutdownTimeout = close); // members are closed before
        builder.WebHost.UseSockets(sockets =>
        {
            sockets.MaxReadBufferSize = 2 * HubNode.MaxMessage; // of one who waits
            sockets.CreateBoundListenSocket = address => Listen(address, node.SilentTime);
        });
        builder.WebHost.ConfigureKestrel(kestrel =>
        {
            kestrel.Limits.RequestHeadersTimeout = kestrel.Limits.KeepAliveTimeout = node.RequestTime;
            var connections = new Admission(2L * node.MaxConnections, 2L * node.MaxConnectionsPerAddress);
            kestrel.ConfigureEndpointDefaults(listener => listener.Use(connections.Limit)); // also without a member
        });
        WebApplication server = builder.Build();
        server.UseWebSockets(new WebSocketOptions { KeepAliveInterval = TimeSpan.Zero }); // the system asks: see below
        server.Map("/hub", (HttpContext context) => node.AcceptAsync(context, server.Lifetime.ApplicationStopping));
        await server.StartAsync();
        return server;
    }

    /// <summary>Creates the socket that listens. The system finds clients that are gone. With the pings of WebSockets,
    /// a member that answers would be dropped while its text waits for room: nothing is read then, and its answer is
    /// behind its next text.</summary>
    internal static Socket Listen(EndPoint address, TimeSpan silence)
    {
        const int Questions = 3;
        const int MaxSeconds = 32_767; // of Linux

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
