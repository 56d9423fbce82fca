using OpcUa.Client;
using OpcUa.Client.After;
using OpcUa.Client.Subscriptions;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Notifications;
using OpcUa.Protocol.Services;
using OpcUa.Protocol.Services.Subscriptions;

namespace Pooling.OpcUa.Client;

/// <summary>Tests messages that arrive in any order, repeatedly or not at all. Each is delivered once, in order, or counted as
/// lost.</summary>
public sealed class LostMessagesTests : INotificationHandler
{
    private static readonly ClientOptions s_options = new()
    {
        RequestTimeout = TimeSpan.FromMinutes(2),
        RepublishTimeout = TimeSpan.FromMinutes(2),
        ReconnectDelay = TimeSpan.FromMilliseconds(20),
    };

    // The server never answers a Republish, however long the client waits.
    private static readonly ClientOptions s_impatient = s_options with { RepublishTimeout = TimeSpan.FromMilliseconds(200) };

    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(2);

    private readonly List<double> _values = [];
    private readonly Queue<uint> _publishes = []; // request ids
    private readonly Queue<uint> _nextPublishes = []; // of the second connection
    private readonly Queue<(uint Id, uint Number)> _republishes = [];
    private readonly TaskCompletionSource<ScriptedConnection> _connected = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource<ScriptedConnection> _next = new(TaskCreationOptions.RunContinuationsAsynchronously);

    void INotificationHandler.OnDataChange(in DataChange change)
    {
        lock (_values)
        {
            foreach (MonitoredItemNotification item in change)
                _values.Add(item.Value.Value.Get<double>());
        }
    }

    [Fact]
    public Task Messages_BehindOneThatIsNotThere_AreDeliveredBeforeItIsSkipped() => Run(async (server, subscription) =>
    {
        uint[] sent = [1, .. Enumerable.Range(3, 65).Select(static i => (uint)i)]; // one more than are held
        foreach (uint number in sent)
            await Publish(server, number);

        await Wait.Until(() => subscription.Messages + subscription.Lost >= 67);
        Assert.Equal(sent.Select(static number => (double)number), Values());
        Assert.Equal((66, 1, 0), (subscription.Messages, subscription.Lost, subscription.Duplicates));
    });

    [Fact]
    public Task KeepAlive_FarAheadOfMessagesThatAreHeld_DeliversThemFirst() => Run(async (server, subscription) =>
    {
        await Publish(server, 1);
        await Publish(server, 3);
        await Publish(server, 4);
        await Publish(server, 200, isKeepAlive: true);
        await Publish(server, 200);

        await Wait.Until(() => Values().Contains(200));
        Assert.Equal([1, 3, 4, 200], Values());
        Assert.Equal(196, subscription.Lost); // 2, and 5 to 199
    });

    [Fact]
    public Task Messages_OfAServerThatNumbersAgain_ComeAfterThoseThatAreHeld() => Run(async (server, subscription) =>
    {
        await Publish(server, 5_000);
        await Publish(server, 5_002);
        await Publish(server, 5_005, isKeepAlive: true);
        await Publish(server, 1);
        await Wait.Until(() => Values().Contains(1));

        Assert.Equal([5_000, 5_002, 1], Values());
        Assert.Equal(4_999 + 3, subscription.Lost); // those before 5,000, as far as the client can determine; 5,001, 5,003 and 5,004
    });

    [Fact]
    public async Task Messages_HeldWhenTheServerForgetsTheSubscription_AreDelivered()
    {
        int connections = 0;
        await using var server = new ScriptedServer(async connection =>
        {
            bool isFirst = Interlocked.Increment(ref connections) == 1;
            await connection.ShakeHands();
            await connection.Serve(async (id, request) =>
            {
                switch (request)
                {
                    case PublishRequest when isFirst:
                        lock (_publishes)
                            _publishes.Enqueue(id);

                        return true;
                    case RepublishRequest when !isFirst:
                        await connection.Respond(
                            id, new ServiceFault { Header = { ServiceResult = StatusCodes.BadSubscriptionIdInvalid } });
                        return true;
                    case RepublishRequest:
                        throw new EndOfStreamException(); // the connection is lost
                    case CreateSubscriptionRequest when isFirst:
                        _connected.SetResult(connection);
                        return false;
                    default:
                        return false;
                }
            });
        });
        await using UaClient client = await UaClient.ConnectAsync(server.Url, s_options);
        Subscription subscription = await client.SubscribeAsync(this);
        await Publish(await _connected.Task, 1);
        await Publish(await _connected.Task, 3);
        await Wait.Until(() => client.Reconnections == 1);

        Assert.Equal([1, 3], Values());
        Assert.Equal((2, 1), (subscription.Messages, subscription.Lost));
    }

