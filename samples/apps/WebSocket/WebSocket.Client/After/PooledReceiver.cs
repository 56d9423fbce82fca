using System.Buffers;
using System.Net.WebSockets;
using Pooling.Buffers;
using Pooling.Objects;
using WebSockets.Protocol.Frames;

namespace WebSockets.Client.After;

/// <summary>Receives messages into pooled memory and passes them to the application in place.</summary>
/// <remarks>
/// <para>Thread safety: one loop at a time receives; any thread may read the counters.</para>
/// <para>Allocation: none at steady state. A text is received into one array, which grows with it, because readers of a text need a span.
/// Binary data that does not fit into the first buffer continues in chunks, which are not copied when more are needed.</para>
/// </remarks>
public sealed class PooledReceiver : IMessageReceiver, IDisposable
{
    private const int FirstRoom = 4096; // the minimum size of the memory for a message
    private const int MaxKept = 1 << 16; // the pool decides how long a larger array is kept

    private readonly IMessageHandler _handler;
    private readonly long _maxMessageSize;
    private readonly BufferWriterPool _pool;
    private readonly bool _ownsPool;
    private PooledLease<PooledArrayBufferWriter<byte>> _whole; // a text, or the start of binary data
    private PooledLease<SegmentedBufferWriter> _chunks; // long binary data; rented only while there is some
    private bool _isInChunks;
    private Utf8Check _utf8; // of a text that arrives in parts
    private long _messages;
    private long _parts;
    private long _handlerFaults;

    /// <summary>Initializes a receiver.</summary>
    /// <param name="handler">The application.</param>
    /// <param name="maxMessageSize">The maximum size of a message in bytes.</param>
    /// <param name="pool">The pool for buffers; <see langword="null"/> for a separate pool.</param>
    public PooledReceiver(IMessageHandler handler, int maxMessageSize = 1 << 20, BufferWriterPool? pool = null)
    {
        ArgumentNullException.ThrowIfNull(handler);
        ArgumentOutOfRangeException.ThrowIfLessThan(maxMessageSize, 1);

        _handler = handler;
        _maxMessageSize = maxMessageSize;
        _ownsPool = pool is null;
        _pool = pool ?? new BufferWriterPool(new BufferWriterPoolOptions { InitialCapacity = FirstRoom });
    }

    /// <summary>Gets or sets the callback for exceptions of the application's handler. Exceptions of the callback itself are
    /// ignored.</summary>
    public Action<Exception>? Fault { get; set; }

    /// <inheritdoc/>
    public long Messages => Volatile.Read(ref _messages);

    /// <inheritdoc/>
    public long Parts => Volatile.Read(ref _parts);

    /// <inheritdoc/>
    public long HandlerFaults => Volatile.Read(ref _handlerFaults);

    /// <inheritdoc/>
    public async Task ReceiveAsync(WebSocket socket)
    {
        _whole = _pool.Rent();
        _utf8 = default;
        try
        {
            while (true)
            {
                // Without a token, because each part would cost a registration. Aborting the socket also ends the call.
                ValueWebSocketReceiveResult part = await socket.ReceiveAsync(Room(), CancellationToken.None).ConfigureAwait(false);
                Volatile.Write(ref _parts, _parts + 1); // pairs with the read in ConnectionWatch
                if (part.MessageType == WebSocketMessageType.Close)
                    return;

                Add(part);
            }
        }
        finally
        {
            EndChunks();
            _whole.Dispose();
        }
    }

    /// <summary>Disposes the pool, if it was created by the receiver.</summary>
    public void Dispose()
    {
        if (_ownsPool)
            _pool.Dispose();
    }

    /// <summary>Returns the memory for the next part.</summary>
    private Memory<byte> Room()
    {
        if (_isInChunks)
            return _chunks.Value.GetMemory();

        PooledArrayBufferWriter<byte> whole = _whole.Value;
        return whole.GetMemory(whole.WrittenCount == 0 ? FirstRoom : 1);
    }

    private void Add(in ValueWebSocketReceiveResult part)
    {
        if (_isInChunks)
            _chunks.Value.Advance(part.Count);
        else
            _whole.Value.Advance(part.Count);

        long length = _isInChunks ? _chunks.Value.WrittenCount : _whole.Value.WrittenCount;
        if (length > _maxMessageSize)
            throw MessageTooLongException.Of(_maxMessageSize);

        if (part.MessageType == WebSocketMessageType.Text && !(part.EndOfMessage && length == part.Count))
            CheckText(part);

        if (part.EndOfMessage)
            End(part.MessageType);
        else if (part.MessageType == WebSocketMessageType.Binary && !_isInChunks && _whole.Value.FreeCapacity == 0)
            BeginChunks();
    }

    /// <summary>Checks a part of a text. The sockets of .NET only check a text that arrives in one part in time. They detect an invalid
    /// text in several parts late, and not at all if the last part is empty.</summary>
    private void CheckText(in ValueWebSocketReceiveResult part)
    {
        if (!_utf8.TryAdd(_whole.Value.WrittenSpan[^part.Count..]) || (part.EndOfMessage && !_utf8.IsComplete))
            throw new InvalidTextException();
    }

    private void End(WebSocketMessageType type)
    {
        try
        {
            if (type == WebSocketMessageType.Text)
                _handler.OnText(_whole.Value.WrittenSpan);
            else
                _handler.OnBinary(_isInChunks ? _chunks.Value.WrittenSequence : new ReadOnlySequence<byte>(_whole.Value.WrittenMemory));
        }
        catch (Exception exception)
        {
            Volatile.Write(ref _handlerFaults, _handlerFaults + 1);
            Report(exception);
        }

        Volatile.Write(ref _messages, _messages + 1); // after the callback, so that its effects are visible with the count
        EndChunks();
        _whole.Value.ResetWrittenCount();
        if (_whole.Value.Capacity > MaxKept)
            ExchangeWhole();
    }

    /// <summary>Moves the received part of long binary data into chunks, and continues there.</summary>
    private void BeginChunks()
    {
        _chunks = _pool.RentSegmented();
        _chunks.Value.Write(_whole.Value.WrittenSpan);
        _whole.Value.ResetWrittenCount();
        _isInChunks = true;
    }

    private void EndChunks()
    {
        if (!_isInChunks)
            return;

        _isInChunks = false;
        _chunks.Dispose();
    }

    private void ExchangeWhole()
    {
        _whole.Dispose();
        _whole = _pool.Rent();
    }

    private void Report(Exception exception)
    {
        try
        {
            Fault?.Invoke(exception);
        }
        catch (Exception)
        {
            // An exception of the callback cannot be reported.
        }
    }
}
