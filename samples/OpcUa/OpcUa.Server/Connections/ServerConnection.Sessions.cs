using System.Security.Cryptography;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Services.Sessions;
using OpcUa.Server.Sessions;

namespace OpcUa.Server.Connections;

/// <content>Endpoints and sessions.</content>
internal sealed partial class ServerConnection
{
    private const int NonceLength = 32;

    private GetEndpointsResponse GetEndpoints(GetEndpointsRequest request) => Answer(
        new GetEndpointsResponse { Endpoints = Endpoints.List(request.EndpointUrl, _context.EndpointUrl) }, request.Header.RequestHandle);

    private CreateSessionResponse CreateSession(CreateSessionRequest request)
    {
        _created.RemoveAll(static created => created.IsEnded); // nobody activated them in time
        int count = _created.Count;
        lock (_lock)
            count += _sessions.Count;

        if (count >= _context.Limits.SessionsPerConnection
            || !_context.Sessions.TryCreate(_address, request.RequestedSessionTimeout, out Session? session))
        {
            throw new ServiceException(StatusCodes.BadTooManySessions, request.Header);
        }

        _created.Add(session);
        return Answer(new CreateSessionResponse
        {
            SessionId = session.Id,
            AuthenticationToken = session.Token,
            RevisedSessionTimeout = session.Timeout.TotalMilliseconds,
            ServerNonce = RandomNumberGenerator.GetBytes(NonceLength),
            ServerEndpoints = Endpoints.List(request.EndpointUrl, _context.EndpointUrl),
            MaxRequestMessageSize = (uint)_context.Limits.Transport.MaxMessageSize,
        }, request.Header.RequestHandle);
    }

    private ActivateSessionResponse ActivateSession(ActivateSessionRequest request)
    {
        Session session = FindSession(request.Header);
        CheckIdentity(request);
        lock (session.Gate)
        {
            if (session.IsEnded)
                throw new ServiceException(StatusCodes.BadSessionClosed, request.Header);

            if (session.Connection is { } before && before != this)
                before.Forget(session);

            session.Activate(this);
            Join(session);
        }

        _created.Remove(session);
        _transport.MaxMessageSize = _context.Limits.Transport.MaxMessageSize;
        return Answer(
            new ActivateSessionResponse { ServerNonce = RandomNumberGenerator.GetBytes(NonceLength) }, request.Header.RequestHandle);
    }

    private CloseSessionResponse CloseSession(CloseSessionRequest request)
    {
        Session session = FindSession(request.Header);
        lock (session.Gate)
        {
            if (session.IsActivated)
                Check(session, request.Header);
        }

        _created.Remove(session);
        _context.Sessions.End(session, StatusCodes.BadSessionClosed);
        return Answer(new CloseSessionResponse(), request.Header.RequestHandle);
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