    [Fact]
    public async Task Messages_BehindOneThatIsNeverSentAgain_AreDelivered()
    {
        await Run(
            async (server, subscription) =>
            {
                await Publish(server, 1);
                await Publish(server, 3);
                await Publish(server, 6); // 2, 4 and 5 are missing
                await Wait.Until(() => HasRepublish());
                while (subscription.Messages < 3)
                    await Publish(server, 7, isKeepAlive: true); // the server keeps silent about 2

                Assert.Equal([1, 3, 6], Values());
                Assert.Equal((3, 3), (subscription.Messages, subscription.Lost));
                await Publish(server, 7);
                await Wait.Until(() => subscription.Messages == 4);
                Assert.Equal((4, 3), (subscription.Messages, subscription.Lost));
            },
            s_impatient);
    }

    [Fact]
    public async Task Messages_HeldWhenTheNextServerNeverSendsThemAgain_AreDelivered()
    {
        int connections = 0;
        await using var server = new ScriptedServer(async connection =>
        {
            bool isFirst = Interlocked.Increment(ref connections) == 1;
            await connection.ShakeHands();
            if (!isFirst)
                _next.TrySetResult(connection);

            await connection.Serve((id, request) =>
            {
                if (request is RepublishRequest)
                    return isFirst ? throw new EndOfStreamException() : Task.FromResult(true); // never answered

                if (request is PublishRequest)
                {
                    lock (_publishes)
                        (isFirst ? _publishes : _nextPublishes).Enqueue(id);
                }
                else if (request is CreateSubscriptionRequest && isFirst)
                {
                    _connected.SetResult(connection);
                }

                return Task.FromResult(request is PublishRequest);
            });
        });
        await using UaClient client = await UaClient.ConnectAsync(server.Url, s_impatient);
        Subscription subscription = await client.SubscribeAsync(this);
        await Publish(await _connected.Task, 1);
        await Publish(await _connected.Task, 3);
        ScriptedConnection next = await _next.Task.WaitAsync(s_patience);
        await Publish(next, 4, requests: _nextPublishes);
        await Wait.Until(() => subscription.Messages == 3 && client.Reconnections == 1);

        Assert.Equal([1, 3, 4], Values());
        Assert.Equal((3, 1), (subscription.Messages, subscription.Lost));
        Assert.Equal((1, 2), (client.Reconnections, server.Connections));
    }

    [Theory]
    [InlineData(1, 12)]
    [InlineData(1001, 12)]
    [InlineData(2001, 12)]
    public async Task Messages_InAnyOrder_AreDeliveredOnceOrCountedAsLost(int seed, int rounds)
    {
        for (int round = 0; round < rounds; round++)
            await new LostMessagesTests().Shuffle(seed + round);
    }

