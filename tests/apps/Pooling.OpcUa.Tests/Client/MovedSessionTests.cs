using System.Collections.Concurrent;
using OpcUa.Client;
using OpcUa.Client.After;
using OpcUa.Client.Subscriptions;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Notifications;
using OpcUa.Protocol.Services;
using OpcUa.Protocol.Services.Attributes;
using OpcUa.Protocol.Services.Sessions;
using OpcUa.Protocol.Services.Subscriptions;

namespace Pooling.OpcUa.Client;

/// <summary>Tests a session whose connection was lost, with a server that loses messages intentionally.</summary>
public sealed class MovedSessionTests : INotificationHandler
{
    private static readonly ClientOptions s_options = new()
    {
        RequestTimeout = TimeSpan.FromSeconds(60),
        RepublishTimeout = TimeSpan.FromMinutes(2),
        KeepAliveInterval = TimeSpan.FromMinutes(1), // which would be one more request
        ReconnectDelay = TimeSpan.FromMilliseconds(20),
    };

    private readonly ConcurrentQueue<double> _values = [];
    private readonly ConcurrentQueue<IServiceRequest> _asked = []; // over the second connection
    private readonly ConcurrentQueue<uint> _acknowledged = []; // over the second connection, too
    private readonly TaskCompletionSource _subscribed = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _connections;

    void INotificationHandler.OnDataChange(in DataChange change)
    {
        foreach (MonitoredItemNotification item in change)
            _values.Enqueue(item.Value.Value.Get<double>());
    }

    [Fact]
    public async Task Messages_ThatWereMissed_ComeFirstAndAreAcknowledged()
    {
        await using var server = new ScriptedServer(connection => Serve(connection, static _ => null));
        await using UaClient client = await UaClient.ConnectAsync(server.Url, s_options);
        Subscription subscription = await Subscribe(client);
        await Wait.Until(() => _values.SequenceEqual<double>([1, 2, 3, 4])
            && _acknowledged.Order().SequenceEqual<uint>([1, 2, 3, 4]) && client.Reconnections == 1);

        Assert.Equal((2, 0, 0, 1), (subscription.Republished, subscription.Lost, subscription.Duplicates, client.Reconnections));
        Assert.Equal(
            [
                typeof(ActivateSessionRequest), typeof(RepublishRequest), typeof(RepublishRequest), typeof(RepublishRequest),
                typeof(PublishRequest),
            ],
            _asked.Take(5).Select(static request => request.GetType()));
        Assert.All(_asked.Skip(5), static request => Assert.IsType<PublishRequest>(request));
    }

    [Fact]
    public async Task Session_ThatTheServerForgot_IsCreatedAgain()
    {
        await using var server = new ScriptedServer(connection => Serve(
            connection,
            request => request is ActivateSessionRequest && _asked.Count == 1 ? StatusCodes.BadSessionIdInvalid : null));
        await using UaClient client = await UaClient.ConnectAsync(server.Url, s_options);
        Subscription subscription = await Subscribe(client);
        await Wait.Until(() => client.Reconnections == 1 && _asked.Any(static request => request is PublishRequest));

        Assert.Equal(
            [
                typeof(ActivateSessionRequest), typeof(CreateSessionRequest), typeof(ActivateSessionRequest), typeof(ReadRequest),
                typeof(CreateSubscriptionRequest),
            ],
            _asked.Take(5).Select(static request => request.GetType()));
        var created = Assert.Single(_asked.OfType<CreateMonitoredItemsRequest>());
        Assert.Equal(subscription.Items.ToArray()[0].ClientHandle, created.ItemsToCreate[0].RequestedParameters.ClientHandle);
        Assert.Empty(_asked.OfType<RepublishRequest>());
    }

    [Fact]
    public async Task Subscription_ThatTheServerForgot_IsCreatedAgainInTheSession()
    {
        await using var server = new ScriptedServer(connection => Serve(
            connection, static request => request is RepublishRequest ? StatusCodes.BadSubscriptionIdInvalid : null));
        await using UaClient client = await UaClient.ConnectAsync(server.Url, s_options);
        await Subscribe(client);
        await Wait.Until(() => client.Reconnections == 1);

        Assert.Equal(
            [typeof(ActivateSessionRequest), typeof(RepublishRequest), typeof(CreateSubscriptionRequest)],
            _asked.Take(3).Select(static request => request.GetType()));
        Assert.Empty(_asked.OfType<CreateSessionRequest>());
    }

    private async Task<Subscription> Subscribe(UaClient client)
    {
        Subscription subscription = await client.SubscribeAsync(this);
        await subscription.AddItemsAsync([new MonitoredItemSettings(new NodeId(1, 2))]);
        _subscribed.SetResult();
        return subscription;
    }

    /// <summary>Publishes message 1, loses the next two with the connection, and sends them on request.</summary>
    private async Task Serve(ScriptedConnection connection, Func<IServiceRequest, StatusCode?> refuse)
    {
        bool isFirst = Interlocked.Increment(ref _connections) == 1;
        int published = 0;
        await connection.ShakeHands();
        await connection.Serve(async (id, request) =>
        {
            if (!isFirst)
                _asked.Enqueue(request);

            if (!isFirst && refuse(request) is { } status)
            {
                await connection.Respond(id, new ServiceFault { Header = { ServiceResult = status } });
                return true;
            }

            switch (request)
            {
                case PublishRequest publish:
                    await Publish(connection, id, publish, isFirst, ++published);
                    return true;
                case RepublishRequest republish:
                    uint number = republish.RetransmitSequenceNumber;
                    await connection.Respond(id, number < 4
                        ? new RepublishResponse { NotificationMessage = Message(number) }
                        : new ServiceFault { Header = { ServiceResult = StatusCodes.BadMessageNotAvailable } });
                    return true;
                case CreateMonitoredItemsRequest when isFirst:
                    await connection.Respond(
                        id, new CreateMonitoredItemsResponse { Results = [new MonitoredItemCreateResult(default, 1, 0, 1)] });
                    await _subscribed.Task;
                    await Wait.Until(() => !_values.IsEmpty);
                    throw new EndOfStreamException(); // the connection is lost
                default:
                    return false;
            }
        });
    }

    private async Task Publish(ScriptedConnection connection, uint id, PublishRequest request, bool isFirst, int time)
    {
        if (!isFirst)
        {
            foreach (SubscriptionAcknowledgement acknowledgement in request.Acknowledgements)
                _acknowledged.Enqueue(acknowledgement.SequenceNumber);
        }

        if (time > 1 || _asked.Any(static one => one is CreateSubscriptionRequest))
            return; // held

        var response = new PublishResponse
        {
            SubscriptionId = ScriptedConnection.SubscriptionId,
            NotificationMessage = Message(isFirst ? 1u : 4),
        };
        response.AvailableSequenceNumbers.AddRange(isFirst ? [1] : [1, 4]);
        await connection.Respond(id, response);
    }

    private static NotificationMessage Message(uint number)
    {
        var message = new NotificationMessage { SequenceNumber = number, PublishTime = DateTime.UtcNow };
        message.DataChanges.Add().MonitoredItems.Add().Value = new DataValue((double)number);
        return message;
    }
}
