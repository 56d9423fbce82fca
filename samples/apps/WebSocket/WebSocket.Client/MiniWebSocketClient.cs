using System.Net.WebSockets;
using WebSockets.Client.After;
using WebSockets.Client.Connections;

namespace WebSockets.Client;

/// <summary>One connection on one page: a socket, a loop that receives into pooled memory, and a loop that sends from it.</summary>
/// <remarks>Small enough to copy, with <see cref="PooledReceiver"/> and <see cref="PooledOutbox"/>, which hold the lesson. What it leaves
/// out is in <see cref="ReconnectingWebSocketClient"/>: timeouts, reconnecting, the reason why a connection ended.</remarks>
public sealed class MiniWebSocketClient : IAsyncDisposable
{
    private static readonly TimeSpan s_goodbye = TimeSpan.FromSeconds(5);

    private readonly WebSocket _socket;
    private readonly PooledReceiver _receiver;
    private readonly Task _receiving;
    private readonly Task _sending;

    /// <summary>Starts to receive and to send.</summary>
    /// <param name="socket">An open socket, its own from now on.</param>
    /// <param name="handler">What becomes of messages.</param>
    public MiniWebSocketClient(WebSocket socket, IMessageHandler handler)
    {
        _socket = socket;
        _receiver = new PooledReceiver(handler);
        _receiving = Task.Run(() => _receiver.ReceiveAsync(_socket));
        _sending = Task.Run(() => Outbox.SendAsync(_socket, CancellationToken.None));
    }

    /// <summary>What is sent: <c>client.Outbox.SendText("...")</c>.</summary>
    public PooledOutbox Outbox { get; } = new();

    /// <summary>Messages that were received.</summary>
    public long Received => _receiver.Messages;

    /// <summary>Ends when the server has closed the connection, or fails when it was lost.</summary>
    public Task Completion => _receiving;

    /// <summary>Connects.</summary>
    /// <param name="uri">The server.</param>
    /// <param name="handler">What becomes of messages.</param>
    /// <param name="cancellation">Ends the attempt.</param>
    public static async Task<MiniWebSocketClient> ConnectAsync(
        Uri uri, IMessageHandler handler, CancellationToken cancellation = default) =>
        new(await WebSocketFactories.ClientWebSocket()(uri, cancellation).ConfigureAwait(false), handler);

    /// <summary>Sends what waits, exchanges codes with the server, and ends.</summary>
    public async ValueTask DisposeAsync()
    {
        Outbox.Complete();
        using (var deadline = new CancellationTokenSource(s_goodbye))
        using (deadline.Token.Register(_socket.Abort))
        {
            try
            {
                await _sending.ConfigureAwait(false);
                await _socket.CloseOutputAsync(WebSocketCloseStatus.NormalClosure, null, deadline.Token).ConfigureAwait(false);
            }
            catch (Exception exception) when (exception is WebSocketException or OperationCanceledException or InvalidOperationException)
            {
                _socket.Abort(); // the server has gone
            }

            await _receiving.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        Outbox.Dispose();
        _receiver.Dispose();
        _socket.Dispose();
    }
}
