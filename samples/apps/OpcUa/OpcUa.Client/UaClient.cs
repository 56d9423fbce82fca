using System.Net.Sockets;
using OpcUa.Client.After;
using OpcUa.Client.Connections;
using OpcUa.Client.Subscriptions;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Services;
using OpcUa.Protocol.Services.Sessions;
using OpcUa.Protocol.Services.Subscriptions;
using OpcUa.Protocol.Transport;

namespace OpcUa.Client;

/// <summary>An OPC UA client: a session with its subscriptions. After the connection was lost, both are moved to the next one, and missed
/// messages are requested again. If the server no longer has them, they are recreated.</summary>
/// <remarks>Thread safety: any thread may use it.</remarks>
public sealed partial class UaClient : IAsyncDisposable
{
    private readonly string _url;
    private readonly TransportMemory _memory;
    private readonly bool _ownsMemory;
    private readonly CancellationTokenSource _closing = new();
    private readonly Lock _lock = new();
    private readonly List<Subscription> _subscriptions = [];
    private readonly SemaphoreSlim _changing = new(1); // subscriptions are added, deleted and recreated one after the other
    private ClientSession? _session;
    private Task _running = Task.CompletedTask;

    private UaClient(string url, ClientOptions options)
    {
        _url = url;
        Options = options;
        _ownsMemory = options.Memory is null;
        _memory = options.Memory ?? new TransportMemory();
    }

    /// <summary>Occurs when the connection was lost, restored or abandoned.</summary>
    public event Action<UaClient, ClientState>? StateChanged;

    public ClientOptions Options { get; }

    public ClientState State { get; private set; }

    /// <summary>Gets the number of times the connection was restored.</summary>
    public int Reconnections { get; private set; }

    /// <summary>Gets the reason why the connection was last lost, or could not be restored.</summary>
    public Exception? LastError { get; private set; }

    /// <summary>Gets the memory for messages in transit.</summary>
    public TransportMemory Memory => _memory;

    /// <summary>Gets the limits of the server for requests. The methods of the client obey them, except for <see cref="CallAsync"/>.
    /// </summary>
    public OperationLimits Limits => Volatile.Read(ref _session)?.Limits ?? OperationLimits.None;

    /// <summary>Gets the current channel.</summary>
    public ClientChannel? Channel => Volatile.Read(ref _session)?.Channel;

    /// <summary>Connects and creates a session. A server that is too busy is asked again, with the delays of
    /// <see cref="ClientOptions.ReconnectDelay"/>, for up to <see cref="ClientOptions.ConnectTimeout"/>.</summary>
    /// <exception cref="ServiceException">The server refused the connection, or did not respond in time.</exception>
    /// <exception cref="DecodingException">A response is malformed.</exception>
    /// <exception cref="SocketException">There is no server at the address.</exception>
    public static async Task<UaClient> ConnectAsync(string url, ClientOptions? options = null, CancellationToken cancellation = default)
    {
        var client = new UaClient(url, options ?? new ClientOptions());
        try
        {
            client._session = await Backoff.WhileBusyAsync(
                client.Options, () => client.OpenSessionAsync(lost: null, cancellation), cancellation).ConfigureAwait(false);
        }
        catch
        {
            await client.DisposeAsync().ConfigureAwait(false);
            throw;
        }

        client._running = client.RunAsync();
        return client;
    }

    /// <summary>Gets the endpoints of a server. No session is needed. A server that is too busy is asked again, as by
    /// <see cref="ConnectAsync"/>.</summary>
    /// <exception cref="ServiceException">The server refused the connection or the request, or did not respond in time.</exception>
    /// <exception cref="DecodingException">The response is malformed.</exception>
    /// <exception cref="SocketException">There is no server at the address.</exception>
    public static Task<EndpointDescription[]> GetEndpointsAsync(
        string url, ClientOptions? options = null, CancellationToken cancellation = default)
    {
        options ??= new ClientOptions();
        return Backoff.WhileBusyAsync(options, () => TryGetEndpointsAsync(url, options, cancellation), cancellation);
    }

