using System.Buffers;
using System.Net.WebSockets;
using System.Text.Json;
using WebSockets.Client.After;
using WebSockets.Client.Connections;

namespace WebSockets.Client;

/// <summary>A client that connects again whenever its connection is lost, and moves messages through pooled memory in both
/// directions.</summary>
/// <remarks>
/// <para>Thread safety: any thread. Messages and events come from one loop, one after the other. Do not wait for <see cref="CloseAsync"/>
/// or <see cref="DisposeAsync"/> there, because they wait for that loop.</para>
/// <para>Allocation: the client allocates nothing per message at steady state. See the sample's README for the allocations of the sockets
/// of .NET.</para>
/// </remarks>
public sealed class ReconnectingWebSocketClient : IAsyncDisposable
{
    private readonly ConnectionLoop _loop;
    private readonly PooledReceiver _receiver;

    /// <summary>Initializes a client. Call <see cref="StartAsync(CancellationToken)"/> to connect it.</summary>
    /// <param name="uri">The server.</param>
    /// <param name="handler">Receives the messages.</param>
    /// <param name="options">The options for receiving, sending and connecting; <see langword="null"/> for the defaults.</param>
    /// <param name="connect">Creates sockets; <see langword="null"/> for those of <see cref="WatchedSockets"/>, or of
    /// <see cref="WebSocketFactories.ClientWebSocket"/> if <see cref="ConnectionOptions.EmptyFramesPerSecond"/> is
    /// <see langword="null"/>.</param>
    public ReconnectingWebSocketClient(
        Uri uri, IMessageHandler handler, ReconnectingClientOptions? options = null, WebSocketFactory? connect = null)
    {
        options ??= new ReconnectingClientOptions();
        _receiver = new PooledReceiver(handler, options.MaxMessageSize, options.Pool);
        Outbox = new PooledOutbox(options.Outbox, options.Pool);
        connect ??= SocketsOf(options);
        _loop = new ConnectionLoop(uri, connect, _receiver, Outbox, options.Connection);
    }

    /// <summary>Occurs when a connection is established.</summary>
    public event Action? Connected
    {
        add => _loop.Connected += value;
        remove => _loop.Connected -= value;
    }

    /// <summary>Occurs once for each connection, when it has ended.</summary>
    public event Action<Disconnection>? Disconnected
    {
        add => _loop.Disconnected += value;
        remove => _loop.Disconnected -= value;
    }

    /// <summary>Occurs when an attempt to connect has failed.</summary>
    public event Action<Disconnection>? ConnectFailed
    {
        add => _loop.ConnectFailed += value;
        remove => _loop.ConnectFailed -= value;
    }

    /// <summary>Gets or sets the callback for exceptions of the message handler.</summary>
    public Action<Exception>? HandlerFault
    {
        get => _receiver.Fault;
        set => _receiver.Fault = value;
    }

    /// <summary>Gets the messages that wait, and the methods for sending.</summary>
    public PooledOutbox Outbox { get; }

    /// <summary>Gets the state of the client.</summary>
    public ClientState State => _loop.State;

    /// <summary>Gets the number of connections so far.</summary>
    public long Connections => _loop.Connections;

    /// <summary>Gets the number of received messages.</summary>
    public long Received => _receiver.Messages;

    /// <summary>Gets the number of exceptions of the message handler and of event handlers.</summary>
    public long HandlerFaults => _receiver.HandlerFaults + _loop.EventFaults;

    /// <summary>Starts the client, and waits for the first connection. Messages can be sent at any time. They wait while there is no
    /// connection.</summary>
    /// <param name="cancellation">A token that cancels the wait. The client continues.</param>
    /// <exception cref="InvalidOperationException">The client was started before.</exception>
    /// <exception cref="ObjectDisposedException">The client has ended.</exception>
    /// <exception cref="WebSocketException">The client ended without a connection.</exception>
    public Task StartAsync(CancellationToken cancellation = default) => StartAsync(retriesFirst: true, cancellation);

    /// <summary>Starts the client, and waits for the first connection.</summary>
    /// <param name="retriesFirst">Whether to try again if the first attempt fails. If not, the client ends, and the task fails.</param>
    /// <param name="cancellation">A token that cancels the wait. The client continues.</param>
    /// <exception cref="InvalidOperationException">The client was started before.</exception>
    /// <exception cref="ObjectDisposedException">The client has ended.</exception>
    /// <exception cref="WebSocketException">The client ended without a connection. The inner exception is that of the attempt.</exception>
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

    /// <summary>Stops accepting messages, sends those that wait if there is a connection, closes the connection, and ends.</summary>
    /// <param name="status">The close code for the peer.</param>
    /// <param name="description">The reason for the peer, of at most 123 bytes.</param>
    /// <param name="cancellation">A token that cancels the wait, but not the closing.</param>
    public Task CloseAsync(
        WebSocketCloseStatus status = WebSocketCloseStatus.NormalClosure, string? description = null,
        CancellationToken cancellation = default) => _loop.CloseAsync(status, description, cancellation);

    /// <summary>Closes the connection without sending the waiting messages, and ends. It may be called at any time, and more than
    /// once.</summary>
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
