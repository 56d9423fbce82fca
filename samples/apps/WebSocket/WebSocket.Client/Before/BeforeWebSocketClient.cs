using System.Net.WebSockets;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Logging.Abstractions;
using WebSockets.Client.Connections;

namespace WebSockets.Client.Before;

/// <summary>A client that reconnects like <see cref="ReconnectingWebSocketClient"/>, and moves messages in the common way.</summary>
public sealed class BeforeWebSocketClient : IAsyncDisposable
{
    private readonly ConnectionLoop _loop;
    private readonly BeforeReceiver _receiver;

    /// <summary>Initializes a client. Call <see cref="StartAsync"/> to connect it.</summary>
    public BeforeWebSocketClient(
        Uri uri, ConnectionOptions? options = null, int maxMessageSize = 1 << 20, WebSocketFactory? connect = null, ILogger? logger = null)
    {
        logger ??= NullLogger.Instance;
        _receiver = new BeforeReceiver(logger, maxMessageSize);
        Outbox = new BeforeOutbox(logger);
        _loop = new ConnectionLoop(uri, connect ?? WebSocketFactories.ClientWebSocket(), _receiver, Outbox, options ?? new());
    }

    /// <summary>Occurs once for each connection, when it has ended.</summary>
    public event Action<Disconnection>? Disconnected
    {
        add => _loop.Disconnected += value;
        remove => _loop.Disconnected -= value;
    }

    /// <summary>Gets the messages.</summary>
    public IObservable<ResponseMessage> MessageReceived => _receiver.MessageReceived;

    /// <summary>Gets the messages that wait to be sent.</summary>
    public BeforeOutbox Outbox { get; }

    /// <summary>Gets the state of the client.</summary>
    public ClientState State => _loop.State;

    /// <summary>Gets the number of connections so far.</summary>
    public long Connections => _loop.Connections;

    /// <summary>Gets the number of received messages.</summary>
    public long Received => _receiver.Messages;

    /// <summary>Gets the number of exceptions of observers and of event handlers.</summary>
    public long HandlerFaults => _receiver.HandlerFaults + _loop.EventFaults;

    /// <inheritdoc cref="ReconnectingWebSocketClient.StartAsync(CancellationToken)"/>
    public Task StartAsync(CancellationToken cancellation = default) => _loop.StartAsync(retriesFirst: true, cancellation);

    /// <inheritdoc cref="ReconnectingWebSocketClient.CloseAsync"/>
    public Task CloseAsync(
        WebSocketCloseStatus status = WebSocketCloseStatus.NormalClosure, string? description = null,
        CancellationToken cancellation = default) => _loop.CloseAsync(status, description, cancellation);

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _loop.DisposeAsync().ConfigureAwait(false);
        _receiver.Dispose();
    }
}
