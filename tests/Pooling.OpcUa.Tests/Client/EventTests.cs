using OpcUa.Client;
using OpcUa.Client.After;
using OpcUa.Client.Subscriptions;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Notifications;
using OpcUa.Protocol.Services.Subscriptions;
using Pooling.Buffers;

namespace Pooling.OpcUa.Client;

/// <summary>Events on their way from a server to the application.</summary>
public sealed class EventTests : INotificationHandler
{
    private readonly List<(uint Subscription, uint Handle, string?[] Fields)> _events = [];
    private readonly List<double> _values = [];

    void INotificationHandler.OnEvents(EventNotificationList events, ISubscription subscription)
    {
        lock (_events)
        {
            foreach (EventFieldList item in events.Events)
            {
                _events.Add((subscription.Id, item.ClientHandle,
                    [.. (item.Fields is null ? [] : item.Fields.Span.ToArray()).Select(static field => field.ToString())]));
            }
        }
    }

    void INotificationHandler.OnDataChange(in DataChange change)
    {
        lock (_events)
        {
            foreach (MonitoredItemNotification item in change)
                _values.Add(item.Value.Value.Get<double>());
        }
    }

    [Fact]
    public async Task Message_WithEvents_IsHandedOverAndReturned()
    {
        (long, long, long, long) inUse = Wire.InUse();
        long messages = NotificationMessage.Pool.GetStatistics().InUse;
        uint number = 0;
        await using var server = new ScriptedServer(async connection =>
        {
            await connection.ShakeHands();
            await connection.Serve(async (id, request) =>
            {
                if (request is not PublishRequest || number == 3)
                    return false;

                await connection.Respond(id, Response(++number));
                return true;
            });
        });
        var options = new ClientOptions { RequestTimeout = TimeSpan.FromSeconds(60), Reconnects = false };
        await using (UaClient client = await UaClient.ConnectAsync(server.Url, options))
        {
            Subscription subscription = await client.SubscribeAsync(this);
            await Wait.Until(() => subscription.Messages == 3);

            await client.DisposeAsync();
            Assert.Equal((0, 0, 0), (client.Memory.Outstanding, subscription.HandlerFaults, subscription.Lost));
        }

        string?[] fields = [((Variant)"tank 1 is full").ToString(), ((Variant)700u).ToString()];
        Assert.Equal([1, 2, 3], _values); // of the same messages
        Assert.Equal(9, _events.Count);
        for (int i = 0; i < _events.Count; i++)
        {
            (uint id, uint handle, string?[] found) = _events[i];
            Assert.Equal((ScriptedConnection.SubscriptionId, (uint)((i / 3) + 1) * 10 + (uint)(i % 3)), (id, handle));
            Assert.Equal(i % 3 < 2 ? fields : [], found); // the last one of each message has none
        }

        Assert.Equal((inUse, messages), (Wire.InUse(), NotificationMessage.Pool.GetStatistics().InUse));
    }

    private static PublishResponse Response(uint number)
    {
        var message = new NotificationMessage { SequenceNumber = number, PublishTime = DateTime.UtcNow };
        EventNotificationList events = message.Events.Add();
        for (uint i = 0; i < 3; i++)
        {
            EventFieldList item = events.Events.Add();
            item.ClientHandle = (number * 10) + i;
            if (i == 2)
                continue;

            item.Fields = new PooledArray<Variant>(2);
            item.Fields.Span[0] = "tank 1 is full";
            item.Fields.Span[1] = 700u;
        }

        message.DataChanges.Add().MonitoredItems.Add().Value = new DataValue((double)number);
        return new PublishResponse { SubscriptionId = ScriptedConnection.SubscriptionId, NotificationMessage = message };
    }
}
