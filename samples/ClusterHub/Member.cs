using System.Net.WebSockets;
using System.Runtime.CompilerServices;
using System.Text.Unicode;
using Pooling.Buffers;

namespace Pooling.Samples.ClusterHub;

/// <summary>The part of a connection that is the same in both ways: receiving, one send at a time, the limits, and the end.</summary>
/// <remarks>Thread safety: any thread may queue messages and drop the member. Everything else belongs to the receiving loop.</remarks>
internal abstract class Member(HubNode node, WebSocket socket, string name, Admission.Part part)
{
    private double _paidAt; // ms: the time at which what was sent to other nodes is no more than they can take
    private long _textEndsAt = long.MaxValue; // when the clock drops the client, unless its text ends
    private Task _publishing = Task.CompletedTask; // of the last text that Redis has not confirmed
    private bool _isDropped;

    public string Name => name;

    /// <summary>Gets or sets the room, which is set before the member receives anything.</summary>
    public Room Room { get; set; } = null!;

    /// <summary>Gets the bytes that wait for this member.</summary>
    public Backlog Backlog { get; } = new(part.Unsent, node.MaxUnsent);

    /// <summary>Gets the bytes of this member, and of others, that Redis has not confirmed.</summary>
    protected Budget Unconfirmed => part.Unconfirmed;

    /// <summary>Gets a value that indicates whether messages of this member wait for room at their receivers.</summary>
    protected abstract bool HoldsMessages { get; }

