using System.Buffers;
using System.Net.WebSockets;
using System.Text.Json;
using WebSockets.Client.After;
using WebSockets.Client.Connections;

namespace WebSockets.Client;

/// <summary>A client that connects again whenever its connection was lost, and moves messages through pooled memory in both directions.
/// </summary>
/// <remarks>
/// <para>Thread safety: any thread. Messages and events come from one loop, one after the other; do not wait there for
/// <see cref="CloseAsync"/> or <see cref="DisposeAsync"/>, which wait for that loop.</para>
/// <para>Allocation: none for a message at steady state, of its own. See the sample's README for what sockets of .NET add.</para>
/// </remarks>
public sealed class ReconnectingWebSocketClient : IAsyncDisposable
{
    private readonly ConnectionLoop _loop;
    private readonly PooledReceiver _receiver;

    /// <summary>Initializes a client. <see cref="StartAsync(CancellationToken)"/> connects it.</summary>
    /// <param name="uri">The server.</param>
    /// <param name="handler">What becomes of messages.</param>
    /// <param name="options">How it receives, sends and connects; <see langword="null"/> for the defaults.</param>
    /// <param name="connect">Makes sockets; <see langword="null"/> for those of <see cref="WatchedSockets"/>, or of
    /// <see cref="WebSocketFactories.ClientWebSocket"/> if there is no <see cref="ConnectionOptions.EmptyFramesPerSecond"/>.</param>
    public ReconnectingWebSocketClient(
        Uri uri, IMessageHandler handler, ReconnectingClientOptions? options = null, WebSocketFactory? connect = null)
    {
        options ??= new ReconnectingClientOptions();
        _receiver = new PooledReceiver(handler, options.MaxMessageSize, options.Pool);
        Outbox = new PooledOutbox(options.Outbox, options.Pool);
        connect ??= SocketsOf(options);
        _loop = new ConnectionLoop(uri, connect, _receiver, Outbox, options.Connection);
    }

    /// <summary>Is raised when there is a connection.</summary>
    public event Action? Connected
    {
        add => _loop.Connected += value;
        remove => _loop.Connected -= value;
    }

    /// <summary>Is raised once for each connection, when it has ended.</summary>
    public event Action<Disconnection>? Disconnected
    {
        add => _loop.Disconnected += value;
        remove => _loop.Disconnected -= value;
    }

    /// <summary>Is raised when an attempt to connect has failed.</summary>
    public event Action<Disconnection>? ConnectFailed
    {
        add => _loop.ConnectFailed += value;
        remove => _loop.ConnectFailed -= value;
    }

    /// <summary>Is told of exceptions of the message handler.</summary>
    public Action<Exception>? HandlerFault
    {
        get => _receiver.Fault;
        set => _receiver.Fault = value;
    }

    /// <summary>The messages that wait, with all the ways to send one.</summary>
    public PooledOutbox Outbox { get; }

    /// <summary>What it is doing.</summary>
    public ClientState State => _loop.State;

    /// <summary>How often there was a connection.</summary>
    public long Connections => _loop.Connections;

    /// <summary>Messages that were received.</summary>
    public long Received => _receiver.Messages;

    /// <summary>Exceptions of the message handler and of handlers of events.</summary>
    public long HandlerFaults => _receiver.HandlerFaults + _loop.EventFaults;

    /// <summary>Starts, and waits for the first connection. Until then, and in between, messages can be sent: they wait.</summary>
    /// <param name="cancellation">Ends the waiting. The client goes on.</param>
    /// <exception cref="InvalidOperationException">It was started before.</exception>
    /// <exception cref="ObjectDisposedException">It has ended.</exception>
    /// <exception cref="WebSocketException">It ended without a connection.</exception>
    public Task StartAsync(CancellationToken cancellation = default) => StartAsync(retriesFirst: true, cancellation);

    /// <summary>Starts, and waits for the first connection.</summary>
    /// <param name="retriesFirst">Whether it tries again if the first attempt fails. If not, it ends then, and the task fails.</param>
    /// <param name="cancellation">Ends the waiting. The client goes on.</param>
    /// <exception cref="InvalidOperationException">It was started before.</exception>
    /// <exception cref="ObjectDisposedException">It has ended.</exception>
    /// <exception cref="WebSocketException">It ended without a connection; the inner exception is that of the attempt.</exception>
    public Task StartAsync(bool retriesFirst, CancellationToken cancellation = default) => _loop.StartAsync(retriesFirst, cancellation);

    /// <inheritdoc cref="PooledOutbox.SendText"/>
    public bool SendText(ReadOnlySpan<char> text) => Outbox.SendText(text);

    /// <inheritdoc cref="PooledOutbox.Send(ReadOnlySpan{byte}, WebSocketMessageType)"/>
    public bool Send(ReadOnlySpan<byte> data, WebSocketMessageType type = WebSocketMessageType.Binary) => Outbox.Send(data, type);

    /// <inheritdoc cref="PooledOutbox.Send(in ReadOnlySequence{byte}, WebSocketMessageType)"/>
    public bool Send(in ReadOnlySequence<byte> data, WebSocketMessageType type = WebSocketMessageType.Binary) => Outbox.Send(data, type);

    /// <inheritdoc cref="PooledOutbox.Send{TState}(MessageEncoder{TState}, TState, WebSocketMessageType)"/>
    public bool Send<TState>(MessageEncoder<TState> encode, TState state, WebSocketMessageType type) where TState : allows ref struct =>
        Outbox.Send(encode, state, type);

    /// <inheritdoc cref="PooledOutbox.SendJson"/>
    public bool SendJson<TState>(Action<Utf8JsonWriter, TState> write, TState state) => Outbox.SendJson(write, state);

    /// <summary>Takes no more messages, sends those that wait if there is a connection, closes it, and ends.</summary>
    /// <param name="status">The code that the peer is told.</param>
    /// <param name="description">The reason that it is told, of at most 123 bytes.</param>
    /// <param name="cancellation">Ends the waiting, not the closing.</param>
    public Task CloseAsync(
        WebSocketCloseStatus status = WebSocketCloseStatus.NormalClosure, string? description = null,
        CancellationToken cancellation = default) => _loop.CloseAsync(status, description, cancellation);

    /// <summary>Closes the connection without sending what waits, and ends. It may be called at any time, also more than once.</summary>
    public async ValueTask DisposeAsync()
    {
        await _loop.DisposeAsync().ConfigureAwait(false);
        _receiver.Dispose();
    }

    private static WebSocketFactory SocketsOf(ReconnectingClientOptions options)
    {
        return options.Connection.EmptyFramesPerSecond is { } most
            ? WatchedSockets.Factory(Configure, null, most, options.Connection.TimeProvider)
            : WebSocketFactories.ClientWebSocket(Configure);

        void Configure(ClientWebSocketOptions socket) => socket.DangerousDeflateOptions = options.Deflate;
    }
}
