using System.Net;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace Pooling.JsonExport.Serving;

/// <summary>Applies the limits to Kestrel.</summary>
internal static class KestrelLimits
{
    public static void Apply(KestrelServerOptions kestrel, ServeOptions options)
    {
        ServingLimits limits = options.Limits;
        kestrel.AddServerHeader = false;
        kestrel.Limits.KeepAliveTimeout = limits.IdleTimeout;
        kestrel.Limits.RequestHeadersTimeout = limits.HeadersTimeout;
        kestrel.Limits.MinResponseDataRate = new MinDataRate(limits.SlowestBytesPerSecond, limits.SlowGrace);
        kestrel.Limits.MaxRequestBodySize = 0;
        kestrel.Limits.MaxRequestBufferSize = ServingLimits.BytesOfRequest;
        kestrel.Limits.MaxRequestLineSize = ServingLimits.BytesOfRequestLine;
        kestrel.Limits.MaxRequestHeadersTotalSize = ServingLimits.BytesOfHeaders;
        kestrel.Limits.MaxRequestHeaderCount = ServingLimits.Headers;

        var connections = new ClientConnections(limits);
        kestrel.Listen(IPAddress.Loopback, options.Port, listen =>
        {
            listen.Protocols = HttpProtocols.Http1; // one request at a time for each connection
            listen.Use(next => connection => connections.Run(connection, next));
        });
    }
}
