using System.Net.WebSockets;
using Pooling.Buffers;
using WebSockets.Client.After;
using WebSockets.Client.Connections;

namespace WebSockets.Client;

/// <summary>The options of a <see cref="ReconnectingWebSocketClient"/> for receiving, sending and connecting.</summary>
public sealed record ReconnectingClientOptions
{
    /// <summary>Gets the maximum size of a message of the peer in bytes. A longer message ends the connection with code 1009.</summary>
    public int MaxMessageSize
    {
        get;
        init
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, 1, nameof(MaxMessageSize));
            field = value;
        }
    } = 1 << 20;

    /// <summary>Gets the limits for messages that wait to be sent.</summary>
    public OutboxOptions Outbox { get; init; } = new();

    /// <summary>Gets the options for connecting, and for detecting a lost connection.</summary>
    public ConnectionOptions Connection { get; init; } = new();

    /// <summary>Gets the compression to offer to the server, by the sockets of .NET; <see langword="null"/> for none.
    /// <see cref="MaxMessageSize"/> applies to decompressed messages. The compression of sockets of a factory is set in the
    /// factory.</summary>
    public WebSocketDeflateOptions? Deflate { get; init; }

    /// <summary>Gets the pool for buffers, so that many clients share the buffers that it keeps; <see langword="null"/> for separate
    /// pools.</summary>
    public BufferWriterPool? Pool { get; init; }
}
