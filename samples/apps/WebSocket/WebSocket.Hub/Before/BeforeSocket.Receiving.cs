using System.Net.WebSockets;
using Microsoft.IO;
using WebSockets.Protocol.Frames;

namespace WebSockets.Hub.Before;

/// <content>The receiving loop.</content>
internal sealed partial class BeforeSocket
{
    private const int ReceiveBuffer = 4096;

    /// <summary>Receives and sends until the end.</summary>
    public async Task RunAsync()
    {
        using CancellationTokenRegistration aborted = _http.RequestAborted.UnsafeRegister(
            static socket => ((BeforeSocket)socket!)._outbox.Writer.TryComplete(), this);
        _context.Sockets.Add(this);
        Task sending = Send();
        try
        {
            Call(_endpoint.OnOpened);
            await Receive().ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is WebSocketException or IOException or OperationCanceledException)
        {
            // The connection has ended, or the peer violated the protocol and was notified.
        }
        finally
        {
            Call(_endpoint.OnClosed);
            _outbox.Writer.TryComplete();
            NoteClosing(); // the timeout of closing also applies to a peer that has ended and does not receive
            await sending.ConfigureAwait(false);
            _context.Sockets.Remove(this);
            _socket.Dispose();
        }
    }

    private async Task Receive()
    {
        byte[] buffer = new byte[ReceiveBuffer];
        while (true)
        {
            // Published as the baseline of "WSC receive": a stream for each message.
            using RecyclableMemoryStream message = _streams.GetStream();
            WebSocketReceiveResult result;
            do
            {
                result = await _socket.ReceiveAsync(new ArraySegment<byte>(buffer), CancellationToken.None).ConfigureAwait(false);
                if (result.MessageType == WebSocketMessageType.Close)
                {
                    Close((int?)result.CloseStatus ?? CloseCode.None, "");
                    return;
                }

                if (_close is not null)
                    continue; // reading continues until the peer closes, too

                message.Write(buffer, 0, result.Count);
                if (message.Length > _context.Limits.Messages.MaxMessage)
                    Close(CloseCode.MessageTooBig, "A message is too long.");
            }
            while (!result.EndOfMessage);

            await Handle(new InboundMessage(message.GetReadOnlySequence(), result.MessageType == WebSocketMessageType.Text))
                .ConfigureAwait(false);
        }
    }

    private async Task Handle(InboundMessage message)
    {
        if (_close is not null)
            return;

        for (TimeSpan wait; (wait = _rates.TryTakeMessage()) > TimeSpan.Zero;)
            await Task.Delay(wait, _context.Time, _http.RequestAborted).ConfigureAwait(false);

        _context.Counters.AddReceived(message.Payload.Length);
        try
        {
            await _endpoint.OnMessageAsync(this, message).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is not OperationCanceledException || !_http.RequestAborted.IsCancellationRequested)
        {
            Blame();
        }
    }

    private void Call(Action<IHubSocket> call)
    {
        try
        {
            call(this);
        }
        catch (Exception)
        {
            Blame();
        }
    }

    private void Blame()
    {
        _context.Counters.AddFault();
        Close(CloseCode.InternalError, "The hub failed.");
    }
}
