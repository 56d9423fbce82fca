using System.Collections.Concurrent;
using System.Net.Sockets;
using OpcUa.Client.Subscriptions;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Services;
using OpcUa.Protocol.Services.Attributes;
using OpcUa.Protocol.Services.Channels;
using OpcUa.Protocol.Services.Sessions;
using OpcUa.Protocol.Services.Subscriptions;
using OpcUa.Protocol.Transport;

namespace OpcUa.Client;

/// <summary>A complete subscribing client on one page: connection, channel, session, subscription and publish loop. Values go to a
/// notification path. <see cref="After.PooledNotifications"/> is a path that does not allocate.</summary>
/// <remarks>It is small enough to copy. <see cref="UaClient"/> adds what it omits: timeouts, renewal of the channel (the server closes it
/// after an hour), reconnecting, republishing lost messages, and several subscriptions.</remarks>
public sealed class MiniClient : IMessageSink, ISubscription, IAsyncDisposable
{
    private const int PublishRequests = 3; // that wait at the server, so that it can always respond

    private readonly TransportMemory _memory = new();
    private readonly UaConnection _connection;
    private readonly INotificationPath _path;
    private readonly TaskCompletionSource _opened = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly ConcurrentDictionary<uint, Call> _calls = [];
    private readonly HashSet<uint> _publishing = []; // the numbers of the pending publish requests
    private readonly PublishRequest _publish = new(); // reused for each request; guarded by the set
    private Task _running = Task.CompletedTask;
    private NodeId _token;

    private MiniClient(Socket socket, INotificationPath path)
    {
        _connection = new UaConnection(socket, _memory, new TransportLimits(), isServer: false);
        _path = path;
    }

    public uint Id { get; private set; }

    public ItemTable Items { get; } = new();

    /// <summary>Gets the number of received values.</summary>
    public long Notifications { get; private set; }

    /// <summary>Gets a task that completes when the connection is closed.</summary>
    public Task Completion => _running;

    /// <summary>Connects, opens a channel without security, and creates a session for an anonymous user.</summary>
    /// <param name="url">The address, such as <c>opc.tcp://host:4840</c>.</param>
    /// <param name="path">Receives the notification messages.</param>
    /// <param name="cancellation">A token that cancels the attempt.</param>
    public static async Task<MiniClient> ConnectAsync(string url, INotificationPath path, CancellationToken cancellation = default)
    {
        var uri = new Uri(url);
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        await socket.ConnectAsync(uri.Host, uri.Port, cancellation).ConfigureAwait(false);
        var client = new MiniClient(socket, path);
        client._running = client.RunAsync();
        client._connection.SendHello(url); // the rest of the opening is in OnConnected and OnOpened
        await client._opened.Task.WaitAsync(cancellation).ConfigureAwait(false);

        CreateSessionResponse session = await client.CallAsync<CreateSessionResponse>(
            new CreateSessionRequest
            {
                ClientDescription = new ApplicationDescription("urn:mini", ApplicationType: ApplicationType.Client),
                EndpointUrl = url,
                SessionName = "mini",
                RequestedSessionTimeout = 60_000,
            },
            cancellation).ConfigureAwait(false);
        client._token = session.AuthenticationToken; // in the header of each request from now on
        await client.CallAsync<ActivateSessionResponse>(
            new ActivateSessionRequest { UserIdentityToken = new AnonymousIdentityToken("anonymous").ToExtensionObject() },
            cancellation).ConfigureAwait(false);
        return client;
    }

    /// <summary>Subscribes to nodes. Their values are delivered to the path.</summary>
    public async Task SubscribeAsync(IEnumerable<NodeId> nodes, double publishingInterval = 100, CancellationToken cancellation = default)
    {
        CreateSubscriptionResponse subscription = await CallAsync<CreateSubscriptionResponse>(
            new CreateSubscriptionRequest
            {
                RequestedPublishingInterval = publishingInterval,
                RequestedMaxKeepAliveCount = 20,
                RequestedLifetimeCount = 600,
                MaxNotificationsPerPublish = 1_000,
            },
            cancellation).ConfigureAwait(false);
        Id = subscription.SubscriptionId;
        lock (_publishing)
        {
            for (int i = 0; i < PublishRequests; i++)
                SendPublish();
        }

        MonitoredItem[] items = [.. nodes.Select(node => Items.Add(new MonitoredItemSettings(node)))];
        foreach (MonitoredItem[] batch in items.Chunk(1_000))
        {
            await CallAsync<CreateMonitoredItemsResponse>(
                new CreateMonitoredItemsRequest { SubscriptionId = Id, ItemsToCreate = [.. batch.Select(RequestFor)] },
                cancellation).ConfigureAwait(false);
        }
    }

    /// <summary>Calls a service.</summary>
    /// <exception cref="ServiceException">The server refused the request, or the connection is closed.</exception>
    public async Task<TResponse> CallAsync<TResponse>(IServiceRequest request, CancellationToken cancellation = default)
        where TResponse : class, IServiceResponse, new()
    {
        var call = new Call(new TResponse());
        uint id = _connection.NextRequestId();
        _calls[id] = call; // before it is sent, since the response may arrive at once
        try
        {
            if (!Send(id, request))
                throw new ServiceException(StatusCodes.BadConnectionClosed, "The connection is closed.");

            return (TResponse)await call.Source.Task.WaitAsync(cancellation).ConfigureAwait(false);
        }
        finally
        {
            _calls.TryRemove(id, out _);
        }
    }

