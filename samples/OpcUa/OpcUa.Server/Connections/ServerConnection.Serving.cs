using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Services;
using OpcUa.Protocol.Services.Attributes;
using OpcUa.Protocol.Services.Channels;
using OpcUa.Protocol.Services.Sessions;
using OpcUa.Protocol.Services.Subscriptions;
using OpcUa.Protocol.Services.Views;
using OpcUa.Protocol.Transport;
using OpcUa.Server.Sessions;

namespace OpcUa.Server.Connections;

/// <content>From a message to the service that it asks for.</content>
internal sealed partial class ServerConnection
{
    private void Serve(uint requestId, ReadOnlySpan<byte> body)
    {
        _context.Counters.AddRequest();
        var decoder = new BinaryDecoder(body) { KnownNodeId = _lastToken };
        uint handle = 0;
        try
        {
            NodeId type = decoder.ReadNodeId();
            if (type is not { Kind: NodeIdKind.Numeric, NamespaceIndex: 0 } || !TryServe(type.Number, requestId, ref decoder))
            {
                handle = ReadHandle(ref decoder);
                Fault(requestId, handle, StatusCodes.BadServiceUnsupported);
            }
        }
        catch (DecodingException exception)
        {
            Refuse(requestId, body, StatusCodes.BadDecodingError, exception.Message);
        }
        catch (ServiceException exception)
        {
            Fault(requestId, exception.RequestHandle, exception.Status);
        }
    }

    private bool TryServe(uint type, uint requestId, ref BinaryDecoder decoder)
    {
        switch (type)
        {
            case PublishRequest.Id: Publish(requestId, ref decoder); break;
            case ReadRequest.Id: Send(requestId, Read(Decode<ReadRequest>(ref decoder))); break;
            case WriteRequest.Id: Send(requestId, Write(Decode<WriteRequest>(ref decoder))); break;
            case BrowseRequest.Id: Send(requestId, Browse(Decode<BrowseRequest>(ref decoder))); break;
            case BrowseNextRequest.Id: Send(requestId, BrowseNext(Decode<BrowseNextRequest>(ref decoder))); break;
            case RepublishRequest.Id: Republish(requestId, Decode<RepublishRequest>(ref decoder)); break;
            case CreateMonitoredItemsRequest.Id: Send(requestId, CreateItems(Decode<CreateMonitoredItemsRequest>(ref decoder))); break;
            case DeleteMonitoredItemsRequest.Id: Send(requestId, DeleteItems(Decode<DeleteMonitoredItemsRequest>(ref decoder))); break;
            case CreateSubscriptionRequest.Id: Send(requestId, CreateSubscription(Decode<CreateSubscriptionRequest>(ref decoder))); break;
            case DeleteSubscriptionsRequest.Id:
                Send(requestId, DeleteSubscriptions(Decode<DeleteSubscriptionsRequest>(ref decoder)));
                break;
            case GetEndpointsRequest.Id: Send(requestId, GetEndpoints(Decode<GetEndpointsRequest>(ref decoder))); break;
            case CreateSessionRequest.Id: Send(requestId, CreateSession(Decode<CreateSessionRequest>(ref decoder))); break;
            case ActivateSessionRequest.Id: Send(requestId, ActivateSession(Decode<ActivateSessionRequest>(ref decoder))); break;
            case CloseSessionRequest.Id: Send(requestId, CloseSession(Decode<CloseSessionRequest>(ref decoder))); break;
            default: return false;
        }

        return true;
    }

    private static T Decode<T>(ref BinaryDecoder decoder) where T : IServiceRequest, new()
    {
        var request = new T();
        request.Decode(ref decoder);
        return request;
    }

    private static uint ReadHandle(ref BinaryDecoder decoder)
    {
        var header = new RequestHeader();
        header.Decode(ref decoder);
        return header.RequestHandle;
    }

    /// <summary>Answers a request that cannot be read. Who sends many of them is sent away.</summary>
    private void Refuse(uint requestId, ReadOnlySpan<byte> body, StatusCode status, string reason)
    {
        if (++_badRequests > _context.Limits.BadRequests)
            throw new TransportException(status, reason);

        uint handle = 0;
        var decoder = new BinaryDecoder(body);
        try
        {
            decoder.ReadNodeId();
            handle = ReadHandle(ref decoder);
        }
        catch (DecodingException)
        {
            // Not even its header can be read.
        }

        Fault(requestId, handle, status);
    }

    /// <summary>Finds the session that a request belongs to.</summary>
    private Session FindSession(RequestHeader header)
    {
        Session session = _context.Sessions.Find(header.AuthenticationToken)
            ?? throw new ServiceException(StatusCodes.BadSessionIdInvalid, header);
        session.Touch();
        _lastToken = session.Token;
        return session;
    }

    /// <summary>Checks that a session may be used here. Under its lock.</summary>
    private void Check(Session session, RequestHeader header)
    {
        if (session.IsEnded)
            throw new ServiceException(StatusCodes.BadSessionClosed, header);

        if (!session.IsActivated)
            throw new ServiceException(StatusCodes.BadSessionNotActivated, header);

        if (session.Connection != this)
            throw new ServiceException(StatusCodes.BadSecureChannelIdInvalid, header);
    }

    private void CheckOperations(int count, RequestHeader header)
    {
        if (count == 0)
            throw new ServiceException(StatusCodes.BadNothingToDo, header);

        if (count > _context.Limits.Operations)
            throw new ServiceException(StatusCodes.BadTooManyOperations, header);
    }

    private void OpenChannel(uint requestId, ReadOnlySpan<byte> body)
    {
        var decoder = new BinaryDecoder(body);
        if (decoder.ReadNodeId() != new NodeId(OpenSecureChannelRequest.Id))
            throw new TransportException(StatusCodes.BadTcpMessageTypeInvalid, "An OPN holds another request.");

        OpenSecureChannelRequest request = Decode<OpenSecureChannelRequest>(ref decoder);
        SecureChannel channel = _transport.Channel;
        if (request.SecurityMode != MessageSecurityMode.None)
            throw new TransportException(StatusCodes.BadSecurityModeRejected, "Only the mode None is spoken here.");

        if (request.RequestType != (channel.IsOpen ? SecurityTokenRequestType.Renew : SecurityTokenRequestType.Issue))
            throw new TransportException(StatusCodes.BadRequestTypeInvalid, "A channel is opened once, and then renewed.");

        if (!_context.Book.TryShakeHands(_address))
            throw new TransportException(StatusCodes.BadTcpServerTooBusy, "Too many channels are opened in this second.");

        (TimeSpan least, TimeSpan most) = _context.Limits.TokenLifetime;
        double lifetime = request.RequestedLifetime == 0
            ? most.TotalMilliseconds
            : Math.Clamp(request.RequestedLifetime, least.TotalMilliseconds, most.TotalMilliseconds);
        var token = new ChannelToken(
            (channel.Newest?.Id ?? 0) + 1, TimeSpan.FromMilliseconds(lifetime), NoSecurity.Instance, NoSecurity.Instance);
        channel.Renew(channel.IsOpen ? channel.Id : _context.NextChannel(), token, isSentAtOnce: false);
        MessageWriter message = _transport.BeginOpenChannel(requestId);
        message.Encoder.WriteMessage(Answer(new OpenSecureChannelResponse
        {
            SecurityToken = new ChannelSecurityToken(channel.Id, token.Id, DateTime.UtcNow, (uint)lifetime),
        }, request.Header.RequestHandle));
        _transport.TrySend(message);
    }
}
