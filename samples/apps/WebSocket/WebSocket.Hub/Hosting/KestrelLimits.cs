using System.Net;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace WebSockets.Hub.Hosting;

/// <summary>What Kestrel must know of the limits.</summary>
internal static class KestrelLimits
{
    private const int BytesOfHeaders = 8 * 1024;
    private const int BytesOfRequestLine = 4 * 1024;
    private const int Headers = 64;
    private const int BytesOfHttp2Stream = 64 * 1024; // that a peer may send before they are read
    private const int Http2Streams = 100; // of a connection
    /// <summary>The bytes of a connection that are received before the hub reads them: it does not read who must wait.</summary>
    public const int BytesUnread = 64 * 1024;

    public static void Apply(KestrelServerOptions kestrel, HubContext context)
    {
        HubLimits limits = context.Limits;
        kestrel.AddServerHeader = false;
        kestrel.Limits.MaxConcurrentConnections = null; // the address book has places for them, and knows who has most
        kestrel.Limits.MaxConcurrentUpgradedConnections = null; // beyond it clients would be told 500
        kestrel.Limits.KeepAliveTimeout = limits.Handshake;
        kestrel.Limits.RequestHeadersTimeout = limits.Handshake;
        kestrel.Limits.MaxRequestBodySize = 0;
        kestrel.Limits.MaxRequestLineSize = BytesOfRequestLine;
        kestrel.Limits.MaxRequestHeadersTotalSize = BytesOfHeaders;
        kestrel.Limits.MaxRequestHeaderCount = Headers;
        kestrel.Listen(context.Options.Address, context.Options.Port, listen =>
        {
            listen.Protocols = HttpProtocols.Http1; // HTTP/2 is told to use that
            listen.Use(next => connection => Run(connection, next, context));
        });
        if (context.Options.Http2Port is { } port)
            ListenToHttp2(kestrel, context, port);
    }

    private static void ListenToHttp2(KestrelServerOptions kestrel, HubContext context, int port)
    {
        // A socket that is slow is looked after by the sweep, and one that is silent is no slow upload.
        kestrel.Limits.MinRequestBodyDataRate = null;
        kestrel.Limits.MinResponseDataRate = null;
        kestrel.Limits.Http2.MaxStreamsPerConnection = Http2Streams;
        kestrel.Limits.Http2.InitialStreamWindowSize = BytesOfHttp2Stream;
        // Streams that are not read, since nobody reads their echoes, leave the others their part.
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
        Action abort = connection.Abort;
        if (!context.Book.TryConnect(address, abort))
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
            context.Book.Disconnect(address, abort);
        }
    }
}
