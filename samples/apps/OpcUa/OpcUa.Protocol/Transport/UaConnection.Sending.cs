using System.Buffers.Binary;
using System.Net.Sockets;
using OpcUa.Protocol.BuiltIn;

namespace OpcUa.Protocol.Transport;

/// <content>Sending.</content>
public sealed partial class UaConnection
{
    private SequenceNumbers _sent = new(0);
    private long _writingSince; // 0 if no write is pending
    private uint _lastRequestId;
    private IChunkSecurity? _sealed; // the last security of sent chunks; owned by the send loop

    /// <summary>Returns a number that is unique among the requests of the connection. Any thread may call it.</summary>
    public uint NextRequestId()
    {
        uint id = Interlocked.Increment(ref _lastRequestId);
        return id != 0 ? id : Interlocked.Increment(ref _lastRequestId);
    }

    /// <summary>Sends the HEL of a client. The sink is called when the server has responded.</summary>
    public void SendHello(string endpointUrl)
    {
        ArgumentNullException.ThrowIfNull(endpointUrl);

        _endpointUrl = endpointUrl;
        MessageWriter message = Begin(MessageType.Hello, 0, ChunkLayout.Plain, 0);
        HelloMessage.From(_limits, endpointUrl).Encode(message.Encoder);
        TrySend(message);
    }

    /// <summary>Starts a message to encode into. Pass it to <see cref="TrySend"/>, or dispose it.</summary>
    /// <param name="requestId">The number of the request.</param>
    /// <param name="sizeHint">The approximate length of the body, if it is long.</param>
    /// <exception cref="TransportException">The channel is not open, or the memory for sent messages is used up.</exception>
    public MessageWriter BeginMessage(uint requestId, int sizeHint = 0) => BeginInChannel(MessageType.Message, requestId, sizeHint);

    /// <summary>Starts the message that closes the channel.</summary>
    /// <param name="requestId">The number of the request.</param>
    /// <exception cref="TransportException">The channel is not open.</exception>
    public MessageWriter BeginCloseChannel(uint requestId) => BeginInChannel(MessageType.CloseChannel, requestId, 0);

    /// <summary>Sends a message, and takes its ownership. There is always room for an OPN: a channel that is not
    /// renewed ends, and at most one is waiting.</summary>
    /// <param name="message">The message.</param>
    /// <param name="isResponse">Whether it is the response to a request, for which there is always room.</param>
    /// <returns><see langword="false"/> if the connection is closed, or cannot send more now.</returns>
    /// <exception cref="TransportException">The message is longer than the peer accepts; the caller keeps it.</exception>
    public bool TrySend(MessageWriter message, bool isResponse = false)
    {
        ArgumentNullException.ThrowIfNull(message);

        return TryEnqueue(message, isResponse || message.Type == MessageType.OpenChannel, isLast: false);
    }

    /// <summary>Returns whether the peer has accepted no data for too long.</summary>
    public bool IsStalled(long now)
    {
        long since = Volatile.Read(ref _writingSince); // pairs with the writes in the send loop
        return since != 0 && now - since > _limits.Write.TotalMilliseconds;
    }

    private MessageWriter BeginInChannel(MessageType type, uint requestId, int sizeHint)
    {
        ChannelToken token = Channel.Sending
            ?? throw new TransportException(StatusCodes.BadSecureChannelClosed, "The channel is not open.");
        return Begin(type, requestId, ChunkLayout.Of(Negotiated.SendBuffer, ChunkLayout.TokenHeader, token.Outgoing), sizeHint);
    }

    private MessageWriter Begin(MessageType type, uint requestId, ChunkLayout layout, int sizeHint)
    {
        bool isLimited = type == MessageType.Message; // the limits of the peer are for responses, or requests
        uint chunks = Negotiated.MaxSentChunks;
        MessageWriter message = _memory.RentWriter();
        try
        {
            message.Begin(
                type, requestId, layout, isLimited ? MaxSentMessageSize : int.MaxValue, isLimited && chunks > 0 ? chunks : uint.MaxValue,
                _sending, sizeHint);
            return message;
        }
        catch
        {
            message.Dispose();
            throw;
        }
    }

