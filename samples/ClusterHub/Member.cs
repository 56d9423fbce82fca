using System.Net.WebSockets;
using System.Runtime.CompilerServices;
using System.Text.Unicode;
using Pooling.Buffers;

namespace Pooling.Samples.ClusterHub;

/// <summary>The part of a connection that is the same in both ways: receiving, one send at a time, the limits, and the end.</summary>
/// <remarks>Thread safety: any thread may queue messages and drop the member. Everything else belongs to the receiving loop.</remarks>
internal abstract class Member(HubNode node, WebSocket socket, string name)
{
    private int _unsent; // bytes that were charged
    private bool _isDropped;

    public string Name => name;

    /// <summary>Gets or sets the room, which is set before the member receives anything.</summary>
    public Room Room { get; set; } = null!;

    /// <summary>Receives and sends until the client leaves, is dropped, or the node stops.</summary>
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
            if (socket.State is WebSocketState.Open or WebSocketState.CloseReceived)
                await socket.CloseAsync(status, null, CancellationToken.None); // also reads what the client has sent in the meantime
        }
        catch (Exception exception) when (IsLost(exception))
        {
            // The client has gone, or was dropped.
        }
        finally
        {
            Drop();
            await Task.WhenAll(receiving, sending).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    /// <summary>Ends the connection at once, which ends receiving and sending. Waits for nothing.</summary>
    public void Drop()
    {
        Volatile.Write(ref _isDropped, true); // pairs with the reads before a send and a close
        Complete();
        socket.Abort();
    }

    /// <summary>Sends a text to all members of the room, here and on other nodes. Never waits for any of them.</summary>
    /// <param name="text">The text in UTF-8.</param>
    /// <param name="number">Its number, from 1 on.</param>
    public abstract void Forward(ReadOnlySpan<byte> text, long number);

    /// <summary>Sends what is queued until the queue is completed and empty.</summary>
    protected abstract Task SendAllAsync();

    /// <summary>Refuses messages to send from now on.</summary>
    protected abstract void Complete();

    /// <summary>Sends one message. Does nothing after the connection has failed, so that the queue runs empty.</summary>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    protected async ValueTask SendAsync(ReadOnlyMemory<byte> json)
    {
        if (Volatile.Read(ref _isDropped))
            return;

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

    /// <summary>Counts bytes that wait to be sent to this member, which the node has counted before. Drops the member if they are too
    /// many.</summary>
    /// <returns><see langword="false"/> if the member was dropped.</returns>
    protected bool TryCharge(int charge, bool isFull)
    {
        int waiting = Interlocked.Add(ref _unsent, charge);
        if (waiting <= node.MaxUnsent && !(isFull && waiting - charge > node.MaxUnsentWhenFull))
            return true;

        if (!Interlocked.Exchange(ref _isDropped, true)) // counted once
            node.CountSlow();

        Drop();
        return false;
    }

    /// <summary>Ends counting bytes, here and for the node.</summary>
    protected void Release(int charge)
    {
        Interlocked.Add(ref _unsent, -charge);
        node.Charge(-charge);
    }

    private static bool IsLost(Exception exception) =>
        exception is WebSocketException or OperationCanceledException or IOException or ObjectDisposedException;

    /// <returns>The code to close with.</returns>
    private async Task<WebSocketCloseStatus> ReceiveAllAsync()
    {
        // kept for all messages of the connection
        using var message = new PooledArrayBufferWriter<byte>(new BufferWriterOptions { MaxCapacity = HubNode.MaxMessage });
        for (long number = 1; ;)
        {
            ValueWebSocketReceiveResult part = await socket.ReceiveAsync(message.GetMemory(1), CancellationToken.None); // Abort ends it
            if (part.MessageType == WebSocketMessageType.Close)
                return WebSocketCloseStatus.NormalClosure;

            if (part.MessageType != WebSocketMessageType.Text)
                return WebSocketCloseStatus.InvalidMessageType;

            message.Advance(part.Count);
            if (part.EndOfMessage)
            {
                // The socket itself does not find every invalid text that comes in parts.
                if (!Utf8.IsValid(message.WrittenSpan))
                    return WebSocketCloseStatus.InvalidPayloadData;

                Forward(message.WrittenSpan, number++);
                message.ResetWrittenCount();
            }
            else if (message.WrittenCount >= HubNode.MaxMessage)
            {
                return WebSocketCloseStatus.MessageTooBig;
            }
        }
    }
}
