using OpcUa.Client;
using OpcUa.Client.After;
using OpcUa.Client.Subscriptions;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Notifications;
using OpcUa.Protocol.Services.Attributes;
using OpcUa.Protocol.Services.Subscriptions;
using Pooling.Buffers;
using Pooling.OpcUa.Server;

namespace Pooling.OpcUa.Client;

/// <summary>Tests events from a server to the application.</summary>
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
        ClientOptions options = ServerTest.PatientClient with { Reconnects = false };
        await using (UaClient client = await UaClient.ConnectAsync(server.Url, options))
        {
            Subscription subscription = await client.SubscribeAsync(this);
            await Wait.Until(() => subscription.Messages == 3);

            await client.DisposeAsync();
            Assert.Equal((0, 0, 0), (client.Memory.Outstanding, subscription.HandlerFaults, subscription.Lost));
        }

        string?[] fields = ["tank 1 is full", "700"];
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

    [Fact]
    public async Task AddItemsAsync_ForEvents_AsksForTheirFields()
    {
        var created = new TaskCompletionSource<MonitoredItemCreateRequest>(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var server = new ScriptedServer(async connection =>
        {
            await connection.ShakeHands();
            await connection.Serve((_, request) =>
            {
                if (request is CreateMonitoredItemsRequest create)
                    created.SetResult(create.ItemsToCreate[0]);

                return Task.FromResult(false);
            });
        });
        await using UaClient client = await UaClient.ConnectAsync(server.Url, ServerTest.PatientClient);
        Subscription subscription = await client.SubscribeAsync(this);
        await subscription.AddItemsAsync([MonitoredItemSettings.ForEvents(new NodeId(2253), EventFilter.Of("Message", "Severity"))]);

        MonitoredItemCreateRequest request = await created.Task;
        Assert.Equal((new NodeId(2253), AttributeIds.EventNotifier), (request.ItemToMonitor.NodeId, request.ItemToMonitor.AttributeId));
        Assert.Equal(new NodeId(727), request.RequestedParameters.Filter.TypeId);
        byte[] expected = Wire.Bytes(
            "02000000"
            + "0100F907 01000000 0000 07000000 4D657373616765 0D000000 FFFFFFFF" // BaseEventType, Message, Value
            + "0100F907 01000000 0000 08000000 5365766572697479 0D000000 FFFFFFFF"
            + "FFFFFFFF"); // no conditions
        Assert.Equal(expected, request.RequestedParameters.Filter.Body);
        var decoder = new BinaryDecoder(expected);
        SimpleAttributeOperand[] clauses = decoder.ReadStructures<SimpleAttributeOperand>();
        Assert.Equal(["Message", "Severity"], clauses.Select(static clause => Assert.Single(clause.BrowsePath).Name));
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
