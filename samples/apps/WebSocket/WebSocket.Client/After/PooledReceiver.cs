using System.Buffers;
using System.Net.WebSockets;
using Pooling.Buffers;
using Pooling.Objects;
using WebSockets.Protocol.Frames;

namespace WebSockets.Client.After;

/// <summary>Receives messages into pooled memory and shows them to the application where they lie.</summary>
/// <remarks>
/// <para>Thread safety: one loop at a time receives; any thread reads the counters.</para>
/// <para>Allocation: none at steady state. A text is received into one array, which grows with it, since whoever reads a text wants a
/// span. Binary data that is longer than what comes at once goes on in chunks, which are not copied when more is needed.</para>
/// </remarks>
public sealed class PooledReceiver : IMessageReceiver, IDisposable
{
    private const int FirstRoom = 4096; // the least that a message is received into
    private const int MostKept = 1 << 16; // of a longer array the pool decides how long it is kept

    private readonly IMessageHandler _handler;
    private readonly long _maxMessageSize;
    private readonly BufferWriterPool _pool;
    private readonly bool _ownsPool;
    private PooledLease<PooledArrayBufferWriter<byte>> _whole; // a text, or the beginning of binary data
    private PooledLease<SegmentedBufferWriter> _chunks; // long binary data; rented while there is some
    private bool _isInChunks;
    private Utf8Check _utf8; // of a text that comes in parts
    private long _messages;
    private long _parts;
    private long _handlerFaults;

    /// <summary>Initializes a receiver.</summary>
    /// <param name="handler">The application.</param>
    /// <param name="maxMessageSize">The most bytes of a message.</param>
    /// <param name="pool">Where buffers come from; <see langword="null"/> for a pool of its own.</param>
    public PooledReceiver(IMessageHandler handler, int maxMessageSize = 1 << 20, BufferWriterPool? pool = null)
    {
        ArgumentNullException.ThrowIfNull(handler);
        ArgumentOutOfRangeException.ThrowIfLessThan(maxMessageSize, 1);

        _handler = handler;
        _maxMessageSize = maxMessageSize;
        _ownsPool = pool is null;
        _pool = pool ?? new BufferWriterPool(new BufferWriterPoolOptions { InitialCapacity = FirstRoom });
    }

    /// <summary>Is told of what the application's callbacks throw; what it throws itself is ignored.</summary>
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
                // Without a token, which would cost a registration for each part: aborting the socket ends it, too.
                ValueWebSocketReceiveResult part = await socket.ReceiveAsync(Room(), CancellationToken.None).ConfigureAwait(false);
                Volatile.Write(ref _parts, _parts + 1); // pairs with the read of whoever watches
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

    /// <summary>Ends the pool, if it is its own.</summary>
    public void Dispose()
    {
        if (_ownsPool)
            _pool.Dispose();
    }

    /// <summary>The memory that the next part goes to.</summary>
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

    /// <summary>Checks a part of a text. The sockets of .NET check a text that comes in one part; of another they find out late that it is
    /// none, and not at all if its last part is empty.</summary>
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

        Volatile.Write(ref _messages, _messages + 1); // behind the callback: who sees the count sees what it did
        EndChunks();
        _whole.Value.ResetWrittenCount();
        if (_whole.Value.Capacity > MostKept)
            ExchangeWhole();
    }

    /// <summary>Moves what has come of long binary data into chunks, and goes on there.</summary>
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
            // There is nobody left to tell.
        }
    }
}
