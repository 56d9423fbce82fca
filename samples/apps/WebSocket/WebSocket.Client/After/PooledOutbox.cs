using System.Buffers;
using System.Net.WebSockets;
using System.Text.Json;
using System.Threading.Channels;
using Pooling.Buffers;
using Pooling.Json;
using Pooling.Objects;
using Pooling.Queues;

namespace WebSockets.Client.After;

/// <summary>Encodes messages into pooled buffers, queues them in a ring, and sends each from the buffer into which it was
/// encoded.</summary>
/// <remarks>
/// <para>Thread safety: any thread may add messages, complete and wait. One loop at a time sends, and gives up waiting messages.</para>
/// <para>Allocation: none at steady state; without a capacity the segments of an unbounded channel.</para>
/// <para>A buffer has one owner: first the sender that encodes it, then the ring, then the loop, as <c>_current</c>. Only the code that
/// takes a message from its owner returns its buffer and counts it. Completing the ring resolves a race between a sender and the end:
/// messages that were written before are found and lost by the end, and later messages are refused.</para>
/// </remarks>
public sealed class PooledOutbox : IOutbox
{
    private readonly OutboxOptions _options;
    private readonly BufferWriterPool _pool;
    private readonly Channel<OutgoingMessage> _queue;
    private OutgoingMessage? _current; // belongs to the loop: the message that is being sent, or was when the connection was lost
    private TaskCompletionSource? _room; // completes when there may be room
    private volatile bool _isSending;
    private volatile bool _isCompleted;
    private long _accepted;
    private long _sent;
    private long _lost;
    private long _bytes; // of waiting messages

    /// <summary>Initializes an outbox.</summary>
    /// <param name="options">The limits of the outbox; <see langword="null"/> for the defaults.</param>
    /// <param name="pool">The pool for buffers; <see langword="null"/> for a separate pool.</param>
    public PooledOutbox(OutboxOptions? options = null, BufferWriterPool? pool = null)
    {
        _options = options ?? new OutboxOptions();
        _pool = pool ?? new BufferWriterPool(new BufferWriterPoolOptions { MaxCapacity = _options.MaxMessageSize });
        bool drops = _options.Policy == OutboxPolicy.DropOldest; // a thread that drops a message reads, too
        _queue = _options.Capacity is not { } capacity
            ? Channel.CreateUnbounded<OutgoingMessage>(new UnboundedChannelOptions { SingleReader = true })
            : new RingChannel<OutgoingMessage>(
                new BoundedChannelOptions(capacity)
                {
                    FullMode = drops ? BoundedChannelFullMode.DropOldest : BoundedChannelFullMode.Wait,
                    SingleReader = !drops,
                },
                Lose);
    }

    /// <inheritdoc/>
    public long Accepted => Interlocked.Read(ref _accepted);

    /// <inheritdoc/>
    public long Sent => Interlocked.Read(ref _sent);

    /// <inheritdoc/>
    public long Lost => Interlocked.Read(ref _lost);

    /// <inheritdoc/>
    public long Waiting => Math.Max(0, Accepted - Sent - Lost);

    /// <summary>Gets the number of bytes of the waiting messages.</summary>
    public long WaitingBytes => Interlocked.Read(ref _bytes);

    /// <inheritdoc/>
    public bool IsSending => _isSending;

    /// <summary>Gets whether there is room for a message; always <see langword="true"/> without a capacity.</summary>
    public bool HasRoom => _options.Capacity is not { } capacity || (_queue.Reader.Count < capacity && WaitingBytes < _options.MaxBytes);

    /// <summary>Sends a text.</summary>
    /// <param name="text">The text.</param>
    /// <returns><see langword="false"/> if it was not accepted, because there is no room, or the client has ended.</returns>
    /// <exception cref="BufferCapacityExceededException">The message is longer than allowed.</exception>
    public bool SendText(ReadOnlySpan<char> text) => Send(static (buffer, text) => buffer.WriteUtf8(text), text, WebSocketMessageType.Text);

    /// <summary>Sends bytes.</summary>
    /// <param name="data">The bytes.</param>
    /// <param name="type">Binary data, or text that is already UTF-8. It is not checked.</param>
    /// <inheritdoc cref="SendText"/>
    public bool Send(ReadOnlySpan<byte> data, WebSocketMessageType type = WebSocketMessageType.Binary) =>
        Send(static (buffer, data) => buffer.Write(data), data, type);

    /// <summary>Sends the bytes of a sequence, as one message of one frame.</summary>
    /// <param name="data">The bytes.</param>
    /// <param name="type">Binary data, or text that is already UTF-8. It is not checked.</param>
    /// <inheritdoc cref="SendText"/>
    public bool Send(in ReadOnlySequence<byte> data, WebSocketMessageType type = WebSocketMessageType.Binary) => Send(
        static (buffer, data) =>
        {
            foreach (ReadOnlyMemory<byte> segment in data)
                buffer.Write(segment.Span);
        },
        data,
        type);

