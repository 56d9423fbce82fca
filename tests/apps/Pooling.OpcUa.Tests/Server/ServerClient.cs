using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Services;
using OpcUa.Protocol.Services.Attributes;
using OpcUa.Protocol.Services.Channels;
using OpcUa.Protocol.Services.Sessions;
using OpcUa.Protocol.Services.Subscriptions;
using OpcUa.Protocol.Transport;
using OpcUa.Server;
using Pooling.Encodeables;
using Pooling.OpcUa.BadInput;
using Pooling.OpcUa.Transport;

namespace Pooling.OpcUa.Server;

/// <summary>A client without automatic behavior. A test sends each request and waits for each response.</summary>
internal sealed class ServerClient : IMessageSink, IAsyncDisposable
{
    private readonly ConcurrentDictionary<uint, TaskCompletionSource<byte[]>> _pending = [];
    private readonly TaskCompletionSource _connected = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TransportMemory _memory = new();
    private readonly PeerSecurity _security;
    private readonly Task _run;

    private ServerClient(Socket socket, TransportLimits? limits, MessageSecurityMode mode)
    {
        _security = new PeerSecurity(mode);
        Connection = new UaConnection(
            socket, _memory, limits ?? new TransportLimits(), isServer: false, guard: _security.IsSecured ? _security : null);
        if (_security.IsSecured)
            Connection.Secure(_security.Peer);

        _run = Connection.RunAsync(this);
    }

    public UaConnection Connection { get; }

    /// <summary>Gets the numbers of the answered requests, in this order.</summary>
    public ConcurrentQueue<uint> Answered { get; } = [];

    public NodeId Token { get; set; }

    /// <summary>Connects without a channel.</summary>
    public static async Task<ServerClient> ConnectAsync(
        OpcUaServer server, TransportLimits? limits = null, string url = "opc.tcp://test",
        MessageSecurityMode mode = MessageSecurityMode.None, IPAddress? from = null)
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        if (from is not null)
            socket.Bind(new IPEndPoint(from, 0));