    void ISubscription.CountNotifications(int count) => Notifications += count;

    /// <summary>Closes the session and the connection.</summary>
    public async ValueTask DisposeAsync()
    {
        try
        {
            await CallAsync<CloseSessionResponse>(new CloseSessionRequest()).WaitAsync(TimeSpan.FromSeconds(5)).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is ServiceException or TimeoutException or TransportException)
        {
            // The server is gone.
        }

        _connection.Close();
        await _running.ConfigureAwait(false);
        _memory.Dispose();
    }

    /// <summary>Opens the channel, after HEL and ACK were exchanged.</summary>
    void IMessageSink.OnConnected(string? endpointUrl)
    {
        uint id = _connection.NextRequestId();
        MessageWriter message = _connection.BeginOpenChannel(id);
        message.Encoder.WriteMessage(new OpenSecureChannelRequest { RequestedLifetime = 3_600_000 });
        _connection.TrySend(message);
    }

    /// <summary>Handles a message. Responses arrive in any order; the number identifies the request.</summary>
    void IMessageSink.OnMessage(MessageType type, uint requestId, ReadOnlySpan<byte> body)
    {
        bool isPublish;
        lock (_publishing)
            isPublish = _publishing.Remove(requestId);

        if (isPublish)
            OnPublished(body);
        else if (type == MessageType.OpenChannel)
            OnOpened(body);
        else if (_calls.TryGetValue(requestId, out Call? call)) // it remains, so that it fails if the response is malformed
            call.Complete(body);
    }

    void IMessageSink.OnAborted(uint requestId, StatusCode status, string? reason)
    {
        if (_calls.TryRemove(requestId, out Call? call))
            call.Source.TrySetException(new ServiceException(status, reason ?? "The server aborted the response."));
    }

    private static MonitoredItemCreateRequest RequestFor(MonitoredItem item) => new(
        new ReadValueId(item.NodeId), MonitoringMode.Reporting, new MonitoringParameters(item.ClientHandle, 0, QueueSize: 10));

    private async Task RunAsync()
    {
        await _connection.RunAsync(this).ConfigureAwait(false);
        var error = new ServiceException(_connection.CloseStatus, _connection.CloseReason ?? "The connection was closed.");
        _opened.TrySetException(error);
        foreach (Call call in _calls.Values)
            call.Source.TrySetException(error);
    }

    private void OnOpened(ReadOnlySpan<byte> body)
    {
        var decoder = new BinaryDecoder(body);
        var response = new OpenSecureChannelResponse();
        if (_opened.Task.IsCompleted || decoder.ReadMessageId() != response.EncodingId)
            throw new TransportException(StatusCodes.BadSecurityChecksFailed, "The server did not open the channel.");

        response.Decode(ref decoder);
        ChannelSecurityToken granted = response.SecurityToken;
        var token = new ChannelToken(
            granted.TokenId, TimeSpan.FromMilliseconds(granted.RevisedLifetime), NoSecurity.Instance, NoSecurity.Instance);
        _connection.Channel.Renew(granted.ChannelId, token, isSentAtOnce: true);
        _opened.TrySetResult();
    }

    /// <summary>Delivers the message, acknowledges it, and allows the server to send the next one. This is the hot path; it does not
    /// allocate.</summary>
    private void OnPublished(ReadOnlySpan<byte> body)
    {
        PublishHead head = PublishHead.Read(body, republished: 0, DecodingLimits.Default);
        if (head.Status.IsBad)
            return; // the subscription has ended

        if (!head.IsKeepAlive)
            _path.Deliver(head.Message, this);

        lock (_publishing)
        {
            if (!head.IsKeepAlive)
                _publish.Acknowledgements.Add(new SubscriptionAcknowledgement(head.SubscriptionId, head.SequenceNumber));

            SendPublish();
        }
    }

    private void SendPublish()
    {
        uint id = _connection.NextRequestId();
        _publishing.Add(id);
        Send(id, _publish);
        _publish.Acknowledgements.Clear();
    }

    private bool Send(uint id, IServiceRequest request)
    {
        request.Header.AuthenticationToken = _token;
        request.Header.RequestHandle = id;
        request.Header.Timestamp = DateTime.UtcNow;
        MessageWriter message = _connection.BeginMessage(id);
        try
        {
            message.Encoder.WriteMessage(request); // directly into the chunks to send
        }
        catch
        {
            message.Dispose(); // too long for the server
            throw;
        }

        return _connection.TrySend(message);
    }

    /// <summary>A request that is awaited, with the response to decode into.</summary>
    private sealed class Call(IServiceResponse response)
    {
        public TaskCompletionSource<IServiceResponse> Source { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public void Complete(ReadOnlySpan<byte> body)
        {
            var decoder = new BinaryDecoder(body); // without a scope: the caller owns the response
            uint type = decoder.ReadMessageId();
            IServiceResponse answer = type == response.EncodingId ? response : new ServiceFault(); // any response starts like a fault
            answer.Decode(ref decoder);
            if (answer.Header.ServiceResult.IsBad || answer != response)
                Source.TrySetException(new ServiceException(answer.Header.ServiceResult, $"The server refused {response.GetType().Name}."));
            else
                Source.TrySetResult(response);
        }
    }
}