    /// <summary>Sends a JSON document as a text.</summary>
    /// <param name="write">Writes the document directly into the buffer that is sent.</param>
    /// <param name="state">The state that is passed to <paramref name="write"/>.</param>
    /// <inheritdoc cref="SendText"/>
    public bool SendJson<TState>(Action<Utf8JsonWriter, TState> write, TState state) => Send(
        static (buffer, json) =>
        {
            using PooledUtf8JsonWriter lease = Utf8JsonWriterPool.Shared.Rent(buffer);
            json.write(lease.Writer, json.state);
        },
        (write, state),
        WebSocketMessageType.Text);

    /// <summary>Sends the message that an encoder writes.</summary>
    /// <param name="encode">Writes the message. If it throws, the caller receives the exception, and nothing is sent.</param>
    /// <param name="state">The state that is passed to <paramref name="encode"/>.</param>
    /// <param name="type">Text or binary.</param>
    /// <inheritdoc cref="SendText"/>
    public bool Send<TState>(MessageEncoder<TState> encode, TState state, WebSocketMessageType type) where TState : allows ref struct
    {
        ArgumentNullException.ThrowIfNull(encode);
        if (_isCompleted || (_options.Policy == OutboxPolicy.Refuse && !HasRoom))
            return false; // before it is encoded

        PooledLease<PooledArrayBufferWriter<byte>> lease = _pool.Rent();
        try
        {
            encode(lease.Value, state);
        }
        catch
        {
            lease.Dispose();
            throw;
        }

        return Add(new OutgoingMessage(lease, type));
    }

    /// <summary>Waits until there is room.</summary>
    /// <returns><see langword="false"/> if no more messages are accepted.</returns>
    public async ValueTask<bool> WaitForRoomAsync(CancellationToken cancellation = default)
    {
        while (!_isCompleted)
        {
            if (HasRoom)
                return true;

            TaskCompletionSource room = Volatile.Read(ref _room) ?? Announce();
            if (!HasRoom && !_isCompleted) // checked again, because room that was made before the announcement was not signaled
                await room.Task.WaitAsync(cancellation).ConfigureAwait(false);
        }

        return false;
    }

    /// <inheritdoc/>
    public async Task SendAsync(WebSocket socket, CancellationToken stopping)
    {
        try
        {
            while (!stopping.IsCancellationRequested && socket.State == WebSocketState.Open)
            {
                if (!TryTake(out OutgoingMessage message))
                {
                    if (!await _queue.Reader.WaitToReadAsync(stopping).ConfigureAwait(false))
                        return;

                    continue;
                }

                _isSending = true;

                // Without a token, because the socket would allocate for it. Aborting the socket also ends the call.
                await socket.SendAsync(message.Lease.Value.WrittenMemory, message.Type, true, CancellationToken.None).ConfigureAwait(false);
                _isSending = false;
                _current = null;
                Release(message, ref _sent);
            }
        }
        catch (OperationCanceledException) when (stopping.IsCancellationRequested)
        {
            // The normal end while no message waits.
        }
        finally
        {
            _isSending = false;
        }
    }

    /// <inheritdoc/>
    public void Complete()
    {
        _isCompleted = true;
        _queue.Writer.TryComplete();
        GiveRoom();
    }

    /// <inheritdoc/>
    public long LoseWaiting()
    {
        long count = 0;
        for (; TryTake(out OutgoingMessage message); count++)
        {
            _current = null;
            Lose(message);
        }

        return count;
    }

    /// <summary>Stops accepting messages, and gives up those that wait. Like <see cref="LoseWaiting"/>, it may only be called by the
    /// loop.</summary>
    public void Dispose()
    {
        Complete();
        LoseWaiting();
    }

    private bool Add(OutgoingMessage message)
    {
        int length = message.Lease.Value.WrittenCount;
        bool isFull = Interlocked.Add(ref _bytes, length) - length >= _options.MaxBytes && _options.Capacity is not null;
        if (isFull && _options.Policy == OutboxPolicy.DropOldest)
        {
            while (WaitingBytes - length >= _options.MaxBytes && _queue.Reader.TryRead(out OutgoingMessage oldest))
                Lose(oldest);

            isFull = false;
        }

        if (!isFull && _queue.Writer.TryWrite(message))
        {
            Interlocked.Increment(ref _accepted);
            return true;
        }

        Interlocked.Add(ref _bytes, -length);
        message.Lease.Dispose();
        GiveRoom(); // for threads that saw no room while these bytes were counted
        return false;
    }

    private bool TryTake(out OutgoingMessage message)
    {
        if (_current is null && _queue.Reader.TryRead(out OutgoingMessage next))
            _current = next;

        message = _current.GetValueOrDefault();
        return _current is not null;
    }

    private void Lose(OutgoingMessage message) => Release(message, ref _lost);

    private void Release(OutgoingMessage message, ref long counter)
    {
        Interlocked.Add(ref _bytes, -message.Lease.Value.WrittenCount);
        message.Lease.Dispose();
        Interlocked.Increment(ref counter);
        GiveRoom();
    }

    private TaskCompletionSource Announce()
    {
        var room = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        return Interlocked.CompareExchange(ref _room, room, null) ?? room; // pairs with the exchange in GiveRoom
    }

    private void GiveRoom()
    {
        if (Volatile.Read(ref _room) is not null)
            Interlocked.Exchange(ref _room, null)?.TrySetResult();
    }
}
