using System.Net;
using Microsoft.AspNetCore.Http;
using WebSockets.Hub.Endpoints;
using WebSockets.Protocol.Compression;

namespace WebSockets.Hub.Hosting;

/// <summary>The options of a hub.</summary>
public sealed record HubOptions
{
    public IPAddress Address { get; init; } = IPAddress.Loopback;

    /// <summary>Gets the port; 0 for any free port.</summary>
    public int Port { get; init; }

    /// <summary>Gets the port for sockets over HTTP/2 (RFC 8441); 0 for any free port, <see langword="null"/> for none. It is a separate
    /// port, because a connection without TLS cannot negotiate the version of HTTP.</summary>
    public int? Http2Port { get; init; }

    /// <summary>Gets the origins of pages that may connect, such as <c>https://example.com</c>, in addition to this machine's own
    /// names.</summary>
    public IReadOnlyCollection<string> Origins { get; init; } = [];

    /// <summary>Gets the endpoints by path, in addition to <c>/echo</c> and <c>/broadcast</c>.</summary>
    public IReadOnlyDictionary<string, IHubEndpoint> Endpoints { get; init; } = new Dictionary<string, IHubEndpoint>();

    /// <summary>Gets the handler of requests for other paths; <see langword="null"/> for 404.</summary>
    public RequestDelegate? Other { get; init; }

    public HubLimits Limits { get; init; } = new();

    /// <summary>Gets the options for the compression of messages.</summary>
    public DeflateOptions Deflate { get; init; } = new();

    /// <summary>Gets the clock.</summary>
    public TimeProvider TimeProvider { get; init; } = TimeProvider.System;

    /// <summary>Gets the interval at which the timeouts of sockets are checked: a part of the shortest timeout.</summary>
    internal TimeSpan SweepInterval
    {
        get
        {
            TimeSpan shortest = new[] { Limits.PingAfter, Limits.PongTimeout, Limits.CloseTimeout }.Min();
            return TimeSpan.FromMilliseconds(Math.Clamp(shortest.TotalMilliseconds / 4, 10, 1000));
        }
    }
}
