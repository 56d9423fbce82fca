using System.Net.Sockets;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Security;
using OpcUa.Protocol.Services;
using OpcUa.Protocol.Services.Channels;
using OpcUa.Protocol.Transport;

namespace OpcUa.Client.Connections;

/// <summary>A connection with its secure channel. It opens the channel, renews its token in time, and matches responses with
/// requests.</summary>
/// <remarks>Any thread may call; the receive loop handles responses.</remarks>
public sealed partial class ClientChannel : IMessageSink, IAsyncDisposable
{
    private const int TicksEach = 100; // milliseconds

    private readonly UaConnection _connection;
    private readonly ClientOptions _options;
    private readonly TaskCompletionSource _opened = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Timer _timer;
    private byte[]? _nonce; // of the pending OPN, if the channel is secured; written before its number
    private uint _openRequest; // the number of the pending OPN, or 0
    private long _openDeadline;
    private long _renewAt = long.MaxValue;
    private int _isTicking;

    private ClientChannel(Socket socket, TransportMemory memory, ClientOptions options, SecuredEndpoint? endpoint)
    {
        _options = options;
        Endpoint = endpoint;
        _connection = new UaConnection(socket, memory, options.Transport, isServer: false, guard: endpoint);
        if (endpoint is not null)
            _connection.Secure(endpoint.Server);

        _timer = new Timer(
            static state => ((ClientChannel)state!).Tick(Environment.TickCount64), this,
            Timeout.Infinite, Timeout.Infinite);
    }

    /// <summary>Gets a task that completes when the connection is closed for any reason. It never fails.</summary>
    public Task Completion { get; private set; } = Task.CompletedTask;

    /// <summary>Gets the status with which the connection was closed.</summary>
    public StatusCode CloseStatus => _connection.CloseStatus;

    /// <summary>Gets the reason for which the connection was closed, as text.</summary>
    public string? CloseReason => _connection.CloseReason;

    /// <summary>Gets the time at which bytes were last received, by <see cref="Environment.TickCount64"/>.</summary>
    public long LastReceived => _connection.LastReceived;

    /// <summary>Gets the number of renewals of the token.</summary>
    public int Renewals { get; private set; }

    /// <summary>Gets the number of responses without a pending request.</summary>
    public long UnknownResponses { get; private set; }

    /// <summary>Gets whether the connection is closed, or closing.</summary>
    internal bool IsClosed => _connection.IsClosed;

    /// <summary>Gets the server of a secured channel.</summary>
    internal SecuredEndpoint? Endpoint { get; }

    /// <summary>Gets the limits on which both ends agreed.</summary>
    public NegotiatedLimits Negotiated => _connection.Negotiated;

