using System.Net.WebSockets;
using System.Runtime.CompilerServices;
using System.Text;
using System.Threading.Channels;
using Pooling.Buffers;
using Pooling.Objects;
using Pooling.Queues;

namespace Pooling.Samples.WebSocketClient;

/// <summary>Encodes messages into pooled memory, keeps them up to a limit in bytes, and sends one at a time.</summary>
/// <remarks>Any thread adds messages. One loop sends them, and disposes the queue after its last send.</remarks>
/// <param name="maxBytes">The maximum total length of the messages that wait, at least 256. Each counts as at least 256 bytes.</param>
/// <param name="pool">The pool that provides the memory; <see langword="null"/> for the shared one.</param>
internal sealed class SendQueue(int maxBytes, BufferWriterPool? pool = null) : IDisposable
{
    private const int MinCharge = 256; // the shortest array of a pooled writer: empty messages take memory, too

    private readonly Lock _gate = new();
    private readonly SemaphoreSlim _line = new(1); // senders that wait stand in it, and the first one waits for room
    private readonly RingChannel<Message> _messages = new(new BoundedChannelOptions(maxBytes / MinCharge) { SingleReader = true });
    private TaskCompletionSource? _room; // completes when the first sender that waits may try again
    private int _bytes;
    private bool _isCompleted;

    /// <summary>Gets the length of the messages that wait, in bytes.</summary>
    public int Bytes => Volatile.Read(ref _bytes);

    /// <summary>Adds a text. Waits for room if there is none, or if others wait.</summary>
    /// <returns><see langword="false"/> if the client has ended.</returns>
    /// <exception cref="ArgumentException">The message is longer than the queue.</exception>
    public ValueTask<bool> SendTextAsync(string text, CancellationToken cancellationToken = default) => AddAsync(
        text, Encoding.UTF8.GetByteCount(text), static (writer, text) => writer.WriteUtf8(text), true, cancellationToken);

    /// <summary>Adds a copy of bytes, which are UTF-8 if they are a text, and must not change until the task ends.</summary>
    /// <inheritdoc cref="SendTextAsync"/>
    public ValueTask<bool> SendAsync(ReadOnlyMemory<byte> bytes, bool isText = false, CancellationToken cancellationToken = default) =>
        AddAsync(bytes, bytes.Length, static (writer, bytes) => writer.Write(bytes.Span), isText, cancellationToken);

    /// <summary>Refuses messages from now on. Those that wait are still sent.</summary>
    public void Complete()
    {
        lock (_gate)
        {
            _isCompleted = true;
            _messages.Writer.TryComplete();
            _room?.TrySetResult();
        }
    }

    /// <summary>Sends messages until the queue is completed and empty, the connection fails, or the token is cancelled.</summary>
    /// <remarks>A message leaves the queue after it was sent. If its connection fails before, the next one sends it again.</remarks>
    public async Task SendAllAsync(WebSocket socket, CancellationToken stopping)
    {
        while (await _messages.Reader.WaitToReadAsync(stopping).ConfigureAwait(false) && _messages.Reader.TryPeek(out Message first))
        {
            stopping.ThrowIfCancellationRequested();

            // With a token, the socket would allocate. WebSocket.Abort ends a send, too.
            await socket.SendAsync(first.Lease.Value.WrittenMemory, first.Type, true, CancellationToken.None).ConfigureAwait(false);
            RemoveFirst();
        }
    }

    /// <summary>Refuses messages from now on, and drops those that wait.</summary>
    public void Dispose()
    {
        Complete();
        while (RemoveFirst())
            continue;
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<bool> AddAsync<T>(
        T content, int length, Action<PooledArrayBufferWriter<byte>, T> encode, bool isText, CancellationToken cancellationToken)
    {
        if (length > maxBytes)
            throw new ArgumentException($"The message has {length} bytes, and the queue takes {maxBytes}.");

        int charge = Math.Max(length, MinCharge);
        if (_line.CurrentCount == 0 || Reserve(charge) is not null) // short ones must not keep room from a long one
        {
            await _line.WaitAsync(cancellationToken).ConfigureAwait(false);
            try
            {
                while (Reserve(charge) is { } room)
                    await room.WaitAsync(cancellationToken).ConfigureAwait(false);
            }
            finally
            {
                _line.Release();
            }
        }

        PooledLease<PooledArrayBufferWriter<byte>> lease = default;
        bool isAdded = false;
        try
        {
            lease = PooledArrayBufferWriter.Rent(pool);
            encode(lease.Value, content);
            isAdded = _messages.Writer.TryWrite(new Message(lease, isText ? WebSocketMessageType.Text : WebSocketMessageType.Binary));
            return isAdded;
        }
        finally
        {
            if (!isAdded) // the queue is completed, or the pool is disposed
                Release(lease, charge);
        }
    }

    /// <summary>Counts a message, or returns a task that ends when it may fit.</summary>
    private Task? Reserve(int charge)
    {
        lock (_gate)
        {
            if (!_isCompleted && charge > maxBytes - _bytes)
                return (_room ??= new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously)).Task;

            _bytes += charge;
            return null;
        }
    }

    private bool RemoveFirst()
    {
        if (!_messages.Reader.TryRead(out Message first))
            return false;

        Release(first.Lease, Math.Max(first.Lease.Value.WrittenCount, MinCharge));
        return true;
    }

    private void Release(PooledLease<PooledArrayBufferWriter<byte>> lease, int charge)
    {
        lease.Dispose();
        lock (_gate)
        {
            _bytes -= charge;
            if (_bytes > maxBytes / 2)
                return; // senders go on when half of the queue is free, so that one wait serves many messages

            _room?.TrySetResult();
            _room = null;
        }
    }

    private readonly record struct Message(PooledLease<PooledArrayBufferWriter<byte>> Lease, WebSocketMessageType Type);
}
