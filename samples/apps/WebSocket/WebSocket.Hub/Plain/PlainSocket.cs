using System.Buffers;
using System.Net.WebSockets;
using Microsoft.AspNetCore.Http;
using WebSockets.Hub.Connections;
using WebSockets.Hub.Endpoints;
using WebSockets.Hub.Hosting;
using WebSockets.Protocol.Frames;

namespace WebSockets.Hub.Plain;

/// <summary>A socket with the loop from the documentation of ASP.NET Core. It receives into an array that it keeps, and answers from
/// there.</summary>
internal sealed class PlainSocket(HubContext context, HttpContext http, WebSocket socket, IHubEndpoint endpoint) : IHubSocket, ISweptSocket
{
    private const int FirstRoom = 4096;
    private const int CopiesOfSocket = 1; // header and payload, into the send buffer of the websocket

    private byte[] _received = new byte[FirstRoom];
    private long _closingSince;

    public long Id { get; } = context.NextSocket();

    private bool IsClosing => Volatile.Read(ref _closingSince) != 0; // pairs with the exchange of TryBeginClosing

    /// <summary>Receives until the end.</summary>
    public async Task RunAsync()
    {
        context.Sockets.Add(this);
        try
        {
            Call(endpoint.OnOpened);
            await ReceiveAsync().ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is WebSocketException or IOException or OperationCanceledException)
        {
            // The connection has ended, or the peer violated the protocol and was notified.
        }
        finally
        {
            Call(endpoint.OnClosed);
            context.Sockets.Remove(this);
            socket.Dispose();
        }
    }

    /// <summary>Sends the answer from the array into which the message was received.</summary>
    public async ValueTask SendAsync(InboundMessage message) =>
        await TrySendAsync(message.Payload.First, message.IsText).ConfigureAwait(false);

    /// <summary>Sends a message, if the connection is still open.</summary>
    public async ValueTask<bool> TrySendAsync(ReadOnlyMemory<byte> payload, bool isText)
    {
        if (IsClosing)
            return false;

        WebSocketMessageType type = isText ? WebSocketMessageType.Text : WebSocketMessageType.Binary;
        WebSocketMessageFlags flags = DotNetSockets.FlagsOf(context, payload.Length) | WebSocketMessageFlags.EndOfMessage;
        try
        {
            await socket.SendAsync(payload, type, flags, CancellationToken.None).ConfigureAwait(false);
        }
        catch (Exception exception) when (IsEnd(exception))
        {
            Abort(); // the receiving loop detects it
            return false;
        }

        context.Counters.AddCopies(CopiesOfSocket);
        context.Counters.AddSent(payload.Length);
        return true;
    }

    public void Close(int code, string reason)
    {
        if (TryBeginClosing())
            _ = CloseAsync(code, reason);
    }

    public void Sweep(long now)
    {
        long since = Volatile.Read(ref _closingSince); // pairs with the exchange of TryBeginClosing
        if (since != 0 && context.Time.GetElapsedTime(since, now) > context.Limits.CloseTimeout)
            Abort();
    }

    private async Task ReceiveAsync()
    {
        for (int length = 0; ;)
        {
            ValueWebSocketReceiveResult part =
                await socket.ReceiveAsync(_received.AsMemory(length), CancellationToken.None).ConfigureAwait(false);
            if (part.MessageType == WebSocketMessageType.Close)
            {
                if (TryBeginClosing())
                    await CloseAsync((int?)socket.CloseStatus ?? CloseCode.None, "").ConfigureAwait(false);

                return;
            }

            length += part.Count;
            if (length > context.Limits.Messages.MaxMessage)
            {
                Close(CloseCode.MessageTooBig, "A message is too long.");
                length = 0; // reading continues until the peer closes, too
            }

            if (part.EndOfMessage)
            {
                var payload = new ReadOnlySequence<byte>(_received, 0, length);
                await HandleAsync(new InboundMessage(payload, part.MessageType == WebSocketMessageType.Text)).ConfigureAwait(false);
                length = 0;
            }
            else if (length == _received.Length)
            {
                Array.Resize(ref _received, 2 * length);
            }
        }
    }

    private async Task HandleAsync(InboundMessage message)
    {
        if (IsClosing)
            return;

        context.Counters.AddReceived(message.Payload.Length);
        try
        {
            await endpoint.OnMessageAsync(this, message).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is not OperationCanceledException || !http.RequestAborted.IsCancellationRequested)
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
        context.Counters.AddFault();
        Close(CloseCode.InternalError, "The hub failed.");
    }

    private async Task CloseAsync(int code, string reason)
    {
        try
        {
            // The sockets of .NET would send the code that stands for none, which must not appear in a frame.
            var status = (WebSocketCloseStatus)(code == CloseCode.None ? CloseCode.Normal : code);
            await socket.CloseOutputAsync(status, reason, CancellationToken.None).ConfigureAwait(false);
        }
        catch (Exception exception) when (IsEnd(exception))
        {
            Abort();
        }
    }

    // A websocket of .NET that is aborted while it sends throws as if it was cancelled. There is no token, so that is the end of this
    // socket, and no fault of whoever sends to it.
    private static bool IsEnd(Exception exception) =>
        exception is WebSocketException or IOException or InvalidOperationException or OperationCanceledException;

    private void Abort()
    {
        try
        {
            http.Abort();
        }
        catch (ObjectDisposedException)
        {
            // The request has ended. Others that send to all sockets may come later.
        }
    }

    private bool TryBeginClosing() =>
        Interlocked.CompareExchange(ref _closingSince, Math.Max(1, context.Time.GetTimestamp()), 0) == 0;
}