    /// <summary>Connects and opens a channel.</summary>
    /// <param name="url">The address, such as <c>opc.tcp://host:4840</c>.</param>
    /// <param name="memory">The memory for messages.</param>
    /// <param name="options">The options.</param>
    /// <param name="cancellation">A token that cancels the attempt.</param>
    /// <exception cref="ServiceException">The server refused the connection, or did not respond in time.</exception>
    /// <exception cref="SocketException">There is no server at the address.</exception>
    public static async Task<ClientChannel> OpenAsync(
        string url, TransportMemory memory, ClientOptions options, CancellationToken cancellation = default)
    {
        ArgumentNullException.ThrowIfNull(url);
        ArgumentNullException.ThrowIfNull(options);

        SecuredEndpoint? endpoint = options.Security is { } security
            ? await security.FindAsync(url, options, cancellation).ConfigureAwait(false)
            : null;
        var uri = new Uri(url);
        using var timeout = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        timeout.CancelAfter(options.RequestTimeout);
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        try
        {
            await socket.ConnectAsync(uri.Host, uri.Port > 0 ? uri.Port : 4840, timeout.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (!cancellation.IsCancellationRequested)
        {
            socket.Dispose();
            throw new ServiceException(StatusCodes.BadTimeout, $"{url} did not respond in time.");
        }
        catch
        {
            socket.Dispose();
            throw;
        }

        var channel = new ClientChannel(socket, memory, options, endpoint);
        channel.Completion = channel.RunAsync();
        try
        {
            channel._connection.SendHello(url);
            await channel._opened.Task.WaitAsync(timeout.Token).ConfigureAwait(false);
            channel._timer.Change(TicksEach, TicksEach);
            return channel;
        }
        catch (Exception exception)
        {
            if (exception is not ServiceException { Status: var status } || status != StatusCodes.BadTcpServerTooBusy)
                options.Security?.Forget(url); // the server may have another certificate now

            channel._connection.Abort(StatusCodes.BadTimeout);
            await channel.Completion.ConfigureAwait(false);
            if (exception is OperationCanceledException && !cancellation.IsCancellationRequested)
                throw new ServiceException(StatusCodes.BadTimeout, $"{url} did not open a channel in time.");

            throw;
        }
    }

    /// <summary>Closes the connection immediately. Pending requests fail.</summary>
    public void Abort(StatusCode status) => _connection.Abort(status);

    /// <summary>Closes the channel and the connection.</summary>
    public async ValueTask DisposeAsync()
    {
        if (!_connection.IsClosed)
        {
            try
            {
                uint id = _connection.NextRequestId();
                var request = new CloseSecureChannelRequest { Header = { Timestamp = DateTime.UtcNow, RequestHandle = id } };
                MessageWriter message = _connection.BeginCloseChannel(id);
                message.Encoder.WriteMessage(request);
                _connection.TrySend(message);
            }
            catch (TransportException)
            {
                // It was not open.
            }

            _connection.Close();
        }

        await Completion.ConfigureAwait(false);
    }

    void IMessageSink.OnConnected(string? endpointUrl) => SendOpen(SecurityTokenRequestType.Issue);

    void IMessageSink.OnMessage(MessageType type, uint requestId, ReadOnlySpan<byte> body)
    {
        if (type == MessageType.OpenChannel)
            TakeOpened(requestId, body);
        else if (type == MessageType.Message && TryTakePending(requestId, out IPendingRequest? request))
            request.OnResponse(body);
        else
            UnknownResponses++;
    }

    void IMessageSink.OnAborted(uint requestId, StatusCode status, string? reason)
    {
        if (TryTakePending(requestId, out IPendingRequest? request))
            request.OnFailed(status, reason ?? "The server aborted a response.");
    }

    /// <summary>Fails requests that have waited for too long, and renews the token when it is time.</summary>
    /// <param name="now">The time, by <see cref="Environment.TickCount64"/>.</param>
    internal void Tick(long now)
    {
        if (Interlocked.Exchange(ref _isTicking, 1) != 0)
            return; // the previous tick has not ended

        FailExpired(now);
        uint openRequest = Volatile.Read(ref _openRequest); // pairs with the writes in SendOpen and in the receive loop
        if (_connection.IsStalled(now) || (openRequest != 0 && now > _openDeadline))
        {
            _connection.Abort(StatusCodes.BadTimeout);
        }
        else if (openRequest == 0 && now >= Volatile.Read(ref _renewAt)) // pairs with the write in the receive loop
        {
            Renew();
        }

        Volatile.Write(ref _isTicking, 0); // pairs with the exchange above
    }

    private MessageSecurityMode Mode => Endpoint?.Security.Mode ?? MessageSecurityMode.None;

    private async Task RunAsync()
    {
        await Task.Yield();
        await _connection.RunAsync(this).ConfigureAwait(false);
        await _timer.DisposeAsync().ConfigureAwait(false);
        string reason = _connection.CloseReason ?? "The connection was closed.";
        StatusCode status = _connection.CloseStatus.IsBad ? _connection.CloseStatus : StatusCodes.BadConnectionClosed;
        _opened.TrySetException(new ServiceException(status, reason));
        _ = _opened.Task.Exception; // observed
        FailPending(status, reason);
    }

    private void Renew()
    {
        long renewAt = _renewAt;
        Volatile.Write(ref _renewAt, long.MaxValue); // before the response may set it
        try
        {
            SendOpen(SecurityTokenRequestType.Renew);
        }
        catch (TransportException)
        {
            Volatile.Write(ref _renewAt, renewAt); // there is no memory for it now: the next tick tries again
        }
    }

    private void SendOpen(SecurityTokenRequestType type)
    {
        uint id = _connection.NextRequestId();
        byte[]? nonce = Endpoint is null ? null : ChannelKeys.CreateNonce();
        MessageWriter message = _connection.BeginOpenChannel(id);
        try
        {
            message.Encoder.WriteMessage(new OpenSecureChannelRequest
            {
                Header = { Timestamp = DateTime.UtcNow, RequestHandle = id },
                RequestType = type,
                SecurityMode = Mode,
                ClientNonce = nonce,
                RequestedLifetime = (uint)_options.ChannelLifetime.TotalMilliseconds,
            });
        }
        catch
        {
            message.Dispose();
            throw;
        }

        _nonce = nonce;
        _openDeadline = Environment.TickCount64 + (long)_options.RequestTimeout.TotalMilliseconds;
        Volatile.Write(ref _openRequest, id); // pairs with the read in the receive loop
        _connection.TrySend(message);
    }

    private void TakeOpened(uint requestId, ReadOnlySpan<byte> body)
    {
        if (requestId != Volatile.Read(ref _openRequest) || requestId == 0)
            throw new TransportException(StatusCodes.BadSecurityChecksFailed, "The server opened a channel without a request.");

        _openRequest = 0;
        var decoder = new BinaryDecoder(body, default, _options.Decoding);
        uint id = decoder.ReadMessageId();
        if (id == ServiceFault.Id)
        {
            var fault = new ServiceFault();
            fault.Decode(ref decoder);
            throw new TransportException(fault.Header.ServiceResult, "The server refused to open a channel.");
        }

        var response = new OpenSecureChannelResponse();
        if (id != response.EncodingId)
            throw new TransportException(StatusCodes.BadUnknownResponse, $"The server responded to an OPN with a message of type {id}.");

        response.Decode(ref decoder);
        if (response.Header.ServiceResult.IsBad)
            throw new TransportException(response.Header.ServiceResult, "The server refused to open a channel.");

        ChannelSecurityToken granted = response.SecurityToken;
        if (_connection.Channel.IsOpen && granted.ChannelId != _connection.Channel.Id)
            throw new TransportException(StatusCodes.BadTcpSecureChannelUnknown, "The server renewed another channel.");

        if (Endpoint is not null)
            ChannelKeys.CheckNonce(response.ServerNonce);

        TimeSpan lifetime = ServerNumbers.Time(granted.RevisedLifetime, s_minLifetime, otherwise: s_minLifetime);
        ChannelToken token = ChannelKeys.CreateToken(granted.TokenId, lifetime, Mode, _nonce, response.ServerNonce);
        _connection.Channel.Renew(granted.ChannelId, token, isSentAtOnce: true);
        Volatile.Write(ref _renewAt, Environment.TickCount64 + (long)(lifetime.TotalMilliseconds * 0.75)); // pairs with the read in Tick
        if (!_opened.TrySetResult())
            Renewals++;
    }
}