    /// <summary>Sends messages in random order. Some are repeated, some are missing, and some requests for them are answered
    /// late.</summary>
    private Task Shuffle(int seed) => Run(async (server, subscription) =>
    {
        await Publish(server, 2_000); // the client continues from any number that is far away
        await Wait.Until(() => subscription.Messages == 1);
        (long messages, long lost) = (subscription.Messages, subscription.Lost);
        lock (_values)
            _values.Clear();

        var random = new Random(seed);
        int count = random.Next(1, 250);
        uint first = random.Next(2) == 0 ? 1 : uint.MaxValue - 100 - (uint)random.Next(100); // the numbers start again
        int window = new[] { 0, 3, 20, 60, 200 }[random.Next(5)];
        double dropped = random.Next(3) * 0.1;
        double unavailable = random.Next(3) * 0.4;
        double prompt = random.NextDouble(); // the probability of an immediate answer to a request for a message
        uint NumberOf(int index) => (uint)((first - 1L + index) % uint.MaxValue) + 1;

        var order = Enumerable.Range(1, count - 1).Where(_ => random.NextDouble() >= dropped)
            .SelectMany(i => random.NextDouble() < 0.1 ? new[] { i, i } : [i])
            .OrderBy(i => i + (random.NextDouble() * window)).ToList();
        var sentAt = new Dictionary<int, int>(); // by index: the time at which it was first sent
        var announcedAt = new Dictionary<int, int>(); // by index: the time at which a keep-alive reported it as sent
        var refused = new HashSet<int>();
        int time = 0;
        int highest = 0;

        async Task Answer()
        {
            (uint id, uint number) = TakeRepublish();
            bool isThere = random.NextDouble() >= unavailable;
            if (isThere)
                sentAt.TryAdd(IndexOf(number), time++);
            else
                refused.Add(IndexOf(number));

            await server.Respond(id, isThere
                ? new RepublishResponse { NotificationMessage = Message(number, isKeepAlive: false) }
                : new ServiceFault { Header = { ServiceResult = StatusCodes.BadMessageNotAvailable } });
        }

        int IndexOf(uint number) => (int)(((number - 1L) - (first - 1L) + uint.MaxValue) % uint.MaxValue);

        sentAt.Add(0, time++);
        await Publish(server, first);
        foreach (int index in order)
        {
            sentAt.TryAdd(index, time++);
            await Publish(server, NumberOf(index));
            highest = Math.Max(highest, index);
            if (random.Next(20) == 0)
            {
                announcedAt[highest] = time++;
                await Publish(server, NumberOf(highest + 1), isKeepAlive: true);
            }

            while (HasRepublish() && random.NextDouble() < prompt)
                await Answer();
        }

        await Publish(server, NumberOf(count), isKeepAlive: true);
        await Wait.Until(() =>
        {
            while (HasRepublish())
                Answer().GetAwaiter().GetResult();

            return subscription.Messages - messages + subscription.Lost - lost >= count;
        }, $"seed {seed}: all of {count} are delivered or lost");
        lost = subscription.Lost - lost;

        int[] delivered = [.. Values().Select(value => IndexOf((uint)value))];
        Assert.True(delivered.SequenceEqual(delivered.Distinct().Order()), $"seed {seed}: {string.Join(" ", delivered)}");
        Assert.True(delivered.Length + lost == count, $"seed {seed}: {delivered.Length} + {lost} of {count}");
        var isDelivered = delivered.ToHashSet();
        (int next, int announced) = (int.MaxValue, int.MaxValue); // the times at which the client may have skipped a message
        for (int i = count - 1; i >= 0; i--)
        {
            announced = Math.Min(announced, announcedAt.GetValueOrDefault(i, int.MaxValue));
            if (isDelivered.Contains(i))
                next = sentAt[i];
            else if (sentAt.TryGetValue(i, out int at) && !refused.Contains(i))
                Assert.True(at > Math.Min(next, announced), $"seed {seed}: {i} was there before the one after it, and is lost");
        }
    });

    private async Task Run(Func<ScriptedConnection, Subscription, Task> test, ClientOptions? options = null)
    {
        await using var server = new ScriptedServer(Serve);
        await using UaClient client = await UaClient.ConnectAsync(server.Url, options ?? s_options);
        Subscription subscription = await client.SubscribeAsync(this);
        await test(await _connected.Task, subscription);
        await client.DisposeAsync();
        Assert.Equal((0, 0), (client.Memory.Outstanding, client.Reconnections));
    }

    private async Task Serve(ScriptedConnection connection)
    {
        await connection.ShakeHands();
        _connected.SetResult(connection);
        await connection.Serve((id, request) =>
        {
            lock (_publishes)
            {
                if (request is PublishRequest)
                    _publishes.Enqueue(id);
                else if (request is RepublishRequest republish)
                    _republishes.Enqueue((id, republish.RetransmitSequenceNumber));
            }

            return Task.FromResult(request is PublishRequest or RepublishRequest);
        });
    }

    private async Task Publish(ScriptedConnection server, uint number, bool isKeepAlive = false, Queue<uint>? requests = null)
    {
        uint id = 0;
        await Wait.Until(() =>
        {
            lock (_publishes)
                return (requests ?? _publishes).TryDequeue(out id);
        });
        await server.Respond(id, new PublishResponse
        {
            SubscriptionId = ScriptedConnection.SubscriptionId,
            NotificationMessage = Message(number, isKeepAlive),
        });
    }

    private static NotificationMessage Message(uint number, bool isKeepAlive)
    {
        var message = new NotificationMessage { SequenceNumber = number, PublishTime = DateTime.UtcNow };
        if (!isKeepAlive)
            message.DataChanges.Add().MonitoredItems.Add().Value = new DataValue((double)number);

        return message;
    }

    private bool HasRepublish()
    {
        lock (_publishes)
            return _republishes.Count > 0;
    }

    private (uint Id, uint Number) TakeRepublish()
    {
        lock (_publishes)
            return _republishes.Dequeue();
    }

    private List<double> Values()
    {
        lock (_values)
            return [.. _values];
    }
}