        await socket.ConnectAsync(server.EndPoint);
        var client = new ServerClient(socket, limits, mode);
        client.Connection.SendHello(url);
        await Task.WhenAny(client._connected.Task, client._run).WaitAsync(ConnectionPair.Patience);
        return client;
    }

    /// <summary>Connects, and opens a channel.</summary>
    public static async Task<ServerClient> OpenAsync(
        OpcUaServer server, TransportLimits? limits = null, MessageSecurityMode mode = MessageSecurityMode.None, IPAddress? from = null)
    {
        ServerClient client = await ConnectAsync(server, limits, mode: mode, from: from);
        await client.OpenChannelAsync(SecurityTokenRequestType.Issue);
        return client;
    }

    /// <summary>Connects, and activates a session.</summary>
    public static async Task<ServerClient> JoinAsync(
        OpcUaServer server, TransportLimits? limits = null, double timeout = 60_000,
        MessageSecurityMode mode = MessageSecurityMode.None, IPAddress? from = null)
    {
        ServerClient client = await OpenAsync(server, limits, mode, from);
        CreateSessionResponse created = await client.CreateSessionAsync(timeout);
        await client.CallAsync<ActivateSessionResponse>(await client._security.ActivateAsync(created));
        return client;
    }

    public async Task<CreateSessionResponse> CreateSessionAsync(double timeout = 60_000)
    {
        CreateSessionRequest request = _security.CreateSession();
        request.RequestedSessionTimeout = timeout;
        request.EndpointUrl = "opc.tcp://test";
        CreateSessionResponse session = await CallAsync<CreateSessionResponse>(request);
        Token = session.AuthenticationToken;
        return session;
    }

    public async Task<OpenSecureChannelResponse> OpenChannelAsync(SecurityTokenRequestType type, bool isUsed = true)
    {
        uint id = Connection.NextRequestId();
        MessageWriter message = Connection.BeginOpenChannel(id);
        message.Encoder.WriteMessage(new OpenSecureChannelRequest
        {
            RequestType = type,
            SecurityMode = _security.Mode,
            ClientNonce = _security.Nonce,
            RequestedLifetime = 600_000,
        });
        OpenSecureChannelResponse response = Decode<OpenSecureChannelResponse>(await PostAsync(id, message));
        if (isUsed)
            Use(response);

        return response;
    }

    public void Use(OpenSecureChannelResponse response) => Connection.Channel.Renew(
        response.SecurityToken.ChannelId,
        _security.CreateToken(response.SecurityToken.TokenId, TimeSpan.FromMinutes(10), response.ServerNonce),
        isSentAtOnce: true);

    /// <summary>Sends a request, and returns the bytes of the response.</summary>
    public Task<byte[]> PostAsync(IServiceRequest request)
    {
        request.Header.AuthenticationToken = Token;
        request.Header.RequestHandle = 77;
        uint id = Connection.NextRequestId();
        MessageWriter message = Connection.BeginMessage(id);
        message.Encoder.WriteMessage(request);
        return PostAsync(id, message);
    }

    /// <summary>Sends any bytes as a request.</summary>
    public Task<byte[]> PostAsync(byte[] body)
    {
        uint id = Connection.NextRequestId();
        MessageWriter message = Connection.BeginMessage(id);
        System.Buffers.BuffersExtensions.Write(message, body);
        return PostAsync(id, message);
    }

    public async Task<T> CallAsync<T>(IServiceRequest request) where T : IServiceResponse, new()
    {
        T response = Decode<T>(await PostAsync(request));
        Assert.Equal(StatusCode.Good, response.Header.ServiceResult);
        Assert.Equal(77u, response.Header.RequestHandle);
        return response;
    }

    /// <summary>Sends a request that must fail as a whole.</summary>
    public async Task<StatusCode> FaultAsync(IServiceRequest request) =>
        Decode<ServiceFault>(await PostAsync(request)).Header.ServiceResult;

    public async Task<CreateSubscriptionResponse> SubscribeAsync(double interval = 10, uint keepAlive = 100_000, uint lifetime = 300_000,
        uint most = 0) =>
        await CallAsync<CreateSubscriptionResponse>(new CreateSubscriptionRequest
        {
            RequestedPublishingInterval = interval,
            RequestedMaxKeepAliveCount = keepAlive,
            RequestedLifetimeCount = lifetime,
            MaxNotificationsPerPublish = most,
        });

    public async Task<MonitoredItemCreateResult[]> MonitorAsync(uint subscription, params MonitoredItemCreateRequest[] items) =>
        (await CallAsync<CreateMonitoredItemsResponse>(
            new CreateMonitoredItemsRequest { SubscriptionId = subscription, ItemsToCreate = items })).Results;

    public async Task<StatusCode> WriteAsync(NodeId node, Variant value) => (await CallAsync<WriteResponse>(
        new WriteRequest { NodesToWrite = [new WriteValue(node, AttributeIds.Value, null, new DataValue(value))] })).Results[0];

    public async Task<DataValue> ReadAsync(NodeId node, uint attribute = AttributeIds.Value) => (await CallAsync<ReadResponse>(
        new ReadRequest { NodesToRead = [new ReadValueId(node, attribute)] })).Results[0];

    /// <summary>Publishes once, and acknowledges messages.</summary>
    public async Task<Published> PublishAsync(params SubscriptionAcknowledgement[] acknowledgements) =>
        Published.Decode(await PostPublishAsync(acknowledgements));

    public Task<byte[]> PostPublishAsync(params SubscriptionAcknowledgement[] acknowledgements)
    {
        var request = new PublishRequest();
        request.Acknowledgements.AddRange(acknowledgements);
        return PostAsync(request);
    }

    public static MonitoredItemCreateRequest Item(
        uint variable, uint queue = 1, bool discardOldest = true, DataChangeFilter? filter = null) =>
        new(new ReadValueId(Variable(variable)), MonitoringMode.Reporting,
            new MonitoringParameters(variable, 0, filter?.ToExtensionObject() ?? default, queue, discardOldest));

    public static NodeId Variable(uint number) => new(number, 2);

    public static T Decode<T>(byte[] body) where T : IServiceResponse, new()
    {
        var response = new T();
        var decoder = new BinaryDecoder(body); // without a scope: the caller owns the arrays
        NodeId type = decoder.ReadNodeId();
        if (type == new NodeId(ServiceFault.Id) && response is not ServiceFault)
        {
            var fault = new ServiceFault();
            fault.Decode(ref decoder);
            Assert.Fail($"The server answers {fault.Header.ServiceResult} in place of {typeof(T).Name}.");
        }

        Assert.Equal(new NodeId(response.EncodingId), type);
        response.Decode(ref decoder);
        Assert.Equal(0, decoder.Remaining);
        return response;
    }

    /// <summary>Requests a message again.</summary>
    /// <returns>The number of the message.</returns>
    public async Task<uint> RepublishAsync(uint subscription, uint sequenceNumber)
    {
        byte[] body = await PostAsync(new RepublishRequest { SubscriptionId = subscription, RetransmitSequenceNumber = sequenceNumber });
        using PooledScope scope = PooledScope.Begin();
        var decoder = new BinaryDecoder(body, scope);
        Assert.Equal(new NodeId(RepublishResponse.Id), decoder.ReadNodeId());
        var response = new RepublishResponse();
        response.Decode(ref decoder);
        return response.NotificationMessage!.SequenceNumber;
    }

    /// <summary>Waits until the connection has ended.</summary>
    public async Task<StatusCode> EndAsync()
    {
        await _run.WaitAsync(ConnectionPair.Patience);
        return Connection.CloseStatus;
    }

    public async ValueTask DisposeAsync()
    {
        Connection.Abort(StatusCodes.BadConnectionClosed);
        await _run.WaitAsync(ConnectionPair.Patience);
        _memory.Dispose();
    }

    void IMessageSink.OnConnected(string? endpointUrl) => _connected.SetResult();

    void IMessageSink.OnMessage(MessageType type, uint requestId, ReadOnlySpan<byte> body)
    {
        Answered.Enqueue(requestId);
        if (_pending.TryRemove(requestId, out TaskCompletionSource<byte[]>? pending))
            pending.SetResult(body.ToArray());
    }

    void IMessageSink.OnAborted(uint requestId, StatusCode status, string? reason)
    {
    }

    private async Task<byte[]> PostAsync(uint id, MessageWriter message)
    {
        var pending = new TaskCompletionSource<byte[]>(TaskCreationOptions.RunContinuationsAsynchronously);
        _pending[id] = pending;
        if (!Connection.TrySend(message))
            throw new TransportException(Connection.CloseStatus, "The connection has ended.");

        await Task.WhenAny(pending.Task, _run).WaitAsync(ConnectionPair.Patience);
        return pending.Task.IsCompleted
            ? await pending.Task
            : throw new TransportException(Connection.CloseStatus, $"The connection ended: {Connection.CloseReason}");
    }
}
