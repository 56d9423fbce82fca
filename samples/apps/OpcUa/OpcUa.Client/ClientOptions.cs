using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Transport;

namespace OpcUa.Client;

/// <summary>The behavior of a client, and its limits for what a server sends.</summary>
public sealed record ClientOptions
{
    public string ApplicationUri { get; init; } = "urn:pooling:opcua:client";

    public string ApplicationName { get; init; } = "Pooling OPC UA client";

    public string SessionName { get; init; } = "Pooling";

    /// <summary>The time without a request after which the server may close the session.</summary>
    public TimeSpan SessionTimeout { get; init; } = TimeSpan.FromMinutes(1);

    /// <summary>The time that a request waits for its response.</summary>
    public TimeSpan RequestTimeout { get; init; } = TimeSpan.FromSeconds(15);

    /// <summary>The time that the client waits for a missing message that it has requested again. Messages that follow
    /// it are held until then.</summary>
    public TimeSpan RepublishTimeout { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>The time for which connecting is tried again while the server is too busy; zero to try once.</summary>
    public TimeSpan ConnectTimeout { get; init; } = TimeSpan.FromSeconds(15);

    /// <summary>The security settings, or <see langword="null"/> for no security. With security, the name of the application is taken from
    /// its certificate.</summary>
    public ClientSecurity? Security { get; init; }

    /// <summary>The requested lifetime of a token of the channel. It is renewed after 75 % of the granted lifetime.</summary>
    public TimeSpan ChannelLifetime { get; init; } = TimeSpan.FromHours(1);

    /// <summary>The time without a received byte after which the client checks that the server is alive. If the server does not respond
    /// within
    /// <see cref="RequestTimeout"/>, the connection is aborted.</summary>
    public TimeSpan KeepAliveInterval { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>The number of publish requests that wait at the server, if it accepts as many.</summary>
    public int PublishRequests { get; init; } = 5;

    /// <summary>Whether to connect again when the connection is lost.</summary>
    public bool Reconnects { get; init; } = true;

    /// <summary>The delay before the first attempt to reconnect, or to connect again to a server that was too busy; it doubles with each
    /// attempt.</summary>
    public TimeSpan ReconnectDelay { get; init; } = TimeSpan.FromMilliseconds(100);

    /// <summary>The maximum delay between two attempts.</summary>
    public TimeSpan MaxReconnectDelay { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>The limits for chunks and messages.</summary>
    public TransportLimits Transport { get; init; } = new();

    /// <summary>The limits for the content of messages.</summary>
    public DecodingLimits Decoding { get; init; } = DecodingLimits.Default;

    /// <summary>The memory for messages in transit, if several clients share it.</summary>
    public TransportMemory? Memory { get; init; }
}
