using System.Net;
using Microsoft.AspNetCore.Http;
using WebSockets.Hub.Endpoints;
using WebSockets.Protocol.Compression;

namespace WebSockets.Hub.Hosting;

/// <summary>How a hub is set up.</summary>
public sealed record HubOptions
{
    public IPAddress Address { get; init; } = IPAddress.Loopback;

    /// <summary>The port; 0 for any that is free.</summary>
    public int Port { get; init; }

    /// <summary>A port for sockets over HTTP/2 (RFC 8441), 0 for any that is free; <see langword="null"/> for none. It is another one,
    /// since without TLS a connection cannot say which version of HTTP it will speak.</summary>
    public int? Http2Port { get; init; }

    /// <summary>The origins of pages that may connect, such as <c>https://example.com</c>, beside those of this machine's own names.
    /// </summary>
    public IReadOnlyCollection<string> Origins { get; init; } = [];

    /// <summary>What is behind paths, beside <c>/echo</c> and <c>/broadcast</c>.</summary>
    public IReadOnlyDictionary<string, IHubEndpoint> Endpoints { get; init; } = new Dictionary<string, IHubEndpoint>();

    /// <summary>Answers the requests for other paths; <see langword="null"/> for 404.</summary>
    public RequestDelegate? Other { get; init; }

    public HubLimits Limits { get; init; } = new();

    /// <summary>Whether and how messages are compressed.</summary>
    public DeflateOptions Deflate { get; init; } = new();

    /// <summary>The clock.</summary>
    public TimeProvider TimeProvider { get; init; } = TimeProvider.System;

    /// <summary>How often sockets are looked after: a part of the shortest patience.</summary>
    internal TimeSpan SweepInterval
    {
        get
        {
            TimeSpan shortest = new[] { Limits.PingAfter, Limits.PongTimeout, Limits.CloseTimeout }.Min();
            return TimeSpan.FromMilliseconds(Math.Clamp(shortest.TotalMilliseconds / 4, 10, 1000));
        }
    }
}
