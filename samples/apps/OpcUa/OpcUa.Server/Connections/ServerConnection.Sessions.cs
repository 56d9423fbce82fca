using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Security;
using OpcUa.Protocol.Services;
using OpcUa.Protocol.Services.Sessions;
using OpcUa.Server.Sessions;

namespace OpcUa.Server.Connections;

/// <content>Endpoints and sessions.</content>
internal sealed partial class ServerConnection
{
    private GetEndpointsResponse GetEndpoints(GetEndpointsRequest request) => Answer(
        new GetEndpointsResponse { Endpoints = Endpoints.List(request.EndpointUrl, _context) }, request.Header.RequestHandle);

    private void CreateSession(uint requestId, CreateSessionRequest request)
    {
        CheckClient(request);
        _created.RemoveAll(static created => created.IsEnded); // they were not activated in time
        int count = _created.Count;
        lock (_lock)
            count += _sessions.Count;

        if (count >= _context.Limits.SessionsPerConnection
            || !_context.Sessions.TryCreate(_address, request.RequestedSessionTimeout, out Session? session))
        {
            throw new ServiceException(StatusCodes.BadTooManySessions, request.Header);
        }

        session.Client = _transport.Peer;
        session.ServerNonce = ChannelKeys.CreateNonce();
        _created.Add(session);
        CreateSessionResponse response = Answer(new CreateSessionResponse
        {
            SessionId = session.Id,
            AuthenticationToken = session.Token,
            RevisedSessionTimeout = session.Timeout.TotalMilliseconds,
            ServerNonce = session.ServerNonce,
            ServerCertificate = Security?.Certificate.Certificate.Der.ToArray(),
            ServerEndpoints = Endpoints.List(request.EndpointUrl, _context),
            MaxRequestMessageSize = (uint)_context.Limits.Transport.MaxMessageSize,
        }, request.Header.RequestHandle);
        if (session.Client is null)
            Send(requestId, response);
        else
            _signing = SendSigned(_signing, requestId, response, request.ClientCertificate!, request.ClientNonce!);
    }

    private ActivateSessionResponse ActivateSession(ActivateSessionRequest request)
    {
        Session session = FindSession(request.Header);
        CheckIdentity(request);
        byte[] nonce;
        lock (session.Gate)
        {
            if (session.IsEnded)
                throw new ServiceException(StatusCodes.BadSessionClosed, request.Header);

            CheckCreator(session, request.Header);
            CheckSignature(session, request);
            nonce = session.ServerNonce = ChannelKeys.CreateNonce();
            if (session.Connection is { } before && before != this)
                before.Forget(session);

            session.Activate(this);
            Join(session);
        }

        _created.Remove(session);
        _transport.MaxMessageSize = _context.Limits.Transport.MaxMessageSize;
        return Answer(new ActivateSessionResponse { ServerNonce = nonce }, request.Header.RequestHandle);
    }

    private CloseSessionResponse CloseSession(CloseSessionRequest request)
    {
        Session session = FindSession(request.Header);
        lock (session.Gate)
        {
            if (session.IsActivated)
                Check(session, request.Header);
            else
                CheckCreator(session, request.Header);
        }

        _created.Remove(session);
        _context.Sessions.End(session, StatusCodes.BadSessionClosed);
        return Answer(new CloseSessionResponse(), request.Header.RequestHandle);
    }

    /// <summary>Checks that a session that was never activated is used on the connection that created it, with which it
    /// ends. Call it under the lock of the session.</summary>
    private void CheckCreator(Session session, RequestHeader header)
    {
        if (!session.IsActivated && !_created.Contains(session))
            throw new ServiceException(StatusCodes.BadSecureChannelIdInvalid, header);
    }

    private static void CheckIdentity(ActivateSessionRequest request)
    {
        ExtensionObject identity = request.UserIdentityToken;
        if (identity.TypeId == default && identity.Body is null)
            return; // node-opcua sends none for anonymous users

        if (identity.TypeId != AnonymousIdentityToken.EncodingId || identity.IsXml)
            throw new ServiceException(StatusCodes.BadIdentityTokenRejected, request.Header);

        if (identity.Body is null)
            return;

        var decoder = new BinaryDecoder(identity.Body);
        if (decoder.ReadString() is { } policy && policy != Endpoints.AnonymousPolicy)
            throw new ServiceException(StatusCodes.BadIdentityTokenInvalid, request.Header);
    }
}
