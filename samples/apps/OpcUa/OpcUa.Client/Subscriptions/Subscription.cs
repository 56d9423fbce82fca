using OpcUa.Client.Connections;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Services.Subscriptions;

namespace OpcUa.Client.Subscriptions;

/// <summary>A subscription with its items. After the connection was lost, it continues on the next one, and no message that the server
/// still has is lost. If the server no longer has the subscription, it is recreated: items and their handles remain, each item starts with
/// its current value, and changes in between are not reported.</summary>
/// <remarks>Any thread may add and remove items. The receive loop delivers messages, one at a time.</remarks>
public sealed partial class Subscription : ISubscription
{
    private readonly UaClient _client;
    private readonly INotificationPath _path;
    private readonly SemaphoreSlim _changing = new(1);

    internal Subscription(UaClient client, SubscriptionOptions options, INotificationPath path)
    {
        _client = client;
        _path = path;
        Options = options;
    }

    /// <summary>Occurs on the thread that delivers messages when the server reports that the subscription has ended or was transferred.
    /// </summary>
    public event Action<Subscription, StatusCode>? StatusChanged;

    public SubscriptionOptions Options { get; }

    /// <summary>Gets the id that the server assigned; it changes when the subscription is recreated.</summary>
    public uint Id { get; private set; }

    public ItemTable Items { get; } = new();

    public TimeSpan RevisedPublishingInterval { get; private set; }

    public uint RevisedMaxKeepAliveCount { get; private set; }

    public uint RevisedLifetimeCount { get; private set; }

    /// <summary>Gets the time after which the server must have sent a message.</summary>
    internal TimeSpan KeepAlivePeriod => ServerNumbers.Time(
        RevisedPublishingInterval.TotalMilliseconds * RevisedMaxKeepAliveCount,
        least: RevisedPublishingInterval,
        otherwise: RevisedPublishingInterval);

    /// <summary>Adds items. The status of each item reports its outcome.</summary>
    /// <param name="settings">The items to monitor.</param>
    /// <param name="cancellation">A token that cancels the wait; items that were created remain.</param>
    /// <returns>The items, in the order of the settings.</returns>
    /// <exception cref="ServiceException">The server refused all items, or did not respond. Items that were not created are not
    /// added.</exception>
    public async Task<MonitoredItem[]> AddItemsAsync(IEnumerable<MonitoredItemSettings> settings, CancellationToken cancellation = default)
    {
        await _changing.WaitAsync(cancellation).ConfigureAwait(false);
        MonitoredItem[] items = [.. settings.Select(Items.Add)];
        try
        {
            await CreateItemsAsync(items, cancellation).ConfigureAwait(false);
            return items;
        }
        catch
        {
            _isUncertain = true; // the response may be missing
            foreach (MonitoredItem item in items)
            {
                if (item.MonitoredItemId == 0)
                    Items.Remove(item);
            }

            throw;
        }
        finally
        {
            _changing.Release();
        }
    }

    /// <summary>Removes items. Notifications in transit no longer find them in <see cref="Items"/>.</summary>
    /// <exception cref="ServiceException">The server refused the request, or did not respond. The items are removed from this object
    /// nevertheless.</exception>
    public async Task RemoveItemsAsync(IEnumerable<MonitoredItem> items, CancellationToken cancellation = default)
    {
        await _changing.WaitAsync(cancellation).ConfigureAwait(false);
        try
        {
            uint[] ids = [.. items.Where(Items.Remove).Select(static item => item.MonitoredItemId).Where(static id => id != 0)];
            foreach (uint[] batch in ids.Chunk(BatchSizeOf(_session)))
            {
                await _client.CallAsync<DeleteMonitoredItemsResponse>(
                    new DeleteMonitoredItemsRequest { SubscriptionId = Id, MonitoredItemIds = batch }, cancellation).ConfigureAwait(false);
            }
        }
        catch
        {
            _isUncertain = true;
            throw;
        }
        finally
        {
            _changing.Release();
        }
    }

    /// <summary>Deletes the subscription.</summary>
    public Task DeleteAsync(CancellationToken cancellation = default) => _client.DeleteAsync(this, cancellation);

    /// <summary>Creates the subscription on a session, with all its items.</summary>
    internal async Task CreateAsync(ClientSession session, CancellationToken cancellation)
    {
        await _changing.WaitAsync(cancellation).ConfigureAwait(false);
        try
        {
            CreateSubscriptionResponse created = await session.CallAsync<CreateSubscriptionResponse>(
                new CreateSubscriptionRequest
                {
                    RequestedPublishingInterval = Options.PublishingInterval.TotalMilliseconds,
                    RequestedMaxKeepAliveCount = Options.MaxKeepAliveCount,
                    RequestedLifetimeCount = Options.LifetimeCount,
                    MaxNotificationsPerPublish = Options.MaxNotificationsPerPublish,
                    Priority = Options.Priority,
                },
                cancellation).ConfigureAwait(false);
            Id = created.SubscriptionId;
            RevisedPublishingInterval = ServerNumbers.Time(
                created.RevisedPublishingInterval, least: TimeSpan.FromMilliseconds(1), otherwise: Options.PublishingInterval);
            RevisedMaxKeepAliveCount = created.RevisedMaxKeepAliveCount;
            RevisedLifetimeCount = created.RevisedLifetimeCount;
            Restart(session);
            session.Publishing.Add(this);
            MonitoredItem[] items = Items.ToArray();
            foreach (MonitoredItem item in items)
                item.MonitoredItemId = 0;

            _isUncertain = false;
            await CreateItemsAsync(items, cancellation).ConfigureAwait(false);
        }
        finally
        {
            _changing.Release();
        }
    }

    private async Task CreateItemsAsync(MonitoredItem[] items, CancellationToken cancellation)
    {
        ClientSession session = _session ?? throw new ServiceException(StatusCodes.BadSubscriptionIdInvalid, "There is no session.");
        foreach (MonitoredItem[] batch in items.Chunk(BatchSizeOf(session)))
        {
            var request = new CreateMonitoredItemsRequest { SubscriptionId = Id, ItemsToCreate = [.. batch.Select(RequestFor)] };
            CreateMonitoredItemsResponse response =
                await session.CallAsync<CreateMonitoredItemsResponse>(request, cancellation).ConfigureAwait(false);
            if (response.Results.Length != batch.Length)
            {
                throw new ServiceException(StatusCodes.BadUnknownResponse,
                    $"The server returned {response.Results.Length} results for {batch.Length} items.");
            }

            for (int i = 0; i < batch.Length; i++)
            {
                MonitoredItemCreateResult result = response.Results[i];
                MonitoredItem item = batch[i];
                item.Status = result.StatusCode;
                item.MonitoredItemId = result.MonitoredItemId;
                item.RevisedSamplingInterval = ServerNumbers.Milliseconds(result.RevisedSamplingInterval, least: 0, otherwise: 0);
                item.RevisedQueueSize = result.RevisedQueueSize;
            }
        }
    }

    private int BatchSizeOf(ClientSession? session) => Math.Min(Options.BatchSize, session?.Limits.MonitoredItemsPerCall ?? int.MaxValue);

    private static MonitoredItemCreateRequest RequestFor(MonitoredItem item) => new(
        new(item.NodeId, item.Settings.AttributeId),
        MonitoringMode.Reporting,
        new MonitoringParameters(
            item.ClientHandle,
            item.Settings.SamplingInterval,
            item.Settings.Filter?.ToExtensionObject() ?? default,
            item.Settings.QueueSize,
            item.Settings.DiscardOldest));
}
