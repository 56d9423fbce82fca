using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Services.Subscriptions;

namespace OpcUa.Client.Subscriptions;

/// <summary>A subscription with its items. When the connection was lost, it is made anew on the next one: items and their handles stay, and
/// each item begins with its value of then; what changed in between is not told.</summary>
/// <remarks>Any thread adds and removes items; messages are handed over by the receiving loop, one at a time.</remarks>
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

    /// <summary>Is raised by the receiving loop when the server tells that the subscription has ended or changed hands.</summary>
    public event Action<Subscription, StatusCode>? StatusChanged;

    public SubscriptionOptions Options { get; }

    /// <summary>The server's number for it; another one after the connection was lost.</summary>
    public uint Id { get; private set; }

    public ItemTable Items { get; } = new();

    public TimeSpan RevisedPublishingInterval { get; private set; }

    public uint RevisedMaxKeepAliveCount { get; private set; }

    public uint RevisedLifetimeCount { get; private set; }

    /// <summary>How long the server may be silent.</summary>
    internal TimeSpan KeepAlivePeriod => RevisedPublishingInterval * Math.Max(1, RevisedMaxKeepAliveCount);

    /// <summary>Adds items. The status of each says what became of it.</summary>
    /// <param name="settings">What to monitor.</param>
    /// <param name="cancellation">Ends the wait; items that were created stay.</param>
    /// <returns>The items, in the order of the settings.</returns>
    /// <exception cref="ServiceException">The server refused all, or does not answer. None is added that was not created.</exception>
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

    /// <summary>Removes items. Notifications of them that are on their way are not found in <see cref="Items"/> any more.</summary>
    /// <exception cref="ServiceException">The server refused, or does not answer. The items are removed here all the same.</exception>
    public async Task RemoveItemsAsync(IEnumerable<MonitoredItem> items, CancellationToken cancellation = default)
    {
        await _changing.WaitAsync(cancellation).ConfigureAwait(false);
        try
        {
            uint[] ids = [.. items.Where(Items.Remove).Select(static item => item.MonitoredItemId).Where(static id => id != 0)];
            foreach (uint[] batch in ids.Chunk(Options.BatchSize))
            {
                await _client.CallAsync<DeleteMonitoredItemsResponse>(
                    new DeleteMonitoredItemsRequest { SubscriptionId = Id, MonitoredItemIds = batch }, cancellation).ConfigureAwait(false);
            }
        }
        finally
        {
            _changing.Release();
        }
    }

    /// <summary>Ends the subscription.</summary>
    public Task DeleteAsync(CancellationToken cancellation = default) => _client.DeleteAsync(this, cancellation);

    /// <summary>Makes the subscription on a session, with all items that it has.</summary>
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
            RevisedPublishingInterval = TimeSpan.FromMilliseconds(Math.Clamp(created.RevisedPublishingInterval, 1, int.MaxValue));
            RevisedMaxKeepAliveCount = created.RevisedMaxKeepAliveCount;
            RevisedLifetimeCount = created.RevisedLifetimeCount;
            Restart(session);
            session.Publishing.Add(this);
            MonitoredItem[] items = Items.ToArray();
            foreach (MonitoredItem item in items)
                item.MonitoredItemId = 0;

            await CreateItemsAsync(items, cancellation).ConfigureAwait(false);
        }
        finally
        {
            _changing.Release();
        }
    }

    private async Task CreateItemsAsync(MonitoredItem[] items, CancellationToken cancellation)
    {
        ClientSession session = _session ?? throw new ServiceException(StatusCodes.BadSubscriptionIdInvalid, "There is no subscription.");
        foreach (MonitoredItem[] batch in items.Chunk(Options.BatchSize))
        {
            var request = new CreateMonitoredItemsRequest { SubscriptionId = Id, ItemsToCreate = [.. batch.Select(RequestFor)] };
            CreateMonitoredItemsResponse response =
                await session.CallAsync<CreateMonitoredItemsResponse>(request, cancellation).ConfigureAwait(false);
            if (response.Results.Length != batch.Length)
            {
                throw new ServiceException(StatusCodes.BadUnknownResponse,
                    $"The server answered {batch.Length} items with {response.Results.Length} results.");
            }

            for (int i = 0; i < batch.Length; i++)
            {
                MonitoredItemCreateResult result = response.Results[i];
                MonitoredItem item = batch[i];
                item.Status = result.StatusCode;
                item.MonitoredItemId = result.MonitoredItemId;
                item.RevisedSamplingInterval = result.RevisedSamplingInterval;
                item.RevisedQueueSize = result.RevisedQueueSize;
            }
        }
    }

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
