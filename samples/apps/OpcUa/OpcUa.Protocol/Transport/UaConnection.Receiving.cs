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
                while (!_isClosed && _reader.TryTake(out ArraySegment<byte> chunk))
                {
                    if (IsSecuredOpening(chunk))
                        await TakeSecuredOpening(chunk, sink).ConfigureAwait(false);
                    else
                        TakeChunk(chunk, sink);

                    while (!_outbox.HasRoom && !_isClosed) // a peer that does not read its responses cannot send more requests
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
            Fail(StatusCodes.BadTcpInternalError, "The connection failed because of an error at this end.");
        }
        finally
        {
            _reader.Dispose();
            _assembly.Dispose();
            Channel.EndIncoming();
        }
    }

    private void TakeChunk(ArraySegment<byte> chunk, IMessageSink sink)
    {
        MessageType type = TypeOf(chunk);
        if (type is MessageType.Message or MessageType.CloseChannel)
            TakeMessageChunk(type, chunk, sink);
        else if (type == MessageType.OpenChannel)
            TakeOpenChannel(chunk, sink);
        else
            TakePlain(type, chunk.AsSpan(ChunkLayout.MessageHeader), sink);
    }

    private static MessageType TypeOf(ReadOnlySpan<byte> chunk) =>
        (MessageType)(BinaryPrimitives.ReadUInt32LittleEndian(chunk) & 0xFFFFFF);

    private void TakeMessageChunk(MessageType type, ArraySegment<byte> chunk, IMessageSink sink)
    {
        ReadOnlySpan<byte> bytes = chunk;
        if (bytes.Length < ChunkLayout.TokenHeader + ChunkLayout.SequenceHeader)
            throw new TransportException(StatusCodes.BadTcpMessageTooLarge, $"A chunk of {bytes.Length} bytes is too short for headers.");

        ChannelToken token = Channel.Find(
            BinaryPrimitives.ReadUInt32LittleEndian(bytes[8..]), BinaryPrimitives.ReadUInt32LittleEndian(bytes[12..]));
        byte kind = bytes[3];
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

    private ReadOnlySpan<byte> OpenChunk(IChunkSecurity security, ArraySegment<byte> chunk, int readable, out uint requestId) =>
        CheckOpened(chunk, readable, security.Open(chunk, readable), out requestId);

    private ReadOnlySpan<byte> CheckOpened(ReadOnlySpan<byte> chunk, int readable, int length, out uint requestId)
    {
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
                throw new TransportException(StatusCodes.BadTcpMessageTypeInvalid, $"A message of type {type} was not expected.");
        }
    }

    private void Agree(NegotiatedLimits limits)
    {
        Negotiated = limits;
        _reader.MaxChunkLength = limits.ReceiveBuffer;
        _isConnected = true;
    }
}
