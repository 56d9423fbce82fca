using System.Net.Sockets;
using OpcUa.App.Measuring;
using OpcUa.Client;
using OpcUa.Client.After;
using OpcUa.Client.Before;
using OpcUa.Client.Subscriptions;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;

namespace OpcUa.App.Clients;

/// <summary>A client with a subscription to the variables of a server, and a meter of its notifications.</summary>
internal sealed class MeasuredClient : IAsyncDisposable
{
    private const ushort Namespace = 2; // of ns=2;i=1 to N
    private const int QueuedValues = 400_000; // of all items together
    private const int MaxQueued = 100; // of each
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

    /// <summary>The number of lost messages, lost connections and exceptions of the application.</summary>
    public long Faults => _client.Reconnections + (_subscription is { } subscription ? subscription.Lost + subscription.HandlerFaults : 0);

    private IEnumerable<NodeId> Nodes => Enumerable.Range(1, Items).Select(static number => new NodeId((uint)number, Namespace));

    /// <summary>Connects and subscribes.</summary>
    /// <param name="mode">One of <see cref="Modes"/>.</param>
    /// <param name="url">The server.</param>
    /// <param name="items">The number of variables to subscribe to.</param>
    /// <param name="security">The security settings, or <see langword="null"/> for none.</param>
    /// <param name="cancellationToken">A token that cancels the attempt.</param>
    /// <exception cref="UsageException">The server does not exist, or does not have these variables.</exception>
    public static async Task<MeasuredClient> Connect(
        string mode, Uri url, int items, ClientSecurity? security, CancellationToken cancellationToken)
    {
        try
        {
            UaClient client = await UaClient
                .ConnectAsync(url.OriginalString, new OpcUa.Client.ClientOptions { Security = security }, cancellationToken)
                .ConfigureAwait(false);
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

    /// <summary>Reads the current values of the variables, in the order of their numbers.</summary>
    /// <exception cref="IOException">The server did not return the values.</exception>
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
            throw new IOException($"the server did not return its values: {exception.Message}", exception);
        }

        return [.. values];
    }

    /// <summary>Deletes the subscription; no notification follows.</summary>
    public async Task Close(CancellationToken cancellationToken)
    {
        try
        {
            await _subscription!.DeleteAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (ServiceException)
        {
            // The server is gone, so no notification follows either.
        }
    }

    public ValueTask DisposeAsync() => _client.DisposeAsync();

    /// <summary>Creates the path of a mode. This is the only difference between the modes.</summary>
    private INotificationPath CreatePath(string mode)
    {
        if (mode == Modes.Pooled)
            return new PooledNotifications(new PooledHandler(Meter), _client.Options.Decoding);

        var notifications = new BeforeNotifications(_client.Options.Decoding);
        notifications.Notification += new BeforeHandler(Meter).OnNotification;
        return notifications;
    }

    private async Task Subscribe(string mode, CancellationToken cancellationToken)
    {
        _subscription = await _client.SubscribeAsync(CreatePath(mode), cancellation: cancellationToken).ConfigureAwait(false);
        uint queueSize = (uint)Math.Clamp(QueuedValues / Items, 2, MaxQueued);
        MonitoredItem[] items = await _subscription
            .AddItemsAsync(Nodes.Select(node => new MonitoredItemSettings(node) { QueueSize = queueSize }), cancellationToken)
            .ConfigureAwait(false);
        if (items.FirstOrDefault(static item => item.Status.IsBad) is { } refused)
            throw new ServiceException(refused.Status, $"{refused.NodeId} was refused");
    }
}
