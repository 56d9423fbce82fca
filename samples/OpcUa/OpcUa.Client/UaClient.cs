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

/// <summary>An OPC UA client: a session with its subscriptions, which it makes anew when the connection was lost.</summary>
/// <remarks>Any thread.</remarks>
public sealed partial class UaClient : IAsyncDisposable
{
    private readonly string _url;
    private readonly TransportMemory _memory;
    private readonly bool _ownsMemory;
    private readonly CancellationTokenSource _closing = new();
    private readonly Lock _lock = new();
    private readonly List<Subscription> _subscriptions = [];
    private readonly SemaphoreSlim _changing = new(1); // subscriptions are added, deleted and made anew one after the other
    private ClientSession? _session;
    private Task _running = Task.CompletedTask;

    private UaClient(string url, ClientOptions options)
    {
        _url = url;
        Options = options;
        _ownsMemory = options.Memory is null;
        _memory = options.Memory ?? new TransportMemory();
    }

    /// <summary>Is raised when the connection was lost, found again, or given up.</summary>
    public event Action<UaClient, ClientState>? StateChanged;

    public ClientOptions Options { get; }

    public ClientState State { get; private set; }

    /// <summary>How often the connection was found again.</summary>
    public int Reconnections { get; private set; }

    /// <summary>Why the connection was lost last, or could not be found again.</summary>
    public Exception? LastError { get; private set; }

    /// <summary>The memory of messages on their way.</summary>
    public TransportMemory Memory => _memory;

    /// <summary>The channel of now.</summary>
    public ClientChannel? Channel => Volatile.Read(ref _session)?.Channel;

    /// <summary>Connects, and creates a session.</summary>
    /// <exception cref="ServiceException">The server refused, or answered too late.</exception>
    /// <exception cref="SocketException">Nobody listens there.</exception>
    public static async Task<UaClient> ConnectAsync(string url, ClientOptions? options = null, CancellationToken cancellation = default)
    {
        var client = new UaClient(url, options ?? new ClientOptions());
        try
        {
            client._session = await client.OpenSessionAsync(cancellation).ConfigureAwait(false);
        }
        catch
        {
            await client.DisposeAsync().ConfigureAwait(false);
            throw;
        }

        client._running = client.RunAsync();
        return client;
    }

    /// <summary>Asks a server for its endpoints; needs no session.</summary>
    public static async Task<EndpointDescription[]> GetEndpointsAsync(
        string url, ClientOptions? options = null, CancellationToken cancellation = default)
    {
        options ??= new ClientOptions();
        using var memory = new TransportMemory();
        await using ClientChannel channel = await ClientChannel.OpenAsync(url, memory, options, cancellation).ConfigureAwait(false);
        GetEndpointsResponse response = await channel
            .CallAsync<GetEndpointsResponse>(new GetEndpointsRequest { EndpointUrl = url }, cancellation).ConfigureAwait(false);
        return response.Endpoints;
    }

    /// <summary>Calls a service within the session.</summary>
    /// <exception cref="ServiceException">The server refused, no answer came in time, or there is no connection.</exception>
    /// <exception cref="DecodingException">The response is none.</exception>
    public Task<TResponse> CallAsync<TResponse>(IServiceRequest request, CancellationToken cancellation = default)
        where TResponse : class, IServiceResponse, new() =>
        CurrentSession().CallAsync<TResponse>(request, cancellation);

    /// <summary>Creates a subscription whose values go to a handler, in pooled messages.</summary>
    public Task<Subscription> SubscribeAsync(
        INotificationHandler handler, SubscriptionOptions? options = null, CancellationToken cancellation = default) =>
        SubscribeAsync(new PooledNotifications(handler, Options.Decoding), options, cancellation);

    /// <summary>Creates a subscription whose messages take a path of the caller's.</summary>
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

    /// <summary>Closes session and connection. What waits fails.</summary>
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

            ClientSession session = CurrentSession();
            session.Publishing.Remove(subscription.Id);
            await session.CallAsync<DeleteSubscriptionsResponse>(
                new DeleteSubscriptionsRequest { SubscriptionIds = [subscription.Id] }, cancellation).ConfigureAwait(false);
        }
        finally
        {
            _changing.Release();
        }
    }

    private ClientSession CurrentSession() => Volatile.Read(ref _session) is { } session && !session.Channel.Completion.IsCompleted
        ? session
        : throw new ServiceException(StatusCodes.BadServerNotConnected, "There is no connection.");

    private async Task<ClientSession> OpenSessionAsync(CancellationToken cancellation)
    {
        ClientChannel channel = await ClientChannel.OpenAsync(_url, _memory, Options, cancellation).ConfigureAwait(false);
        try
        {
            return await ClientSession.CreateAsync(channel, _url, Options, cancellation).ConfigureAwait(false);
        }
        catch
        {
            await channel.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }
}
