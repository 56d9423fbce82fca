using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Services;
using OpcUa.Protocol.Services.Attributes;
using OpcUa.Protocol.Services.Sessions;
using OpcUa.Protocol.Services.Subscriptions;
using OpcUa.Protocol.Services.Views;
using OpcUa.Protocol.Transport;
using OpcUa.Server.Sessions;

namespace OpcUa.Server.Connections;

/// <content>Dispatches messages to services.</content>
internal sealed partial class ServerConnection
{
    private void Serve(uint requestId, ReadOnlySpan<byte> body)
    {
        _context.Counters.AddRequest();
        var decoder = new BinaryDecoder(body, limits: _context.Limits.Decoding) { KnownNodeId = _lastToken };
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
            Refuse(requestId, body, exception.Status, exception.Message);
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
            case ModifySubscriptionRequest.Id: Send(requestId, ModifySubscription(Decode<ModifySubscriptionRequest>(ref decoder))); break;
            case SetPublishingModeRequest.Id: Send(requestId, SetPublishingMode(Decode<SetPublishingModeRequest>(ref decoder))); break;
            case ModifyMonitoredItemsRequest.Id: Send(requestId, ModifyItems(Decode<ModifyMonitoredItemsRequest>(ref decoder))); break;
            case SetMonitoringModeRequest.Id: Send(requestId, SetMonitoringMode(Decode<SetMonitoringModeRequest>(ref decoder))); break;
            case GetEndpointsRequest.Id: Send(requestId, GetEndpoints(Decode<GetEndpointsRequest>(ref decoder))); break;
            case CreateSessionRequest.Id: CreateSession(requestId, Decode<CreateSessionRequest>(ref decoder)); break;
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

    /// <summary>Responds to a request that cannot be read. A client that sends many of them is disconnected.</summary>
    private void Refuse(uint requestId, ReadOnlySpan<byte> body, StatusCode status, string reason)
    {
        if (++_badRequests > _context.Limits.BadRequests)
            throw new TransportException(status, reason);

        uint handle = 0;
        var decoder = new BinaryDecoder(body, limits: _context.Limits.Decoding);
        try
        {
            decoder.ReadNodeId();
            handle = ReadHandle(ref decoder);
        }
        catch (DecodingException)
        {
            // Even its header is malformed.
        }

        Fault(requestId, handle, status);
    }

    /// <summary>Finds the session of a request.</summary>
    private Session FindSession(RequestHeader header)
    {
        Session session = _context.Sessions.Find(header.AuthenticationToken)
            ?? throw new ServiceException(StatusCodes.BadSessionIdInvalid, header);
        session.Touch();
        _lastToken = session.Token;
        return session;
    }

    /// <summary>Checks that a session may be used on this connection. Call it under its lock.</summary>
    private void Check(Session session, RequestHeader header)
    {
        if (session.IsEnded)
            throw new ServiceException(StatusCodes.BadSessionClosed, header);

        if (!session.IsActivated)
            throw new ServiceException(StatusCodes.BadSessionNotActivated, header);

        if (session.Connection != this)
            throw new ServiceException(StatusCodes.BadSecureChannelIdInvalid, header);
    }

    private static void CheckTimestamps(TimestampsToReturn wanted, RequestHeader header)
    {
        if (!Enum.IsDefined(wanted))
            throw new ServiceException(StatusCodes.BadTimestampsToReturnInvalid, header);
    }

    private void CheckOperations(int count, RequestHeader header)
    {
        if (count == 0)
            throw new ServiceException(StatusCodes.BadNothingToDo, header);

        if (count > _context.Limits.Operations)
            throw new ServiceException(StatusCodes.BadTooManyOperations, header);
    }
}
