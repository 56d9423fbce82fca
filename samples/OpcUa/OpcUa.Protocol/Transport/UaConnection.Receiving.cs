using System.Buffers.Binary;
using System.Net.Sockets;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using Pooling.Encodeables;

namespace OpcUa.Protocol.Transport;

/// <content>Receiving.</content>
public sealed partial class UaConnection
{
    private SequenceNumbers _received;

    private async Task Receive(IMessageSink sink)
    {
        try
        {
            while (!_isClosed)
            {
                int count = await _socket.ReceiveAsync(_reader.GetFree(), SocketFlags.None).ConfigureAwait(false);
                if (count == 0)
                {
                    TryClose(StatusCodes.BadConnectionClosed, null);
                    break;
                }

                _reader.Advance(count);
                Volatile.Write(ref _lastReceived, Environment.TickCount64);
                while (!_isClosed && TakeChunk(sink))
                {
                    while (!_outbox.HasRoom && !_isClosed) // who does not take its answers gets to ask no more
                        await _outbox.Room.WaitAsync().ConfigureAwait(false);
                }
            }
        }
        catch (TransportException exception)
        {
            Fail(exception.Status, exception.Message);
        }
        catch (DecodingException exception)
        {
            Fail(StatusCodes.BadDecodingError, exception.Message);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            TryClose(StatusCodes.BadConnectionClosed, null);
        }
        catch (Exception exception)
        {
            Fault = exception;
            Fail(StatusCodes.BadTcpInternalError, "The connection failed because of a mistake at this end.");
        }
        finally
        {
            _reader.Dispose();
            _assembly.Dispose();
        }
    }

    private bool TakeChunk(IMessageSink sink)
    {
        if (!_reader.TryTake(out Span<byte> chunk))
            return false;

        var type = (MessageType)(BinaryPrimitives.ReadUInt32LittleEndian(chunk) & 0xFFFFFF);
        if (type is MessageType.Message or MessageType.CloseChannel)
            TakeMessageChunk(type, chunk, sink);
        else if (type == MessageType.OpenChannel)
            TakeOpenChannel(chunk, sink);
        else
            TakePlain(type, chunk[ChunkLayout.MessageHeader..], sink);

        return true;
    }

    private void TakeMessageChunk(MessageType type, Span<byte> chunk, IMessageSink sink)
    {
        if (chunk.Length < ChunkLayout.TokenHeader + ChunkLayout.SequenceHeader)
            throw new TransportException(StatusCodes.BadTcpMessageTooLarge, $"A chunk of {chunk.Length} bytes has no room for headers.");

        ChannelToken token = Channel.Find(
            BinaryPrimitives.ReadUInt32LittleEndian(chunk[8..]), BinaryPrimitives.ReadUInt32LittleEndian(chunk[12..]));
        byte kind = chunk[3];
        ReadOnlySpan<byte> body = OpenChunk(token.Incoming, chunk, ChunkLayout.TokenHeader, out uint requestId);
        Channel.Confirm(token);
        if (kind == 'A')
        {
            _assembly.Clear();
            using PooledScope scope = PooledScope.Begin();
            var decoder = new BinaryDecoder(body, scope, HelloMessage.Decoding);
            ErrorMessage error = ErrorMessage.Decode(ref decoder);
            sink.OnAborted(requestId, error.Status, error.Reason);
        }
        else if (kind == 'C')
        {
            _assembly.Add(requestId, body);
        }
        else if (_assembly.IsEmpty)
        {
            _assembly.CheckLength(body.Length, chunks: 1);
            sink.OnMessage(type, requestId, body);
        }
        else
        {
            _assembly.Add(requestId, body);
            sink.OnMessage(type, requestId, _assembly.Body);
            _assembly.Clear();
        }

        if (type == MessageType.CloseChannel)
            Close(StatusCodes.BadSecureChannelClosed);
    }

    private void TakeOpenChannel(Span<byte> chunk, IMessageSink sink)
    {
        if (!_isConnected)
            throw new TransportException(StatusCodes.BadTcpMessageTypeInvalid, "An OPN comes before HEL and ACK.");

        if (chunk.Length < ChunkLayout.ChannelHeader)
            throw new TransportException(StatusCodes.BadTcpMessageTooLarge, $"An OPN of {chunk.Length} bytes has no room for its headers.");

        uint channel = BinaryPrimitives.ReadUInt32LittleEndian(chunk[8..]);
        if (_isServer && channel != Channel.Id) // 0 before it is open
            throw new TransportException(StatusCodes.BadTcpSecureChannelUnknown, $"The connection has no channel {channel}.");

        AsymmetricHeader header = AsymmetricHeader.Read(chunk);
        if (!header.PolicyUri.SequenceEqual(NoSecurity.PolicyUri))
            throw new TransportException(StatusCodes.BadSecurityPolicyRejected, "Only the security policy None is spoken here.");

        ReadOnlySpan<byte> body = OpenChunk(NoSecurity.Instance, chunk, header.Readable, out uint requestId);
        _assembly.CheckLength(body.Length, chunks: 1);
        sink.OnMessage(MessageType.OpenChannel, requestId, body);
    }

    private ReadOnlySpan<byte> OpenChunk(IChunkSecurity security, Span<byte> chunk, int readable, out uint requestId)
    {
        int length = security.Open(chunk, readable);
        if (length < readable + ChunkLayout.SequenceHeader)
            throw new TransportException(StatusCodes.BadSecurityChecksFailed, "A chunk has no sequence header.");

        _received.Check(BinaryPrimitives.ReadUInt32LittleEndian(chunk[readable..]));
        requestId = BinaryPrimitives.ReadUInt32LittleEndian(chunk[(readable + sizeof(uint))..]);
        return chunk[(readable + ChunkLayout.SequenceHeader)..length];
    }

    private void TakePlain(MessageType type, ReadOnlySpan<byte> body, IMessageSink sink)
    {
        using PooledScope scope = PooledScope.Begin();
        var decoder = new BinaryDecoder(body, scope, HelloMessage.Decoding);
        switch (type)
        {
            case MessageType.Error when !_isServer:
                ErrorMessage error = ErrorMessage.Decode(ref decoder);
                TryClose(error.Status, error.Reason, isByPeer: true);
                break;
            case MessageType.Hello when _isServer && !_isConnected:
                HelloMessage hello = HelloMessage.Decode(ref decoder);
                Agree(hello.Accept(_limits));
                _endpointUrl = hello.EndpointUrl;
                sink.OnConnected(_endpointUrl);
                MessageWriter answer = Begin(MessageType.Acknowledge, 0, ChunkLayout.Plain, 0);
                AcknowledgeMessage.From(_limits, Negotiated).Encode(answer.Encoder);
                TrySend(answer);
                break;
            case MessageType.Acknowledge when !_isServer && !_isConnected && _endpointUrl is not null:
                Agree(AcknowledgeMessage.Decode(ref decoder).Accept(_limits));
                sink.OnConnected(_endpointUrl);
                break;
            default:
                throw new TransportException(StatusCodes.BadTcpMessageTypeInvalid, $"A message of the type {type} is not expected here.");
        }
    }

    private void Agree(NegotiatedLimits limits)
    {
        Negotiated = limits;
        _reader.LongestChunk = limits.ReceiveBuffer;
        _isConnected = true;
    }
}
