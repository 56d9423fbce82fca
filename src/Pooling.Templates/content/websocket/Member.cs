using System.Net.WebSockets;
using System.Threading.Channels;
using Pooling.Buffers;
using Pooling.Queues;

namespace Contoso.Hub1;

/// <summary>One connection. It receives and sends at the same time, and what it does not read in time costs nobody else.</summary>
internal sealed class Member(WebSocket socket, Room room)
{
    private const int MaxMessage = 16 * 1024; // bytes of one message
    private const int MaxWaiting = 256; // messages; a member that is further behind is disconnected

    private static readonly TimeSpan s_closeTime = TimeSpan.FromSeconds(5);

    private readonly RingChannel<SharedBuffer> _outbox = new(new BoundedChannelOptions(MaxWaiting) { SingleReader = true });

    /// <summary>Takes a share of a message, which it ends when it was sent. Any thread may call this.</summary>
    public void Send(SharedBuffer message)
    {
        if (_outbox.Writer.TryWrite(message))
            return;

        message.Dispose();
        socket.Abort(); // does not keep up
    }

    /// <summary>Runs until the connection ends.</summary>
    public async Task RunAsync(CancellationToken stopping)
    {
        Task sending = SendAllAsync();
        try
        {
            WebSocketCloseStatus reason = await ReceiveAllAsync(stopping);
            _outbox.Writer.TryComplete();
            await sending; // what waits is still sent
            using var patience = new CancellationTokenSource(s_closeTime);
            await socket.CloseAsync(reason, null, patience.Token); // also reads what the client has sent in the meantime
        }
        catch (Exception exception) when (exception is WebSocketException or OperationCanceledException)
        {
            // The client has gone, or the server stops.
        }
        finally
        {
            socket.Abort(); // ends a send that nobody reads
            _outbox.Writer.TryComplete();
            await sending;
            _outbox.Dispose(); // ends the shares that were not sent
        }
    }

    /// <returns>The reason to close the connection.</returns>
    private async Task<WebSocketCloseStatus> ReceiveAllAsync(CancellationToken stopping)
    {
        // kept for all messages of the connection
        using var message = new PooledArrayBufferWriter<byte>(new BufferWriterOptions { MaxCapacity = MaxMessage });
        while (true)
        {
            ValueWebSocketReceiveResult part = await socket.ReceiveAsync(message.GetMemory(1), stopping);
            if (part.MessageType == WebSocketMessageType.Close)
                return WebSocketCloseStatus.NormalClosure;

            message.Advance(part.Count);
            if (part.EndOfMessage)
            {
                room.Broadcast(message.WrittenSpan);
                message.ResetWrittenCount();
            }
            else if (message.WrittenCount >= MaxMessage)
            {
                return WebSocketCloseStatus.MessageTooBig;
            }
        }
    }

    private async Task SendAllAsync()
    {
        try
        {
            while (await _outbox.Reader.WaitToReadAsync())
            {
                while (_outbox.Reader.TryRead(out SharedBuffer message))
                {
                    using (message)
                        await socket.SendAsync(message.Memory, WebSocketMessageType.Text, true, CancellationToken.None);
                }
            }
        }
        catch (WebSocketException)
        {
            socket.Abort(); // which also ends the receiving loop
        }
    }
}