    /// <summary>Receives and sends until the client leaves, is dropped, or the node stops.</summary>
    public async Task RunAsync(CancellationToken stopping)
    {
        Task sending = SendAllAsync();
        Task<WebSocketCloseStatus> receiving = ReceiveAllAsync(); // may wait for what this member itself is sent
        try
        {
            using var patience = new CancellationTokenSource();
            await using CancellationTokenRegistration ending = patience.Token.Register(Drop);
            await using CancellationTokenRegistration leaving = stopping.Register(() =>
            {
                patience.CancelAfter(node.CloseTime);
                Complete();
            });
            await await Task.WhenAny(receiving, sending); // throws at once if the connection has failed
            patience.CancelAfter(node.CloseTime);
            Complete();
            await sending; // what waits is still sent
            if (!receiving.IsCompleted && !Volatile.Read(ref _isDropped))
                await socket.CloseOutputAsync(WebSocketCloseStatus.EndpointUnavailable, null, CancellationToken.None); // the node stops

            WebSocketCloseStatus status = await receiving;
            if (socket.State == WebSocketState.Aborted)
                await Task.Delay(node.CloseTime, patience.Token); // for the client to get the close
            else if (socket.State != WebSocketState.Closed)
                await socket.CloseAsync(status, null, CancellationToken.None); // also reads what the client has sent in the meantime
        }
        catch (Exception exception) when (IsLost(exception))
        {
            // The client has gone, or was dropped.
        }
        finally
        {
            if (socket.State != WebSocketState.Closed)
                Drop(); // not after a close, which it might overtake

            Complete();
            Backlog.End();
            await Task.WhenAll(receiving, sending).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    /// <summary>Waits until Redis has confirmed what the member has sent, or has not done so in time. It counts until
    /// then, also if the client comes back.</summary>
    public Task WaitForPublishesAsync() => _publishing;

    /// <summary>Ends the connection at once, which ends receiving and sending. Waits for nothing.</summary>
    public void Drop()
    {
        Volatile.Write(ref _isDropped, true); // pairs with the reads before a send and a close
        Complete();
        Backlog.End(); // senders do not wait for it any more
        socket.Abort();
    }

    /// <summary>Drops the member if a message has waited too long for it, or a text of it does not end. Kestrel calls
    /// it each second.</summary>
    public void CheckClocks()
    {
        long now = Environment.TickCount64;
        if (Backlog.IsSlow(now, node.SlowTime))
            DropAsSlow();
        else if (now > Volatile.Read(ref _textEndsAt)) // pairs with the writes of the receiving loop
            Drop();
    }

    /// <summary>Queues a text for all members of the room, here and on other nodes. Holds it for those here that have
    /// no room.</summary>
    /// <param name="text">The text in UTF-8.</param>
    /// <param name="number">Its number, from 1 on.</param>
    /// <returns>The length of its JSON, in bytes.</returns>
    public abstract int Forward(ReadOnlySpan<byte> text, long number);

    /// <summary>Queues the messages that are held, as soon as there is room. Who takes nothing is dropped by its
    /// clock.</summary>
    protected abstract Task SendHeldAsync();

    /// <summary>Sends what is queued until the queue is completed and empty.</summary>
    protected abstract Task SendAllAsync();

    /// <summary>Refuses messages to send from now on.</summary>
    protected abstract void Complete();

    /// <summary>Remembers a publish, so that the member keeps its place until all have ended.</summary>
    protected void Remember(Task publishing)
    {
        if (!publishing.IsCompleted) // they end in turn; one that was lost at once has ended before them
            _publishing = publishing;
    }

    /// <summary>Sends one message. Does nothing after the connection has failed, so that the queue runs empty.</summary>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    protected async ValueTask SendAsync(ReadOnlyMemory<byte> json)
    {
        if (Volatile.Read(ref _isDropped) || socket.State is WebSocketState.CloseSent or WebSocketState.Aborted)
            return; // after a text that is no UTF-8, the client still gets the close

        try
        {
            // With a token, the socket would allocate. Abort ends a send, too.
            await socket.SendAsync(json, WebSocketMessageType.Text, true, CancellationToken.None);
        }
        catch (Exception exception) when (IsLost(exception))
        {
            Drop();
        }
    }

    /// <summary>Counts a message that is lost for this member.</summary>
    protected void CountLost() => node.CountLost();

    protected void DropAsSlow()
    {
        if (!Interlocked.Exchange(ref _isDropped, true)) // counted once
            node.CountSlow();

        Drop();
    }

    private static bool IsLost(Exception exception) =>
        exception is WebSocketException or OperationCanceledException or IOException or ObjectDisposedException;

    /// <returns>The code to close with.</returns>
    private async Task<WebSocketCloseStatus> ReceiveAllAsync()
    {
        // kept for all messages of the connection
        using var message = new PooledArrayBufferWriter<byte>(new BufferWriterOptions { MaxCapacity = HubNode.MaxMessage });
        byte[] further = new byte[1]; // for what follows a message of the maximum length: nothing, or too much
        try
        {
            for (long number = 1; ;)
            {
                bool isFull = message.WrittenCount >= HubNode.MaxMessage;
                ValueWebSocketReceiveResult part = await socket.ReceiveAsync(
                    isFull ? further : message.GetMemory(1), CancellationToken.None); // Abort ends it
                if (part.MessageType == WebSocketMessageType.Close)
                    return WebSocketCloseStatus.NormalClosure;

                if (part.MessageType != WebSocketMessageType.Text)
                    return WebSocketCloseStatus.InvalidMessageType;

                if (isFull && part.Count > 0)
                    return WebSocketCloseStatus.MessageTooBig;

                message.Advance(part.Count);
                if (!part.EndOfMessage)
                {
                    long end = Environment.TickCount64 + (long)node.TextTime.TotalMilliseconds;
                    // Pairs with the read of the clock. Later parts do not gain time.
                    Volatile.Write(ref _textEndsAt, Math.Min(_textEndsAt, end));
                    continue;
                }

                Volatile.Write(ref _textEndsAt, long.MaxValue); // pairs with the read of the clock
                // The socket itself does not find every invalid text that comes in parts.
                if (!Utf8.IsValid(message.WrittenSpan))
                    return WebSocketCloseStatus.InvalidPayloadData;

                int length = Forward(message.WrittenSpan, number++);
                TimeSpan wait = TimeUntilPaid(HubNode.ChargeOf(length));
                message.ResetWrittenCount();
                message.TrimExcess(); // who waits for the next message does not hold the longest one
                if (HoldsMessages)
                    await SendHeldAsync(); // nothing is read until there is room

                if (wait > TimeSpan.Zero)
                    await Task.Delay(wait);
            }
        }
        catch (WebSocketException exception) when (exception.WebSocketErrorCode == WebSocketError.Faulted)
        {
            return WebSocketCloseStatus.InvalidPayloadData; // the socket has found it, and sent a close
        }
    }

    /// <summary>Returns how long nothing is read after a text, so that members of other nodes can keep up: nobody there
    /// can make this client wait.</summary>
    private TimeSpan TimeUntilPaid(int bytes)
    {
        if (node.Backplane is null)
            return TimeSpan.Zero;

        double perByte = 1_000.0 / node.MaxRate; // ms
        long now = Environment.TickCount64;
        _paidAt = Math.Max(_paidAt, now - (node.MaxUnsent / 4 * perByte)) + (bytes * perByte);
        return TimeSpan.FromMilliseconds(_paidAt - now);
    }
}
