namespace Pooling.Benchmarks.Mono;

/// <summary>The receiver of the WebSocket sample's <c>After/</c>, with the calls that sockets of .NET Framework have. It omits code that
/// these texts never reach: the check of texts that arrive in parts, and long binary data in chunks.</summary>
internal sealed class PooledReceiver(IMessageHandler handler, int maxMessageSize = 1 << 20)
{
    private const int FirstRoom = 4096;
    private const int MaxKept = 1 << 16;

    private readonly BufferWriterPool _pool = new(new BufferWriterPoolOptions { InitialCapacity = FirstRoom });
    private PooledLease<PooledArrayBufferWriter<byte>> _whole;
    private long _messages;
    private long _parts;
    private long _handlerFaults;

    internal long HandlerFaults => Volatile.Read(ref _handlerFaults);

    internal async Task ReceiveAsync(WebSocket socket)
    {
        _whole = _pool.Rent();
        try
        {
            while (true)
            {
                WebSocketReceiveResult part = await socket.ReceiveAsync(Room(), CancellationToken.None).ConfigureAwait(false);
                Volatile.Write(ref _parts, _parts + 1);
                if (part.MessageType == WebSocketMessageType.Close)
                    return;

                Add(part);
            }
        }
        finally
        {
            _whole.Dispose();
        }
    }

    private ArraySegment<byte> Room()
    {
        PooledArrayBufferWriter<byte> whole = _whole.Value;
        Memory<byte> room = whole.GetMemory(whole.WrittenCount == 0 ? FirstRoom : 1);
        return MemoryMarshal.TryGetArray(room, out ArraySegment<byte> array) ? array : throw new NotSupportedException("It is no array.");
    }

    private void Add(WebSocketReceiveResult part)
    {
        _whole.Value.Advance(part.Count);
        if (_whole.Value.WrittenCount > maxMessageSize)
            throw new InvalidDataException($"The message is longer than {maxMessageSize} bytes.");

        if (part.EndOfMessage)
            End(part.MessageType);
    }

    private void End(WebSocketMessageType type)
    {
        try
        {
            if (type == WebSocketMessageType.Text)
                handler.OnText(_whole.Value.WrittenMemory);
            else
                handler.OnBinary(_whole.Value.WrittenMemory);
        }
        catch (Exception)
        {
            Volatile.Write(ref _handlerFaults, _handlerFaults + 1);
        }

        Volatile.Write(ref _messages, _messages + 1);
        _whole.Value.ResetWrittenCount();
        if (_whole.Value.Capacity > MaxKept)
            ExchangeWhole();
    }

    private void ExchangeWhole()
    {
        _whole.Dispose();
        _whole = _pool.Rent();
    }
}