    /// <summary>Gets the endpoints of a server, with one attempt.</summary>
    internal static async Task<EndpointDescription[]> TryGetEndpointsAsync(
        string url, ClientOptions options, CancellationToken cancellation)
    {
        using var memory = new TransportMemory();
        await using ClientChannel channel = await ClientChannel.OpenAsync(url, memory, options, cancellation).ConfigureAwait(false);
        GetEndpointsResponse response = await channel
            .CallAsync<GetEndpointsResponse>(new GetEndpointsRequest { EndpointUrl = url }, cancellation).ConfigureAwait(false);
        return response.Endpoints;
    }

    /// <summary>Calls a service within the session.</summary>
    /// <exception cref="ServiceException">The server refused the request, did not respond in time, or is not connected.</exception>
    /// <exception cref="DecodingException">The response is malformed.</exception>
    public Task<TResponse> CallAsync<TResponse>(IServiceRequest request, CancellationToken cancellation = default)
        where TResponse : class, IServiceResponse, new() =>
        CurrentSession().CallAsync<TResponse>(request, cancellation);

    /// <summary>Creates a subscription that delivers its values to a handler, in pooled messages.</summary>
    public Task<Subscription> SubscribeAsync(
        INotificationHandler handler, SubscriptionOptions? options = null, CancellationToken cancellation = default) =>
        SubscribeAsync(new PooledNotifications(handler, Options.Decoding), options, cancellation);

    /// <summary>Creates a subscription that delivers its messages to the caller's path.</summary>
    public async Task<Subscription> SubscribeAsync(
        INotificationPath path, SubscriptionOptions? options = null, CancellationToken cancellation = default)
    {
        var subscription = new Subscription(this, options ?? new SubscriptionOptions(), path);
        await _changing.WaitAsync(cancellation).ConfigureAwait(false);
        try
        {
            await subscription.CreateAsync(CurrentSession(), cancellation).ConfigureAwait(false);
            _subscriptions.Add(subscription);
            return subscription;
        }
        finally
        {
            _changing.Release();
        }
    }

    /// <summary>Closes the session and the connection. Pending requests fail.</summary>
    public async ValueTask DisposeAsync()
    {
        await _closing.CancelAsync().ConfigureAwait(false);
        await _running.ConfigureAwait(false);
        if (Interlocked.Exchange(ref _session, null) is { } session)
            await session.DisposeAsync().ConfigureAwait(false);

        if (_ownsMemory)
            _memory.Dispose();
    }

    internal async Task DeleteAsync(Subscription subscription, CancellationToken cancellation)
    {
        await _changing.WaitAsync(cancellation).ConfigureAwait(false);
        try
        {
            if (!_subscriptions.Remove(subscription))
                return;

            _leftBehind.Add(subscription.Id); // unless the server responds
            ClientSession session = CurrentSession();
            session.Publishing.Remove(subscription.Id);
            await session.CallAsync<DeleteSubscriptionsResponse>(
                new DeleteSubscriptionsRequest { SubscriptionIds = [subscription.Id] }, cancellation).ConfigureAwait(false);
            _leftBehind.Remove(subscription.Id);
        }
        finally
        {
            _changing.Release();
        }
    }

    internal ValueTask CallAsync(RepeatedCall call, IServiceRequest request, uint responseType) =>
        call.CallAsync(CurrentSession(), request, responseType, Options.RequestTimeout);

    private ClientSession CurrentSession() => Volatile.Read(ref _session) is { } session && !session.Channel.Completion.IsCompleted
        ? session
        : throw new ServiceException(StatusCodes.BadServerNotConnected, "The client is not connected.");

    /// <summary>Opens a channel, and a session on it.</summary>
    /// <param name="lost">The session of the lost channel; if the server no longer has it, a new one is created.</param>
    /// <param name="cancellation">A token that cancels the attempt.</param>
    private async Task<ClientSession> OpenSessionAsync(ClientSession? lost, CancellationToken cancellation)
    {
        ClientChannel channel = await ClientChannel.OpenAsync(_url, _memory, Options, cancellation).ConfigureAwait(false);
        try
        {
            if (lost is not null && await lost.TryMoveAsync(channel, cancellation).ConfigureAwait(false) is { } moved)
                return moved;

            return await ClientSession.CreateAsync(channel, _url, Options, cancellation).ConfigureAwait(false);
        }
        catch
        {
            await channel.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }
}
