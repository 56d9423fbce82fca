using System.Net.Sockets;
using OpcUa.App.Measuring;
using OpcUa.Client;
using OpcUa.Client.After;
using OpcUa.Client.Before;
using OpcUa.Client.Subscriptions;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;

namespace OpcUa.App.Clients;

/// <summary>A client that is subscribed to the variables of a server, and what it was notified of.</summary>
internal sealed class MeasuredClient : IAsyncDisposable
{
    private const ushort Namespace = 2; // of ns=2;i=1 to N
    private const int QueuedValues = 400_000; // of all items together
    private const int MostQueued = 100; // of each
    private const int ReadsAtOnce = 1000;

    private readonly UaClient _client;
    private Subscription? _subscription;

    private MeasuredClient(UaClient client, int items)
    {
        _client = client;
        Items = items;
        Meter = new NotificationMeter(items);
    }

    public int Items { get; }

    public NotificationMeter Meter { get; }

    /// <summary>Messages that are lost, connections that were, and exceptions of the application.</summary>
    public long Faults => _client.Reconnections + (_subscription is { } subscription ? subscription.Lost + subscription.HandlerFaults : 0);

    private IEnumerable<NodeId> Nodes => Enumerable.Range(1, Items).Select(static number => new NodeId((uint)number, Namespace));

    /// <summary>Connects and subscribes.</summary>
    /// <param name="mode">One of <see cref="Modes"/>.</param>
    /// <param name="url">The server.</param>
    /// <param name="items">How many of its variables.</param>
    /// <param name="cancellationToken">Ends the attempt.</param>
    /// <exception cref="UsageException">There is no such server, or it has no such variables.</exception>
    public static async Task<MeasuredClient> Connect(string mode, Uri url, int items, CancellationToken cancellationToken)
    {
        try
        {
            UaClient client = await UaClient.ConnectAsync(url.OriginalString, cancellation: cancellationToken).ConfigureAwait(false);
            var measured = new MeasuredClient(client, items);
            try
            {
                await measured.Subscribe(mode, cancellationToken).ConfigureAwait(false);
                return measured;
            }
            catch
            {
                await measured.DisposeAsync().ConfigureAwait(false);
                throw;
            }
        }
        catch (Exception exception) when (exception is ServiceException or DecodingException or SocketException)
        {
            throw new UsageException($"cannot subscribe at {url.OriginalString}: {exception.Message}");
        }
    }

    /// <summary>Reads what the variables are now, in the order of their numbers.</summary>
    /// <exception cref="IOException">The server does not tell.</exception>
    public async Task<double[]> ReadValues(CancellationToken cancellationToken)
    {
        var values = new List<double>();
        try
        {
            foreach (NodeId[] nodes in Nodes.Chunk(ReadsAtOnce))
            {
                foreach (DataValue value in await _client.ReadAsync(nodes, cancellationToken).ConfigureAwait(false))
                    values.Add(value.Value.TryGet(out double number) ? number : double.NaN);
            }
        }
        catch (Exception exception) when (exception is ServiceException or DecodingException)
        {
            throw new IOException($"the server does not tell its values: {exception.Message}", exception);
        }

        return [.. values];
    }

    /// <summary>Ends the subscription: no notification comes behind it.</summary>
    public async Task Close(CancellationToken cancellationToken)
    {
        try
        {
            await _subscription!.DeleteAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (ServiceException)
        {
            // The server has gone: nothing comes either.
        }
    }

    public ValueTask DisposeAsync() => _client.DisposeAsync();

    /// <summary>All in which the modes differ.</summary>
    private INotificationPath CreatePath(string mode)
    {
        if (mode == Modes.Pooled)
            return new PooledNotifications(new PooledHandler(Meter), _client.Options.Decoding);

        var notifications = new StockNotifications(_client.Options.Decoding);
        notifications.Notification += new StockHandler(Meter).OnNotification;
        return notifications;
    }

    private async Task Subscribe(string mode, CancellationToken cancellationToken)
    {
        _subscription = await _client.SubscribeAsync(CreatePath(mode), cancellation: cancellationToken).ConfigureAwait(false);
        uint queueSize = (uint)Math.Clamp(QueuedValues / Items, 2, MostQueued);
        MonitoredItem[] items = await _subscription
            .AddItemsAsync(Nodes.Select(node => new MonitoredItemSettings(node) { QueueSize = queueSize }), cancellationToken)
            .ConfigureAwait(false);
        if (items.FirstOrDefault(static item => item.Status.IsBad) is { } refused)
            throw new ServiceException(refused.Status, $"{refused.NodeId} was refused");
    }
}
