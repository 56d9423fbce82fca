using System.Net.WebSockets;
using Pooling.Buffers;
using WebSockets.Client.After;
using WebSockets.Client.Connections;

namespace WebSockets.Client;

/// <summary>How a <see cref="ReconnectingWebSocketClient"/> receives, sends and connects.</summary>
public sealed record ReconnectingClientOptions
{
    /// <summary>The most bytes of a message of the peer; a longer one ends the connection with code 1009.</summary>
    public int MaxMessageSize
    {
        get;
        init
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, 1, nameof(MaxMessageSize));
            field = value;
        }
    } = 1 << 20;

    /// <summary>The limits of what waits to be sent.</summary>
    public OutboxOptions Outbox { get; init; } = new();

    /// <summary>How it connects, and when it takes a connection for lost.</summary>
    public ConnectionOptions Connection { get; init; } = new();

    /// <summary>Whether and how compression is offered to the server, by the sockets of .NET; <see langword="null"/> for not at all.
    /// <see cref="MaxMessageSize"/> is that of inflated messages. Sockets of a factory are set up there.</summary>
    public WebSocketDeflateOptions? Deflate { get; init; }

    /// <summary>Where buffers come from, so that many clients share what they keep; <see langword="null"/> for pools of its own.</summary>
    public BufferWriterPool? Pool { get; init; }
}
