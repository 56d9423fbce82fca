using System.Net.WebSockets;
using WebSockets.Client.After;
using WebSockets.Client.Connections;

namespace WebSockets.Client;

/// <summary>A client for one connection on one page: a socket, a loop that receives into pooled memory, and a loop that sends from
/// it.</summary>
/// <remarks>It is small enough to copy, with <see cref="PooledReceiver"/> and <see cref="PooledOutbox"/>, which contain the essential
/// parts. <see cref="ReconnectingWebSocketClient"/> adds what it omits: timeouts, reconnecting, and the reason why a connection
/// ended.</remarks>
public sealed class MiniWebSocketClient : IAsyncDisposable
{
    private readonly WebSocket _socket;
    private readonly PooledReceiver _receiver;
    private readonly Task _receiving;
    private readonly Task _sending;

    /// <summary>Initializes a client, which starts to receive and to send.</summary>
    /// <param name="socket">An open socket. The client takes its ownership.</param>
    /// <param name="handler">Receives the messages.</param>
    public MiniWebSocketClient(WebSocket socket, IMessageHandler handler)
    {
        _socket = socket;
        _receiver = new PooledReceiver(handler);
        _receiving = Task.Run(() => _receiver.ReceiveAsync(_socket));
        _sending = Task.Run(() => Outbox.SendAsync(_socket, CancellationToken.None));
    }

    /// <summary>Gets the messages to send: <c>client.Outbox.SendText("...")</c>.</summary>
    public PooledOutbox Outbox { get; } = new();

    /// <summary>Gets the number of received messages.</summary>
    public long Received => _receiver.Messages;

    /// <summary>Gets a task that completes when the server has closed the connection, or fails when the connection was lost.</summary>
    public Task Completion => _receiving;

    /// <summary>Gets the maximum time for sending the waiting messages and exchanging close codes.</summary>
    internal TimeSpan CloseTimeout { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>Connects.</summary>
    /// <param name="uri">The server.</param>
    /// <param name="handler">Receives the messages.</param>
    /// <param name="cancellation">A token that cancels the attempt.</param>
    public static async Task<MiniWebSocketClient> ConnectAsync(
        Uri uri, IMessageHandler handler, CancellationToken cancellation = default) =>
        new(await WebSocketFactories.ClientWebSocket()(uri, cancellation).ConfigureAwait(false), handler);

    /// <summary>Sends the waiting messages, exchanges close codes with the server, and closes the connection.</summary>
    public async ValueTask DisposeAsync()
    {
        Outbox.Complete();
        using (var deadline = new CancellationTokenSource(CloseTimeout))
        using (deadline.Token.Register(_socket.Abort))
        {
            try
            {
                await _sending.ConfigureAwait(false);
                await _socket.CloseOutputAsync(WebSocketCloseStatus.NormalClosure, null, deadline.Token).ConfigureAwait(false);
            }
            catch (Exception exception) when (exception is WebSocketException or OperationCanceledException or InvalidOperationException)
            {
                _socket.Abort(); // the server has disconnected
            }

            await _receiving.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        Outbox.Dispose();
        _receiver.Dispose();
        _socket.Dispose();
    }
}
