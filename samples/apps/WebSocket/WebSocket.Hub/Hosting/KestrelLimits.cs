using System.Net;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using WebSockets.Hub.Connections;

namespace WebSockets.Hub.Hosting;

/// <summary>Applies the limits to Kestrel.</summary>
internal static class KestrelLimits
{
    private const int BytesOfHeaders = 8 * 1024;
    private const int BytesOfRequestLine = 4 * 1024;
    private const int Headers = 64;
    private const int BytesOfHttp2Stream = 64 * 1024; // that a peer may send before they are read
    private const int Http2Streams = 100; // of a connection
    /// <summary>The number of bytes that are received over a connection before the hub reads them. The hub does not read a socket that must
    /// wait.</summary>
    public const int BytesUnread = 64 * 1024;

    public static void Apply(KestrelServerOptions kestrel, HubContext context)
    {
        HubLimits limits = context.Limits;
        kestrel.AddServerHeader = false;
        kestrel.Limits.MaxConcurrentConnections = null; // the address book limits them, and knows the address with the most
        kestrel.Limits.MaxConcurrentUpgradedConnections = null; // clients beyond this limit would receive a 500
        kestrel.Limits.KeepAliveTimeout = limits.Handshake;
        kestrel.Limits.RequestHeadersTimeout = limits.Handshake;
        kestrel.Limits.MaxRequestBodySize = 0;
        kestrel.Limits.MaxRequestLineSize = BytesOfRequestLine;
        kestrel.Limits.MaxRequestHeadersTotalSize = BytesOfHeaders;
        kestrel.Limits.MaxRequestHeaderCount = Headers;
        kestrel.Listen(context.Options.Address, context.Options.Port, listen =>
        {
            listen.Protocols = HttpProtocols.Http1; // HTTP/2 clients are told to use HTTP/1.1
            listen.Use(next => connection => Run(connection, next, context));
        });
        if (context.Options.Http2Port is { } port)
            ListenToHttp2(kestrel, context, port);
    }

    private static void ListenToHttp2(KestrelServerOptions kestrel, HubContext context, int port)
    {
        // The sweep handles slow sockets, and a silent socket is not a slow upload.
        kestrel.Limits.MinRequestBodyDataRate = null;
        kestrel.Limits.MinResponseDataRate = null;
        kestrel.Limits.Http2.MaxStreamsPerConnection = Http2Streams;
        kestrel.Limits.Http2.InitialStreamWindowSize = BytesOfHttp2Stream;
        // Streams that are not read leave enough of the window for the others.
        kestrel.Limits.Http2.InitialConnectionWindowSize = Http2Streams * BytesOfHttp2Stream;
        kestrel.Listen(context.Options.Address, port, listen =>
        {
            listen.Protocols = HttpProtocols.Http2;
            listen.Use(next => connection => Run(connection, next, context));
        });
    }

    private static async Task Run(ConnectionContext connection, ConnectionDelegate next, HubContext context)
    {
        IPAddress address = ((IPEndPoint)connection.RemoteEndPoint!).Address;
        var holder = new PlaceHolder(connection.Abort);
        if (!context.Book.TryConnect(address, holder))
        {
            connection.Abort();
            return;
        }

        try
        {
            using var half = new HalfClose(connection, context.Limits.CloseTimeout, context.Time);
            await next(connection).ConfigureAwait(false);
        }
        finally
        {
            context.Book.Disconnect(address, holder);
        }
    }
}
