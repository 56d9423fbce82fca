using OpcUa.App.Clients;
using OpcUa.App.Measuring;
using OpcUa.Client;
using OpcUa.Client.After;
using OpcUa.Client.Subscriptions;
using OpcUa.Protocol.BuiltIn;

namespace OpcUa.App.Soaking;

/// <summary>A client with a subscription to all variables, whose connection is cut at random times.</summary>
internal sealed class SoakClient : IAsyncDisposable
{
    private const ushort Namespace = 2; // of ns=2;i=1 to N
    private const int ReadsAtOnce = 1000;
    private const double RenewedAt = 0.75; // of the lifetime of a token
    private static readonly TimeSpan s_shortestLife = TimeSpan.FromSeconds(3); // of a connection

    private readonly UaClient _client;
    private readonly NodeId[] _nodes;
    private int _renewals; // of earlier channels

    private SoakClient(UaClient client, int items)
    {
        _client = client;
        _nodes = [.. Enumerable.Range(1, items).Select(static number => new NodeId((uint)number, Namespace))];
        Meter = new NotificationMeter(items);
    }

    public NotificationMeter Meter { get; }

    public Subscription? Subscription { get; private set; }

    public int Reconnections => _client.Reconnections;

    public int Cuts { get; private set; }

    public int Renewals => _renewals + (_client.Channel?.Renewals ?? 0);

    public bool IsConnected => _client.State == ClientState.Connected;

    /// <summary>The number of blocks in use for messages in transit.</summary>
    public long Outstanding => _client.Memory.Outstanding;

    public static async Task<SoakClient> Connect(
        string url, SoakOptions options, OpcUa.Client.ClientOptions client, CancellationToken cancellationToken)
    {
        var soaked = new SoakClient(
            await UaClient.ConnectAsync(
                url,
                client with { ChannelLifetime = options.Renewal / RenewedAt, SessionTimeout = TimeSpan.FromMinutes(5) },
                cancellationToken).ConfigureAwait(false),
            options.Items);
        try
        {
            await soaked.Subscribe(cancellationToken).ConfigureAwait(false);
            return soaked;
        }
        catch
        {
            await soaked.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>Cuts the connection at random times, up to a few renewals apart.</summary>
    public async Task CutNowAndThen(TimeSpan renewal, CancellationToken cancellationToken)
    {
        try
        {
            while (true)
            {
                await Task.Delay(s_shortestLife + (renewal * 3 * Random.Shared.NextDouble()), cancellationToken).ConfigureAwait(false);
                if (!IsConnected || _client.Channel is not { } channel)
                    continue;

                _renewals += channel.Renewals;
                Cuts++;
                channel.Abort(StatusCodes.BadConnectionClosed);
            }
        }
        catch (OperationCanceledException)
        {
            // The normal end.
        }
    }

    /// <summary>Reads the current values of the variables, in the order of their numbers.</summary>
    public async Task<double[]> ReadValues(CancellationToken cancellationToken)
    {
        var values = new List<double>();
        foreach (NodeId[] nodes in _nodes.Chunk(ReadsAtOnce))
        {
            foreach (DataValue value in await _client.ReadAsync(nodes, cancellationToken).ConfigureAwait(false))
                values.Add(value.Value.TryGet(out double number) ? number : double.NaN);
        }

        return [.. values];
    }

    public ValueTask DisposeAsync() => _client.DisposeAsync();

    private async Task Subscribe(CancellationToken cancellationToken)
    {
        var path = new PooledNotifications(new PooledHandler(Meter), _client.Options.Decoding);
        Subscription = await _client.SubscribeAsync(path, cancellation: cancellationToken).ConfigureAwait(false);
        MonitoredItem[] items = await Subscription
            .AddItemsAsync(_nodes.Select(static node => new MonitoredItemSettings(node) { QueueSize = 100 }), cancellationToken)
            .ConfigureAwait(false);
        if (items.FirstOrDefault(static item => item.Status.IsBad) is { } refused)
            throw new ServiceException(refused.Status, $"{refused.NodeId} was refused");
    }
}
