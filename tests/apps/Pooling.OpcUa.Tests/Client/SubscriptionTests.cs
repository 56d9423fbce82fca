using OpcUa.Client;
using OpcUa.Client.After;
using OpcUa.Client.Subscriptions;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Notifications;
using OpcUa.Protocol.Services;
using OpcUa.Protocol.Services.Subscriptions;

namespace Pooling.OpcUa.Client;

public sealed class SubscriptionTests : INotificationHandler
{
    private static readonly ClientOptions s_options = new()
    {
        RequestTimeout = TimeSpan.FromSeconds(60),
        RepublishTimeout = TimeSpan.FromMinutes(2),
        KeepAliveInterval = TimeSpan.FromMinutes(1),
        Reconnects = false,
    };

    private readonly List<double> _values = [];
    private readonly List<(uint Id, PublishRequest Request)> _held = [];
    private readonly List<uint> _republished = [];
    private readonly TaskCompletionSource<ScriptedConnection> _connected = new();
    private Action? _onValues;

    void INotificationHandler.OnDataChange(in DataChange change)
    {
        lock (_values)
        {
            foreach (MonitoredItemNotification item in change)
                _values.Add(item.Value.Value.Get<double>());
        }

        _onValues?.Invoke();
    }

    [Fact]
    public Task Messages_InOrder_AreHandedOverAndAcknowledged() => Run(async (server, _, subscription) =>
    {
        for (uint i = 1; i <= 10; i++)
            await Publish(server, i);

        await HasValues(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
        await Wait.Until(() => Acknowledged().SequenceEqual(Enumerable.Range(1, 10).Select(static i => (uint)i)));
        Assert.Equal((10, 10), (subscription.Messages, subscription.Notifications));
        Assert.Equal((0, 0, 0), (subscription.Lost, subscription.Republished, subscription.Duplicates));
    });

    [Fact]
    public Task Messages_WithAGap_WaitForThoseThatAreMissing() => Run(async (server, _, subscription) =>
    {
        await Publish(server, 1);
        await Publish(server, 4);
        await Publish(server, 5);
        await HasValues(1, 2, 3, 4, 5);
        await Publish(server, 6); // the next request contains all acknowledgements
        await HasValues(1, 2, 3, 4, 5, 6);
        await Wait.Until(() => subscription.Messages == 6);

        Assert.Equal([2u, 3], _republished);
        Assert.Equal((2, 0, 6), (subscription.Republished, subscription.Lost, subscription.Messages));
        await Wait.Until(() => Acknowledged().Order().SequenceEqual<uint>([1, 2, 3, 4, 5, 6]));
    });

    [Fact]
    public Task KeepAlive_WithAHigherNumber_ReportsThatMessagesAreMissing() => Run(async (server, _, subscription) =>
    {
        await Publish(server, 1);
        await Publish(server, 3, isKeepAlive: true);
        await HasValues(1, 2);

        Assert.Equal(1, subscription.Republished);
    });

    [Fact]
    public Task Messages_ThatTheServerDoesNotHave_AreLost() => Run(async (server, _, subscription) =>
    {
        await Publish(server, 1);
        await Publish(server, 103); // 100 and more no longer exist; more than 64 are not requested
        await HasValues(1, 103);
        Assert.Equal((101, 0), (subscription.Lost, subscription.Republished));

        await Publish(server, 105);
        await HasValues(1, 103, 105);
        Assert.Equal((102, 0), (subscription.Lost, subscription.Republished));
    });

    [Fact]
    public Task Messages_AfterANumberThatWasWrong_AreHandedOver() => Run(async (server, _, subscription) =>
    {
        await Publish(server, 1);
        await Publish(server, 262_146); // by which the server means 2
        await Publish(server, 3);
        await Publish(server, 4);
        await HasValues(1, 262_146, 3, 4);
        await Wait.Until(() => subscription.Messages == 4);

        Assert.Equal((0, 4), (subscription.Duplicates, subscription.Messages));
    });

    [Fact]
    public Task Messages_Twice_AreHandedOverOnce() => Run(async (server, _, subscription) =>
    {
        await Publish(server, 1);
        await Publish(server, 1);
        await Publish(server, 2);
        await HasValues(1, 2);

        Assert.Equal(1, subscription.Duplicates);
    });

    [Fact]
    public Task Handler_ThatThrows_IsCountedAndMessagesContinue() => Run(async (server, _, subscription) =>
    {
        _onValues = () => throw new InvalidOperationException("handler");
        await Publish(server, 1);
        await Publish(server, 2);
        await HasValues(1, 2);
        await Wait.Until(() => subscription.HandlerFaults == 2);

        Assert.Equal("handler", subscription.LastHandlerFault!.Message);
    });

    [Fact]
    public Task PublishRequests_TooMany_BecomeFewer() => Run(async (server, _, _) =>
    {
        await Wait.Until(() => Held() == 5);
        await server.Respond(Take(), new ServiceFault { Header = { ServiceResult = StatusCodes.BadTooManyPublishRequests } });
        await Publish(server, 1);
        await HasValues(1);
        await Wait.Until(() => Held() == 4);
        await Task.Delay(300);

        Assert.Equal(4, Held());
    });

    [Fact]
    public Task PublishRequests_Refused_AreSentAgainAfterAPause() => Run(async (server, _, _) =>
    {
        for (int i = 0; i < 20; i++)
        {
            await Wait.Until(() => Held() > 0);
            await server.Respond(Take(), new ServiceFault { Header = { ServiceResult = StatusCodes.BadUnexpectedError } });
        }

        await Publish(server, 1);
        await HasValues(1);
    });

    [Fact]
    public Task Acknowledgements_OfARequestThatIsAnsweredWithAFault_AreSentWithTheNext() => Run(async (server, _, _) =>
    {
        await Wait.Until(() => Held() == 5);
        await Publish(server, 1);
        await Publish(server, 2);
        await Wait.Until(() => Held() == 5);
        for (int i = 0; i < 5; i++) // the last two of them acknowledge messages 1 and 2
            await server.Respond(Take(), new ServiceFault { Header = { ServiceResult = StatusCodes.BadUnexpectedError } });

        await Wait.Until(() => Held() == 5);
        lock (_held)
        {
            Assert.Equal([1u, 2], NumbersOf(_held.Take(7)));
            Assert.Equal<uint>([1, 2], NumbersOf(_held.Skip(7)).Order());
        }

        await Publish(server, 3);
        await Wait.Until(() => Acknowledged().Contains(3u));
        Assert.Equal<uint>([1, 1, 2, 2, 3], Acknowledged().Order()); // those of a good response are not sent again
    });

    [Fact]
    public Task Acknowledgements_MoreThanTheServerAcceptsInARequest_AreSentInParts() => Run(async (server, _, _) =>
    {
        const int MaxEach = 3;

        var accepted = new List<uint>();
        for (uint i = 1; i <= 5; i++)
            await Publish(server, i);

        await HasValues(1, 2, 3, 4, 5);
        for (int i = 0; i < 5; i++) // so that the acknowledgements of all come together
            await Refuse(StatusCodes.BadUnexpectedError);

        for (uint next = 6; next < 20;)
        {
            await Wait.Until(() => Held() > 0);
            uint[] numbers = Next();
            if (numbers.Length > MaxEach)
            {
                await Refuse(StatusCodes.BadTooManyOperations);
                continue;
            }

            accepted.AddRange(numbers);
            await Publish(server, next++);
        }

        Assert.Equal<uint>([1, 2, 3, 4, 5], accepted.Where(static number => number <= 5).Order());

        uint[] Next()
        {
            lock (_held)
                return NumbersOf(_held.Skip(_taken).Take(1));
        }

        async Task Refuse(StatusCode status)
        {
            await Wait.Until(() => Held() > 0);
            await server.Respond(Take(), new ServiceFault { Header = { ServiceResult = status } });
        }
    });

    [Fact]
    public Task Message_OfAnotherSubscription_IsNobodys() => Run(async (server, _, subscription) =>
    {
        await Publish(server, 1, subscriptionId: 99);
        await Publish(server, 1);
        await HasValues(1);

        Assert.Equal(0, subscription.Lost);
    });

    [Fact]
    public Task Message_ThatIsNone_EndsTheConnectionAndReturnsAll() => Run(async (server, client, subscription) =>
    {
        (long, long, long, long) inUse = Wire.InUse();
        long messages = NotificationMessage.Pool.GetStatistics().InUse;
        await Wait.Until(() => Held() > 0);
        byte[] bytes = ScriptedConnection.Encode(Response(1, isKeepAlive: false, ScriptedConnection.SubscriptionId));
        await server.Send("MSGF", Take(), bytes[..^20]);
        await client.Channel!.Completion.WaitAsync(TimeSpan.FromSeconds(60));

        Assert.Equal(StatusCodes.BadDecodingError, client.Channel.CloseStatus);
        Assert.Equal((inUse, messages), (Wire.InUse(), NotificationMessage.Pool.GetStatistics().InUse));
        Assert.Empty(_values);
    });

    [Fact]
    public Task StatusChange_IsRaised() => Run(async (server, _, subscription) =>
    {
        var told = new TaskCompletionSource<StatusCode>();
        subscription.StatusChanged += (_, status) => told.TrySetResult(status);
        PublishResponse response = Response(1, isKeepAlive: true, ScriptedConnection.SubscriptionId);
        response.NotificationMessage!.StatusChange = StatusCodes.BadTimeout;
        await Wait.Until(() => Held() > 0);
        await server.Respond(Take(), response);

        Assert.Equal(StatusCodes.BadTimeout, await told.Task.WaitAsync(TimeSpan.FromSeconds(60)));
    });

    private async Task Run(Func<ScriptedConnection, UaClient, Subscription, Task> test)
    {
        await using var server = new ScriptedServer(Serve);
        await using UaClient client = await UaClient.ConnectAsync(server.Url, s_options);
        Subscription subscription = await client.SubscribeAsync(this);
        await subscription.AddItemsAsync([new MonitoredItemSettings(new NodeId(1, 2))]);
        await test(await _connected.Task, client, subscription);
        await client.DisposeAsync();
        Assert.Equal(0, client.Memory.Outstanding);
    }

    private async Task Serve(ScriptedConnection connection)
    {
        await connection.ShakeHands();
        _connected.SetResult(connection);
        await connection.Serve(async (id, request) =>
        {
            if (request is PublishRequest publish)
            {
                lock (_held)
                    _held.Add((id, publish));

                return true;
            }

            if (request is not RepublishRequest republish)
                return false;

            _republished.Add(republish.RetransmitSequenceNumber);
            PublishResponse found = Response(republish.RetransmitSequenceNumber, isKeepAlive: false, ScriptedConnection.SubscriptionId);
            await connection.Respond(id, republish.RetransmitSequenceNumber >= 100
                ? new ServiceFault { Header = { ServiceResult = StatusCodes.BadMessageNotAvailable } }
                : new RepublishResponse { NotificationMessage = found.NotificationMessage });
            return true;
        });
    }

    private async Task Publish(
        ScriptedConnection server, uint number, bool isKeepAlive = false, uint subscriptionId = ScriptedConnection.SubscriptionId)
    {
        await Wait.Until(() => Held() > 0);
        await server.Respond(Take(), Response(number, isKeepAlive, subscriptionId));
    }

    private static PublishResponse Response(uint number, bool isKeepAlive, uint subscriptionId)
    {
        var message = new NotificationMessage { SequenceNumber = number, PublishTime = DateTime.UtcNow };
        if (!isKeepAlive)
            message.DataChanges.Add().MonitoredItems.Add().Value = new DataValue((double)number);

        return new PublishResponse { SubscriptionId = subscriptionId, NotificationMessage = message };
    }

    private int _taken;

    private int Held()
    {
        lock (_held)
            return _held.Count - _taken;
    }

    private uint Take()
    {
        lock (_held)
            return _held[_taken++].Id;
    }

    private uint[] Acknowledged()
    {
        lock (_held)
            return NumbersOf(_held);
    }

    private static uint[] NumbersOf(IEnumerable<(uint Id, PublishRequest Request)> held) =>
        [.. held.SelectMany(static each => each.Request.Acknowledgements).Select(static each => each.SequenceNumber)];

    private Task HasValues(params double[] values) => Wait.Until(() =>
    {
        lock (_values)
            return _values.SequenceEqual(values);
    });
}
