using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Transport;

namespace OpcUa.Client;

/// <summary>How a client behaves, and what it accepts of a server.</summary>
public sealed record ClientOptions
{
    public string ApplicationUri { get; init; } = "urn:pooling:opcua:client";

    public string ApplicationName { get; init; } = "Pooling OPC UA client";

    public string SessionName { get; init; } = "Pooling";

    /// <summary>After how long without a request the server may end the session.</summary>
    public TimeSpan SessionTimeout { get; init; } = TimeSpan.FromMinutes(1);

    /// <summary>How long a request waits for its response.</summary>
    public TimeSpan RequestTimeout { get; init; } = TimeSpan.FromSeconds(15);

    /// <summary>How long a token of the channel shall be good; it is renewed at 75 % of what the server grants.</summary>
    public TimeSpan ChannelLifetime { get; init; } = TimeSpan.FromHours(1);

    /// <summary>After how long without a byte the server is asked whether it still lives. Without an answer within
    /// <see cref="RequestTimeout"/> the connection is given up.</summary>
    public TimeSpan KeepAliveInterval { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>How many publish requests wait at the server, if it takes as many.</summary>
    public int PublishRequests { get; init; } = 5;

    /// <summary>Whether to connect again when the connection is lost.</summary>
    public bool Reconnects { get; init; } = true;

    /// <summary>The pause before the first attempt to connect again; it doubles with each further one.</summary>
    public TimeSpan ReconnectDelay { get; init; } = TimeSpan.FromMilliseconds(100);

    /// <summary>The longest pause between two attempts.</summary>
    public TimeSpan MaxReconnectDelay { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>What chunks and messages are accepted.</summary>
    public TransportLimits Transport { get; init; } = new();

    /// <summary>What is accepted in messages.</summary>
    public DecodingLimits Decoding { get; init; } = DecodingLimits.Default;

    /// <summary>The memory of messages on their way, if several clients share it.</summary>
    public TransportMemory? Memory { get; init; }
}
