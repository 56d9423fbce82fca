using System.Net.Sockets;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Services;
using OpcUa.Protocol.Transport;
using OpcUa.Server.Hosting;
using OpcUa.Server.Sessions;
using OpcUa.Server.Subscriptions;

namespace OpcUa.Server.Connections;

/// <summary>The connection of a client. It handles requests on the receiving thread.</summary>
/// <remarks>Any thread may send responses. Its lock, which is taken last, guards the sessions that use it.</remarks>
internal sealed partial class ServerConnection : IMessageSink
{
    private const int BytesOfMessage = 512; // of a publish response without its values

    private readonly ServerContext _context;
    private readonly UaConnection _transport;
    private readonly AddressEntry _address;
    private readonly Lock _lock = new();
    private readonly List<Session> _sessions = [];
    private readonly long _openedAt = Environment.TickCount64;
    private readonly List<Session> _created = []; // and not yet activated; they end with the connection
    private NodeId _lastToken; // so that the token of each request is not copied
    private long _leftAt; // when the last session ended
    private int _badRequests;
    private bool _isHalfOpen = true;

    public ServerConnection(ServerContext context, Socket socket, AddressEntry address)
    {
        _context = context;
        _address = address;
        _leftAt = _openedAt;
        _transport = new UaConnection(socket, context.Memory, context.Limits.Transport, isServer: true, address.Memory,
            context.Security is { } security ? new ChannelGuard(security, context.Book, address) : null)
        {
            MaxMessageSize = context.Limits.MessageWithoutSession,
        };
    }

    /// <summary>Gets whether another message may wait to be sent.</summary>
    public bool HasRoom => _transport.HasRoom;

    /// <summary>Gets the address of the client.</summary>
    public AddressEntry Address => _address;

    /// <summary>Gets the maximum number of bytes of values in a notification message that both ends accept.</summary>
    public long MaxNotificationBytes
    {
        get
        {
            NegotiatedLimits limits = _transport.Negotiated;
            long most = _transport.MaxSentMessageSize;
            if (limits.MaxSentChunks > 0)
                most = Math.Min(most, (long)limits.MaxSentChunks * (limits.SendBuffer - Subscription.BytesOfValue));

            return most - BytesOfMessage;
        }
    }

    /// <summary>Serves the client until the connection is closed.</summary>
    public async Task RunAsync()
    {
        await _transport.RunAsync(this).ConfigureAwait(false);
        await _signing.ConfigureAwait(false); // no more responses are added
        if (_transport.CloseReason is not null || _transport.Fault is not null)
            _context.Counters.AddBadConnection();

        Session[] sessions;
        lock (_lock)
        {
            sessions = [.. _sessions];
            _sessions.Clear();
        }

        foreach (Session session in sessions)
        {
            lock (session.Gate)
                session.Leave(this);
        }

        foreach (Session session in _created)
            _context.Sessions.End(session, StatusCodes.BadConnectionClosed);

        _context.Book.Leave(this);
    }

    /// <summary>Closes the connection, because a connection of another address needs its place.</summary>
    public void GiveUp() => Fail(StatusCodes.BadTcpServerTooBusy, "The address has the most connections, and another one needs a place.");

    /// <summary>Closes the connection with a reason.</summary>
    public void Fail(StatusCode status, string reason) => _transport.Fail(status, reason);

    /// <summary>Closes the connection if it has been too slow.</summary>
    public void EndIfLate(long now)
    {
        ServerLimits limits = _context.Limits;
        if (_transport.IsStalled(now))
        {
            _context.Counters.AddBadConnection();
            _transport.Abort(StatusCodes.BadTimeout);
        }
        else if (!_transport.Channel.IsOpen)
        {
            if (now - _openedAt > limits.Handshake.TotalMilliseconds)
                Fail(StatusCodes.BadTimeout, "No channel was opened in time.");
        }
        else if (_transport.Channel.HasExpired)
        {
            Fail(StatusCodes.BadSecureChannelClosed, "The channel was not renewed in time.");
        }
        else if (HasNoSessionSince(now, limits.NoSession))
        {
            Fail(StatusCodes.BadTimeout, "The connection has been without a session for too long.");
        }
    }

    /// <summary>Sends a response.</summary>
    /// <param name="requestId">The number of the request.</param>
    /// <param name="response">The response; it is encoded before the call returns.</param>
    /// <param name="sizeHint">The approximate length of the response, if it is long.</param>
    public void Send(uint requestId, IServiceResponse response, int sizeHint = 0)
    {
        MessageWriter? message = null;
        try
        {
            message = _transport.BeginMessage(requestId, sizeHint);
            message.Encoder.WriteMessage(response);
            _transport.TrySend(message, isResponse: true); // a connection that has ended needs none
        }
        catch (Exception exception)
        {
            message?.Dispose();
            if (exception is not TransportException refused)
                throw;

            if (response is ServiceFault)
                Fail(refused.Status, refused.Message); // there is nothing shorter
            else
                Fault(requestId, response.Header.RequestHandle, StatusCodes.BadResponseTooLarge);
        }
    }

    /// <summary>Responds with a fault.</summary>
    public void Fault(uint requestId, uint handle, StatusCode status)
    {
        _context.Counters.AddFault();
        var fault = new ServiceFault();
        Send(requestId, Answer(fault, handle, status));
    }

    /// <summary>Removes a session that no longer uses this connection. Call it under the lock of the session.</summary>
    public void Forget(Session session)
    {
        lock (_lock)
        {
            if (!_sessions.Remove(session) || _sessions.Count > 0)
                return;

            _leftAt = Environment.TickCount64;
            _isHalfOpen = true;
            if (!_context.Book.TryEnterHalfOpen(this))
                GiveUp();
        }
    }

    public void OnConnected(string? endpointUrl)
    {
        if (endpointUrl is not null && !Endpoints.IsUrl(endpointUrl))
            throw new TransportException(StatusCodes.BadTcpEndpointUrlInvalid, "The URL of the endpoint is not an opc.tcp URL.");
    }

    public void OnMessage(MessageType type, uint requestId, ReadOnlySpan<byte> body)
    {
        if (type == MessageType.OpenChannel)
            OpenChannel(requestId, body);
        else if (type == MessageType.Message)
            Serve(requestId, body);
    }

    public void OnAborted(uint requestId, StatusCode status, string? reason)
    {
        // The client aborted the request before it was complete, so there is nothing to respond to.
    }

    private static T Answer<T>(T response, uint handle, StatusCode status = default) where T : IServiceResponse
    {
        response.Header.Timestamp = DateTime.UtcNow;
        response.Header.RequestHandle = handle;
        response.Header.ServiceResult = status;
        return response;
    }

    private bool HasNoSessionSince(long now, TimeSpan limit)
    {
        lock (_lock)
            return _isHalfOpen && now - _leftAt > limit.TotalMilliseconds;
    }

    private void Join(Session session)
    {
        lock (_lock)
        {
            if (!_sessions.Contains(session))
                _sessions.Add(session);

            if (!_isHalfOpen)
                return;

            _isHalfOpen = false;
            _context.Book.LeaveHalfOpen(this);
        }
    }
}
