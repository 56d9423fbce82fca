using System.Net.Sockets;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Services;
using OpcUa.Protocol.Transport;
using OpcUa.Server.Hosting;
using OpcUa.Server.Sessions;

namespace OpcUa.Server.Connections;

/// <summary>One client's connection: takes requests where they were received and answers them there.</summary>
/// <remarks>Any thread sends answers. The sessions that are used over it are under its lock, which is taken last.</remarks>
internal sealed partial class ServerConnection : IMessageSink
{
    private const int BytesOfMessage = 512; // of a publish response without its values
    private const int BytesOfValue = 64; // of a notification of a number, with room to spare

    private readonly ServerContext _context;
    private readonly UaConnection _transport;
    private readonly AddressEntry _address;
    private readonly Lock _lock = new();
    private readonly List<Session> _sessions = [];
    private readonly long _openedAt = Environment.TickCount64;
    private readonly List<Session> _created = []; // and not yet activated: they end with the connection
    private NodeId _lastToken; // so that the token of each request is not copied
    private long _leftAt; // when the last session ended
    private int _badRequests;
    private bool _isHalfOpen = true;

    public ServerConnection(ServerContext context, Socket socket, AddressEntry address)
    {
        _context = context;
        _address = address;
        _leftAt = _openedAt;
        _transport = new UaConnection(socket, context.Memory, context.Limits.Transport, isServer: true)
        {
            MaxMessageSize = context.Limits.MessageWithoutSession,
        };
    }

    /// <summary>Whether another message may wait to be sent.</summary>
    public bool HasRoom => _transport.HasRoom;

    /// <summary>The most values in a notification message, so that the client takes it.</summary>
    public int MostNotifications
    {
        get
        {
            NegotiatedLimits limits = _transport.Negotiated;
            long most = limits.MaxSentMessage == 0 ? int.MaxValue : limits.MaxSentMessage;
            if (limits.MaxSentChunks > 0)
                most = Math.Min(most, (long)limits.MaxSentChunks * (limits.SendBuffer - BytesOfValue));

            return (int)Math.Max(1, (most - BytesOfMessage) / BytesOfValue);
        }
    }

    /// <summary>Serves the client until the end.</summary>
    public async Task RunAsync()
    {
        await _transport.RunAsync(this).ConfigureAwait(false);
        if (_transport.CloseReason is not null || _transport.Fault is not null)
            _context.Counters.AddBadConnection();

        Session[] sessions;
        bool isHalfOpen;
        lock (_lock)
        {
            sessions = [.. _sessions];
            _sessions.Clear();
            isHalfOpen = _isHalfOpen;
        }

        foreach (Session session in sessions)
        {
            lock (session.Gate)
                session.Leave(this);
        }

        foreach (Session session in _created)
            _context.Sessions.End(session, StatusCodes.BadConnectionClosed);

        _context.Book.Leave(_address, isHalfOpen);
    }

    /// <summary>Ends the connection with a reason.</summary>
    public void Fail(StatusCode status, string reason) => _transport.Fail(status, reason);

    /// <summary>Ends the connection if it has been too slow.</summary>
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

    /// <summary>Sends an answer.</summary>
    /// <param name="requestId">The number of the request.</param>
    /// <param name="response">The answer, which is encoded before the call ends.</param>
    /// <param name="sizeHint">Its bytes, about, if they are many.</param>
    public void Send(uint requestId, IServiceResponse response, int sizeHint = 0)
    {
        MessageWriter message = _transport.BeginMessage(requestId, sizeHint);
        try
        {
            message.Encoder.WriteMessage(response);
            if (!_transport.TrySend(message))
                Fail(StatusCodes.BadTcpNotEnoughResources, "The answers that wait to be sent are too many.");
        }
        catch (TransportException)
        {
            uint handle = response.Header.RequestHandle;
            message.Dispose();
            Fault(requestId, handle, StatusCodes.BadResponseTooLarge);
        }
    }

    /// <summary>Answers that a request cannot be carried out.</summary>
    public void Fault(uint requestId, uint handle, StatusCode status)
    {
        _context.Counters.AddFault();
        var fault = new ServiceFault();
        Send(requestId, Answer(fault, handle, status));
    }

    /// <summary>Is told that a session is not used over it any more. Under the lock of the session.</summary>
    public void Forget(Session session)
    {
        lock (_lock)
        {
            if (!_sessions.Remove(session) || _sessions.Count > 0)
                return;

            _leftAt = Environment.TickCount64;
            _isHalfOpen = true;
            _context.Book.SetHalfOpen(_address, isHalfOpen: true);
        }
    }

    public void OnConnected(string? endpointUrl)
    {
        if (endpointUrl is not null && !Endpoints.IsUrl(endpointUrl))
            throw new TransportException(StatusCodes.BadTcpEndpointUrlInvalid, "The URL of the endpoint is not one of opc.tcp.");
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
        // The client gave up before the request was whole: there is nothing to answer.
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
            _context.Book.SetHalfOpen(_address, isHalfOpen: false);
        }
    }
}
