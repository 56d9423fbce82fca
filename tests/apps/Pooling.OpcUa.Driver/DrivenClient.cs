using System.Collections.Concurrent;
using OpcUa.Client;
using OpcUa.Client.Subscriptions;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Services.Attributes;
using OpcUa.Protocol.Services.Sessions;
using OpcUa.Protocol.Services.Subscriptions;
using OpcUa.Protocol.Services.Views;
using OpcUa.Protocol.Transport;

namespace Pooling.OpcUa.Driver;

/// <summary>A client that executes steps. Any thread.</summary>
internal sealed class DrivenClient(string url, int buffer, TimeSpan republish) : IAsyncDisposable
{
    private readonly TransportMemory _memory = new();
    private readonly ConcurrentDictionary<uint, (Subscription Subscription, Received Received)> _subscriptions = [];
    private UaClient? _client;
    private uint _lastSubscription;

    private ClientOptions Options => new()
    {
        Memory = _memory,
        Transport = new TransportLimits { ReceiveBuffer = buffer, SendBuffer = buffer },
        RepublishTimeout = republish,
    };

    private UaClient Client => _client ?? throw new InvalidOperationException("There is no connection yet.");

    /// <summary>Executes a step.</summary>
    /// <returns>The result, for JSON.</returns>
    public async Task<object?> TakeAsync(Step step) => step.Do switch
    {
        "endpoints" => await EndpointsAsync(),
        "connect" => await ConnectAsync(),
        "read" => (await Client.ReadAsync(step.Nodes.Select(PlainValue.ParseNodeId))).Select(PlainValue.Describe),
        "write" => await WriteAsync(step),
        "copy" => await CopyAsync(step),
        "browse" => (await Client.BrowseAsync(new BrowseDescription(PlainValue.ParseNodeId(step.Nodes[0]))))
            .Select(static one => one.NodeId.NodeId.ToString()),
        "subscribe" => await SubscribeAsync(step),
        "events" => await SubscribeToEventsAsync(step),
        "unsubscribe" => await UnsubscribeAsync(step),
        "values" => Values(step),
        "limits" => Client.Limits,
        "state" => new { state = Client.State.ToString(), Client.Reconnections, Held = Held() },
        "close" => await CloseAsync(),
        _ => throw new InvalidOperationException($"'{step.Do}' is no step."),
    };

    public async ValueTask DisposeAsync()
    {
        if (_client is not null)
            await _client.DisposeAsync();

        _memory.Dispose();
    }

    private async Task<object?> EndpointsAsync()
    {
        EndpointDescription[] endpoints = await UaClient.GetEndpointsAsync(url, Options);
        return endpoints.Select(
            static one => new { url = one.EndpointUrl, policy = one.SecurityPolicyUri, mode = one.SecurityMode.ToString() });
    }

    private async Task<object?> ConnectAsync()
    {
        _client = await UaClient.ConnectAsync(url, Options);
        return null;
    }

    private async Task<object?> WriteAsync(Step step)
    {
        IEnumerable<WriteValue> values = step.Nodes.Select(
            (node, i) => new WriteValue(PlainValue.ParseNodeId(node), AttributeIds.Value, null, new DataValue(step.Values[i])));
        return (await Client.WriteAsync(values)).Select(PlainValue.Text);
    }

    /// <summary>Writes the values that it has read, so that values of any type are transferred in both directions.</summary>
    private async Task<object?> CopyAsync(Step step)
    {
        NodeId node = PlainValue.ParseNodeId(step.Nodes[0]);
        DataValue read = await Client.ReadAsync(node);
        return PlainValue.Text(await Client.WriteAsync(node, read.Value));
    }

    private async Task<object?> SubscribeAsync(Step step)
    {
        (uint number, Subscription subscription) = await CreateSubscriptionAsync(step);
        DataChangeFilter? filter = step.Deadband is { } deadband
            ? new DataChangeFilter(DataChangeTrigger.StatusValue, DeadbandType.Absolute, deadband)
            : null;
        MonitoredItem[] items = await subscription.AddItemsAsync(
            step.Nodes.Select(node => new MonitoredItemSettings(PlainValue.ParseNodeId(node))
            {
                QueueSize = step.Queue,
                SamplingInterval = step.Sampling,
                DiscardOldest = step.DiscardOldest,
                Filter = filter,
            }));
        return new { subscription = number, statuses = items.Select(static item => PlainValue.Text(item.Status)) };
    }

    private async Task<object?> SubscribeToEventsAsync(Step step)
    {
        (uint number, Subscription subscription) = await CreateSubscriptionAsync(step);
        MonitoredItem[] items = await subscription.AddItemsAsync(step.Nodes.Select(
            node => MonitoredItemSettings.ForEvents(PlainValue.ParseNodeId(node), EventFilter.Of(step.Fields))));
        return new { subscription = number, statuses = items.Select(static item => PlainValue.Text(item.Status)) };
    }

    private async Task<(uint Number, Subscription Subscription)> CreateSubscriptionAsync(Step step)
    {
        var received = new Received();
        Subscription subscription = await Client.SubscribeAsync(received, new SubscriptionOptions
        {
            PublishingInterval = TimeSpan.FromMilliseconds(step.Interval),
            MaxKeepAliveCount = step.KeepAlive,
            LifetimeCount = step.Lifetime,
            BatchSize = step.Batch,
        });
        uint number = Interlocked.Increment(ref _lastSubscription);
        _subscriptions[number] = (subscription, received);
        return (number, subscription);
    }

    private async Task<object?> UnsubscribeAsync(Step step)
    {
        await _subscriptions[step.Subscription].Subscription.DeleteAsync();
        return null;
    }

    private object Values(Step step)
    {
        (Subscription subscription, Received received) = _subscriptions[step.Subscription];
        return new
        {
            values = received.ToDictionary(),
            events = received.ToEvents(),
            subscription.Messages,
            subscription.Notifications,
            subscription.Republished,
            subscription.Lost,
            subscription.Duplicates,
            subscription.HandlerFaults,
        };
    }

    private async Task<object?> CloseAsync()
    {
        await Client.DisposeAsync();
        _client = null;
        return Held();
    }

    private object Held() => new { outstanding = _memory.Outstanding, receiving = _memory.ReceivingBytes, sending = _memory.SendingBytes };
}
