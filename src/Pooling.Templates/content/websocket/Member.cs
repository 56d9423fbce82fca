using System.Net.WebSockets;
using System.Text.Unicode;
using System.Threading.Channels;
using Pooling.Buffers;
using Pooling.Queues;

namespace Contoso.Hub1;

/// <summary>One connection. It receives and sends at the same time.</summary>
internal sealed class Member(WebSocket socket, HttpContext context, Room room, Limits limits)
{
    private readonly RingChannel<Unsent> _outbox =
        new(new BoundedChannelOptions(Limits.Places) { SingleReader = true });
    private int _unsent; // bytes that were charged
    private long _oldest = long.MaxValue; // the time since which the message that is being sent waits
    private TaskCompletionSource? _hasRoom; // of the sender that waits for this member, which is one at a time
    private bool _isDropped;

    /// <summary>Runs until the client leaves, is dropped, or the server stops.</summary>
    public async Task RunAsync(CancellationToken stopping)
    {
        Task<WebSocketCloseStatus> receiving = ReceiveAllAsync();
        Task sending = SendAllAsync();
        try
        {
            using var patience = new CancellationTokenSource();
            await using CancellationTokenRegistration ending = patience.Token.Register(Drop);
            await using CancellationTokenRegistration leaving = stopping.Register(() =>
            {
                patience.CancelAfter(limits.Close);
                _outbox.Writer.TryComplete();
            });
            await await Task.WhenAny(receiving, sending); // throws at once if the connection has failed
            patience.CancelAfter(limits.Close);
            _outbox.Writer.TryComplete();
            await sending; // what waits is still sent
            if (!receiving.IsCompleted)
                await socket.CloseOutputAsync(WebSocketCloseStatus.EndpointUnavailable, null, CancellationToken.None);

            WebSocketCloseStatus reason = await receiving;
            if (socket.State == WebSocketState.Aborted)
                await Task.Delay(limits.Close, context.RequestAborted); // for the client to get the close
            else if (socket.State != WebSocketState.Closed)
                await socket.CloseAsync(reason, null, CancellationToken.None); // skips what the client still sends
        }
        catch (Exception exception) when (IsLost(exception))
        {
            // The client has gone, or was dropped.
        }
        finally
        {
            if (socket.State != WebSocketState.Closed)
                Drop();

            await Task.WhenAll(receiving, sending).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            _outbox.Dispose(); // ends the shares that were not sent
        }
    }

    /// <summary>Waits until this member has room for a message. Drops it if one has waited for too long.</summary>
    public async ValueTask WaitForRoomAsync()
    {
        while (!Volatile.Read(ref _isDropped))
        {
            long waited = Math.Max(0, Environment.TickCount64 - Volatile.Read(ref _oldest));
            TimeSpan left = limits.Slow - TimeSpan.FromMilliseconds(waited);
            if (left <= TimeSpan.Zero)
                Drop();
            else if (Volatile.Read(ref _unsent) <= Limits.UnsentBytes)
                return;

            // The sending loop changes the count and then looks for who waits; here it is the other way round.
            var hasRoom = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            Interlocked.Exchange(ref _hasRoom, hasRoom);
            if (Volatile.Read(ref _unsent) > Limits.UnsentBytes && !Volatile.Read(ref _isDropped))
                await hasRoom.Task.WaitAsync(left).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    /// <summary>Takes a share of a message, which it ends when it was sent. Never waits.</summary>
    public void Send(SharedBuffer message)
    {
        var unsent = new Unsent(message, Environment.TickCount64);
        int charge = unsent.Charge;
        Interlocked.Add(ref _unsent, charge);
        if (_outbox.Writer.TryWrite(unsent))
            return;

        Interlocked.Add(ref _unsent, -charge); // the member leaves
        message.Dispose();
    }

    /// <returns>The reason to close the connection.</returns>
    private async Task<WebSocketCloseStatus> ReceiveAllAsync()
    {
        // Kept for all messages of the connection. The last byte shows that a message is too long.
        var options = new BufferWriterOptions { MaxCapacity = Limits.MessageBytes + 1 };
        using var message = new PooledArrayBufferWriter<byte>(options);
        try
        {
            while (true)
            {
                ValueWebSocketReceiveResult part = await socket.ReceiveAsync(message.GetMemory(1), default);
                if (part.MessageType == WebSocketMessageType.Close)
                    return WebSocketCloseStatus.NormalClosure;

                if (part.MessageType != WebSocketMessageType.Text)
                    return WebSocketCloseStatus.InvalidMessageType;

                message.Advance(part.Count);
                if (message.WrittenCount > Limits.MessageBytes)
                    return WebSocketCloseStatus.MessageTooBig;

                if (!part.EndOfMessage)
                    continue;

                if (!Utf8.IsValid(message.WrittenSpan)) // the socket does not find all that comes in parts
                    return WebSocketCloseStatus.InvalidPayloadData;

                await room.BroadcastAsync(message.WrittenMemory);
                message.ResetWrittenCount();
                message.TrimExcess(); // who waits for the next message does not hold the longest one
            }
        }
        catch (WebSocketException exception) when (exception.WebSocketErrorCode == WebSocketError.Faulted)
        {
            return WebSocketCloseStatus.InvalidPayloadData; // the socket has found it, and sent a close
        }
    }

    private async Task SendAllAsync()
    {
        while (await _outbox.Reader.WaitToReadAsync())
        {
            while (_outbox.Reader.TryRead(out Unsent unsent))
            {
                int charge = unsent.Charge;
                Volatile.Write(ref _oldest, unsent.Since);
                using (unsent)
                {
                    if (socket.State is WebSocketState.Open or WebSocketState.CloseReceived) // no close was sent
                        await socket.SendAsync(unsent.Message.Memory, WebSocketMessageType.Text, true, default);
                }

                Volatile.Write(ref _oldest, long.MaxValue);
                if (Interlocked.Add(ref _unsent, -charge) <= Limits.UnsentBytes)
                    Volatile.Read(ref _hasRoom)?.TrySetResult();
            }
        }
    }

    private void Drop()
    {
        Interlocked.Exchange(ref _isDropped, true);
        _outbox.Writer.TryComplete();
        Volatile.Read(ref _hasRoom)?.TrySetResult();
        try
        {
            context.Abort(); // ends receiving, and a send that nobody reads
        }
        catch (ObjectDisposedException)
        {
            // The request has ended in the meantime. This may be another member, which must not fail.
        }
    }

    private static bool IsLost(Exception exception) =>
        exception is WebSocketException or OperationCanceledException or IOException or ObjectDisposedException;
}
