using System.Net.WebSockets;

namespace WebSockets.Client.Connections;

/// <content>One connection, from its first message to the exchange of codes.</content>
internal sealed partial class ConnectionLoop
{
    private async Task<Disconnection> ServeAsync(WebSocket socket)
    {
        using var stopping = CancellationTokenSource.CreateLinkedTokenSource(_ending.Token);
        using var deadline = new CancellationTokenSource(Timeout.InfiniteTimeSpan, options.TimeProvider); // of the end
        using CancellationTokenRegistration abort = deadline.Token.UnsafeRegister(static socket => ((WebSocket)socket!).Abort(), socket);
        using CancellationTokenRegistration ending = _ending.Token.UnsafeRegister(
            static state => Limit(state!), (deadline, options.CloseTimeout)); // also if sending hangs and cannot stop
        using var watch = new ConnectionWatch(socket, receiver, outbox, options);

        // Each on its own: a socket that always has something ready would never give the other a turn.
        Task receiving = Task.Run(() => receiver.ReceiveAsync(socket), CancellationToken.None);
        Task sending = Task.Run(() => outbox.SendAsync(socket, stopping.Token), CancellationToken.None);
        Task first = await Task.WhenAny(receiving, sending).ConfigureAwait(false);
        bool wasAborted = deadline.IsCancellationRequested;

        // From here on it ends, in the time that is given to it.
        deadline.CancelAfter(options.CloseTimeout);
        await stopping.CancelAsync().ConfigureAwait(false);
        Exception? sendError = await ErrorOf(sending).ConfigureAwait(false);
        bool isOurs = wasAborted || (first == sending && sendError is null && socket.State == WebSocketState.Open);

        // What sending failed of, receiving knows better: perhaps the peer has said why it goes.
        Exception? error = isOurs ? null : await ErrorOf(receiving).ConfigureAwait(false);
        DisconnectReason reason = watch.Reason ?? (isOurs ? DisconnectReason.ClosedByUser : ReasonOf(error));
        await SayGoodbyeAsync(socket, reason, OffenceOf(error), deadline.Token).ConfigureAwait(false);
        await ErrorOf(receiving).ConfigureAwait(false);
        return new Disconnection(reason, OffenceOf(error) ?? socket.CloseStatus, socket.CloseStatusDescription, error ?? sendError);
    }

    private static void Limit(object state)
    {
        (CancellationTokenSource deadline, TimeSpan time) = ((CancellationTokenSource, TimeSpan))state;
        deadline.CancelAfter(time);
    }

    private static async Task<Exception?> ErrorOf(Task task)
    {
        await task.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        return task.Exception?.InnerException ?? (task.IsCanceled ? new OperationCanceledException() : null);
    }

    private static DisconnectReason ReasonOf(Exception? error) => error switch
    {
        null => DisconnectReason.ClosedByPeer,
        MessageTooLongException => DisconnectReason.MessageTooLong,
        InvalidTextException => DisconnectReason.ProtocolError,
        WebSocketException { InnerException: TooManyFramesException } => DisconnectReason.TooManyFrames,
        WebSocketException
        {
            WebSocketErrorCode: WebSocketError.Faulted or WebSocketError.HeaderError or WebSocketError.InvalidMessageType,
        } => DisconnectReason.ProtocolError, // the socket has told the peer
        _ => DisconnectReason.Lost,
    };

    /// <summary>What the peer must be told that the socket does not know of.</summary>
    private static WebSocketCloseStatus? OffenceOf(Exception? error) => error switch
    {
        MessageTooLongException => WebSocketCloseStatus.MessageTooBig,
        InvalidTextException => WebSocketCloseStatus.InvalidPayloadData,
        _ => null,
    };

    private async Task SayGoodbyeAsync(
        WebSocket socket, DisconnectReason reason, WebSocketCloseStatus? offence, CancellationToken deadline)
    {
        try
        {
            if (offence is { } status) // the rest of the message is read and thrown away, in the time that there is
            {
                await socket.CloseAsync(status, null, deadline).ConfigureAwait(false);
                return;
            }

            switch (reason)
            {
                case DisconnectReason.ClosedByPeer:
                    // The sockets of .NET would send the code that stands for none, which may be in no frame.
                    WebSocketCloseStatus answer = socket.CloseStatus is { } told and not WebSocketCloseStatus.Empty
                        ? told
                        : WebSocketCloseStatus.NormalClosure;
                    await socket.CloseOutputAsync(answer, null, deadline).ConfigureAwait(false);
                    break;

                case DisconnectReason.ClosedByUser: // what still comes is received until the peer's code comes
                    await socket.CloseOutputAsync(_closeStatus, _closeDescription, deadline).ConfigureAwait(false);
                    break;

                default:
                    socket.Abort();
                    break;
            }
        }
        catch (Exception)
        {
            socket.Abort(); // a goodbye that does not arrive changes nothing
        }
    }
}