    private bool TryEnqueue(MessageWriter message, bool hasRoom, bool isLast)
    {
        message.Complete();
        if (_outbox.TryAdd(message, hasRoom, isLast))
            return true;

        message.Dispose();
        return false;
    }

    private async Task Send()
    {
        try
        {
            while (!_outbox.IsCompleted)
            {
                await _outbox.Work.WaitAsync().ConfigureAwait(false);
                while (_outbox.TryTake(out MessageWriter? message))
                {
                    try
                    {
                        for (int i = 0; i < message.ChunkCount; i++)
                        {
                            ReadOnlyMemory<byte> rest = message.Type == MessageType.OpenChannel && _opening is { } opening
                                ? await SealOpening(message, opening).ConfigureAwait(false)
                                : Seal(message, i);
                            while (!rest.IsEmpty)
                            {
                                Volatile.Write(ref _writingSince, Environment.TickCount64);
                                rest = rest[await _socket.SendAsync(rest, SocketFlags.None).ConfigureAwait(false)..];
                            }
                        }

                        Volatile.Write(ref _writingSince, 0);
                    }
                    finally
                    {
                        _outbox.End(message);
                    }
                }
            }

            _socket.Shutdown(SocketShutdown.Send);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            TryClose(StatusCodes.BadConnectionClosed, null);
            _socket.Dispose();
        }
        catch (TransportException exception)
        {
            Abort(exception.Status); // securing an OPN failed
        }
        catch (Exception exception)
        {
            Fault = exception;
            Abort(StatusCodes.BadTcpInternalError);
        }
        finally
        {
            Volatile.Write(ref _writingSince, 0);
            _outbox.Dispose(); // nothing more is sent
            _sealed?.Dispose();
        }
    }

    private ReadOnlyMemory<byte> Seal(MessageWriter message, int index)
    {
        ArraySegment<byte> chunk = message.GetChunk(index, out int length);
        Span<byte> bytes = chunk;
        WriteMessageHeader(message, index, bytes);
        if (message.Type is MessageType.Hello or MessageType.Acknowledge or MessageType.Error)
            return chunk;

        IChunkSecurity security = NoSecurity.Instance;
        if (message.Type == MessageType.OpenChannel)
        {
            AsymmetricHeader.Write(bytes, NoSecurity.PolicyUri, default, default);
        }
        else
        {
            ChannelToken token = Channel.Sending!;
            BinaryPrimitives.WriteUInt32LittleEndian(bytes[12..], token.Id);
            security = token.Outgoing;
            if (security != _sealed)
                Replace(security);
        }

        WriteChannelHeaders(message, bytes);
        security.Seal(chunk, message.Layout.Readable, length);
        return chunk;
    }

    private static void WriteMessageHeader(MessageWriter message, int index, Span<byte> bytes)
    {
        uint kind = index == message.ChunkCount - 1 ? 'F' : 'C';
        BinaryPrimitives.WriteUInt32LittleEndian(bytes, (uint)message.Type | (kind << 24));
        BinaryPrimitives.WriteInt32LittleEndian(bytes[4..], bytes.Length);
    }

    private void WriteChannelHeaders(MessageWriter message, Span<byte> bytes)
    {
        int readable = message.Layout.Readable;
        BinaryPrimitives.WriteUInt32LittleEndian(bytes[8..], Channel.Id);
        BinaryPrimitives.WriteUInt32LittleEndian(bytes[readable..], _sent.Next());
        BinaryPrimitives.WriteUInt32LittleEndian(bytes[(readable + sizeof(uint))..], message.RequestId);
    }

    // The channel never returns to an earlier token for sending.
    private void Replace(IChunkSecurity security)
    {
        _sealed?.Dispose();
        _sealed = security;
    }
}
