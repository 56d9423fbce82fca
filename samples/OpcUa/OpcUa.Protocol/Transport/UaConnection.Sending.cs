using System.Buffers.Binary;
using System.Net.Sockets;
using OpcUa.Protocol.BuiltIn;

namespace OpcUa.Protocol.Transport;

/// <content>Sending.</content>
public sealed partial class UaConnection
{
    private SequenceNumbers _sent = new(0);
    private long _writingSince; // 0 if nothing is being written
    private uint _lastRequestId;

    /// <summary>A number for a request that no other one of the connection has. Any thread.</summary>
    public uint NextRequestId()
    {
        uint id = Interlocked.Increment(ref _lastRequestId);
        return id != 0 ? id : Interlocked.Increment(ref _lastRequestId);
    }

    /// <summary>Sends the HEL of a client. The sink is told when the server has agreed.</summary>
    public void SendHello(string endpointUrl)
    {
        ArgumentNullException.ThrowIfNull(endpointUrl);

        _endpointUrl = endpointUrl;
        MessageWriter message = Begin(MessageType.Hello, 0, ChunkLayout.Plain, 0);
        HelloMessage.From(_limits, endpointUrl).Encode(message.Encoder);
        TrySend(message);
    }

    /// <summary>Begins a message to encode into. End it with <see cref="TrySend"/>, or dispose it.</summary>
    /// <param name="requestId">The number of the request.</param>
    /// <param name="sizeHint">The bytes of the body, about, if they are many.</param>
    /// <exception cref="TransportException">The channel is not open.</exception>
    public MessageWriter BeginMessage(uint requestId, int sizeHint = 0) => BeginInChannel(MessageType.Message, requestId, sizeHint);

    /// <summary>Begins the message that closes the channel.</summary>
    /// <param name="requestId">The number of the request.</param>
    /// <exception cref="TransportException">The channel is not open.</exception>
    public MessageWriter BeginCloseChannel(uint requestId) => BeginInChannel(MessageType.CloseChannel, requestId, 0);

    /// <summary>Begins the message that opens or renews the channel, or the answer to it.</summary>
    /// <param name="requestId">The number of the request.</param>
    public MessageWriter BeginOpenChannel(uint requestId)
    {
        int readable = AsymmetricHeader.LengthOf(NoSecurity.PolicyUri, default, default);
        return Begin(
            MessageType.OpenChannel, requestId, ChunkLayout.Of(Negotiated.SendBuffer, readable, NoSecurity.Instance), 0);
    }

    /// <summary>Sends a message, which is not the caller's any more.</summary>
    /// <returns><see langword="false"/> if the connection has ended, or takes no more now.</returns>
    /// <exception cref="TransportException">The message is longer than the peer takes; the caller keeps it.</exception>
    public bool TrySend(MessageWriter message)
    {
        ArgumentNullException.ThrowIfNull(message);

        return TryEnqueue(message, isLast: false);
    }

    /// <summary>Whether the peer has taken nothing for too long.</summary>
    public bool IsStalled(long now)
    {
        long since = Volatile.Read(ref _writingSince); // pairs with the writes of the sending loop
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
        MessageWriter message = _memory.RentWriter();
        message.Begin(type, requestId, layout, Negotiated, sizeHint);
        return message;
    }

    private bool TryEnqueue(MessageWriter message, bool isLast)
    {
        message.Complete();
        if (_outbox.TryAdd(message, isLast))
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
                            ReadOnlyMemory<byte> rest = Seal(message, i);
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
        catch (Exception exception)
        {
            Fault = exception;
            Abort(StatusCodes.BadTcpInternalError);
        }
        finally
        {
            Volatile.Write(ref _writingSince, 0);
            _outbox.Dispose(); // nothing more is sent
        }
    }

    private ReadOnlyMemory<byte> Seal(MessageWriter message, int index)
    {
        Memory<byte> memory = message.GetChunk(index, out int length);
        Span<byte> chunk = memory.Span;
        uint kind = index == message.ChunkCount - 1 ? 'F' : 'C';
        BinaryPrimitives.WriteUInt32LittleEndian(chunk, (uint)message.Type | (kind << 24));
        BinaryPrimitives.WriteInt32LittleEndian(chunk[4..], chunk.Length);
        if (message.Type is MessageType.Hello or MessageType.Acknowledge or MessageType.Error)
            return memory;

        int readable = message.Layout.Readable;
        IChunkSecurity security = NoSecurity.Instance;
        BinaryPrimitives.WriteUInt32LittleEndian(chunk[8..], Channel.Id);
        if (message.Type == MessageType.OpenChannel)
        {
            AsymmetricHeader.Write(chunk, NoSecurity.PolicyUri, default, default);
        }
        else
        {
            ChannelToken token = Channel.Sending!;
            BinaryPrimitives.WriteUInt32LittleEndian(chunk[12..], token.Id);
            security = token.Outgoing;
        }

        BinaryPrimitives.WriteUInt32LittleEndian(chunk[readable..], _sent.Next());
        BinaryPrimitives.WriteUInt32LittleEndian(chunk[(readable + sizeof(uint))..], message.RequestId);
        security.Seal(chunk, readable, length);
        return memory;
    }
}
