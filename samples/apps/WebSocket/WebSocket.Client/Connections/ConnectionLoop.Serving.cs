using System.Net.WebSockets;

namespace WebSockets.Client.Connections;

/// <content>Serves one connection, from its first message to the exchange of close codes.</content>
internal sealed partial class ConnectionLoop
{
    private async Task<Disconnection> ServeAsync(WebSocket socket)
    {
        using var stopping = CancellationTokenSource.CreateLinkedTokenSource(_ending.Token);
        using var deadline = new CancellationTokenSource(Timeout.InfiniteTimeSpan, options.TimeProvider); // for closing the connection
        using CancellationTokenRegistration abort = deadline.Token.UnsafeRegister(static socket => ((WebSocket)socket!).Abort(), socket);
        using CancellationTokenRegistration ending = _ending.Token.UnsafeRegister(
            static state => Limit(state!), (deadline, options.CloseTimeout)); // even if sending hangs and cannot stop
        using var watch = new ConnectionWatch(socket, receiver, outbox, options);

        // Separate tasks, because a socket that always has data ready would never let the other one run.
        Task receiving = Task.Run(() => receiver.ReceiveAsync(socket), CancellationToken.None);
        Task sending = Task.Run(() => outbox.SendAsync(socket, stopping.Token), CancellationToken.None);
        Task first = await Task.WhenAny(receiving, sending).ConfigureAwait(false);
        bool wasAborted = deadline.IsCancellationRequested;

        // The connection is closed within the timeout from here on.
        deadline.CancelAfter(options.CloseTimeout);
        await stopping.CancelAsync().ConfigureAwait(false);
        Exception? sendError = await ErrorOf(sending).ConfigureAwait(false);
        bool isOurs = wasAborted || (first == sending && sendError is null && socket.State == WebSocketState.Open);

        // Receiving knows the reason for a failed send better: the peer may have sent a close code.
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
        } => DisconnectReason.ProtocolError, // the socket has notified the peer
        _ => DisconnectReason.Lost,
    };

    /// <summary>Returns the close code for a violation that the socket does not detect.</summary>
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
            if (offence is { } status) // the rest of the message is read and discarded, within the timeout
            {
                await socket.CloseAsync(status, null, deadline).ConfigureAwait(false);
                return;
            }

            switch (reason)
            {
                case DisconnectReason.ClosedByPeer:
                    // The sockets of .NET would send the code that stands for none, which must not appear in a frame.
                    WebSocketCloseStatus answer = socket.CloseStatus is { } told and not WebSocketCloseStatus.Empty
                        ? told
                        : WebSocketCloseStatus.NormalClosure;
                    await socket.CloseOutputAsync(answer, null, deadline).ConfigureAwait(false);
                    break;

                case DisconnectReason.ClosedByUser: // messages are received until the peer's close code arrives
                    await socket.CloseOutputAsync(_closeStatus, _closeDescription, deadline).ConfigureAwait(false);
                    break;

                default:
                    socket.Abort();
                    break;
            }
        }
        catch (Exception)
        {
            socket.Abort(); // the connection has ended in any case
        }
    }
}
