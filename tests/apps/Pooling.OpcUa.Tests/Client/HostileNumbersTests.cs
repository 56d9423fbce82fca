using System.Buffers.Binary;
using System.Collections.Concurrent;
using System.Net.Sockets;
using OpcUa.Client;
using OpcUa.Client.After;
using OpcUa.Client.Subscriptions;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Notifications;
using OpcUa.Protocol.Services;
using OpcUa.Protocol.Services.Subscriptions;
using OpcUa.Protocol.Transport;

namespace Pooling.OpcUa.Client;

/// <summary>Tests a server that sends extreme numbers in all places.</summary>
public sealed class HostileNumbersTests : INotificationHandler
{
    private const int AtOnce = 8;

    private static readonly ClientOptions s_options = new()
    {
        RequestTimeout = TimeSpan.FromSeconds(60),
        ReconnectDelay = TimeSpan.FromMilliseconds(1),
        MaxReconnectDelay = TimeSpan.FromMilliseconds(20),
        Transport = new TransportLimits { Linger = TimeSpan.FromMilliseconds(100) },
    };

    // The values that replace some bytes of a response: two halves of a number of 8 bytes, or a length and the data after it.
    private static readonly ulong[] s_patterns =
    [
        BitConverter.DoubleToUInt64Bits(double.NaN),
        BitConverter.DoubleToUInt64Bits(1e300),
        BitConverter.DoubleToUInt64Bits(double.NegativeInfinity),
        ulong.MaxValue,
        0x7FFFFFFF_7FFFFFFF,
        0,
    ];

    void INotificationHandler.OnDataChange(in DataChange change)
    {
        foreach (MonitoredItemNotification item in change)
            change.TryGetItem(item, out _);
    }

    [Theory]
    [InlineData(double.NaN, 10)]
    [InlineData(double.PositiveInfinity, 10)]
    [InlineData(double.NegativeInfinity, 10)]
    [InlineData(1e300, 10)]
    [InlineData(-1, 10)]
    [InlineData(100, uint.MaxValue)]
    [InlineData(1e300, uint.MaxValue)]
    [InlineData(0, 0)]
    public async Task SubscribeAsync_ExtremeRevisions_Works(double number, uint count)
    {
        await using var server = new ScriptedServer(async connection =>
        {
            await connection.ShakeHands();
            await connection.Serve(async (id, request) =>
            {
                IServiceResponse? response = request switch
                {
                    CreateSubscriptionRequest => new CreateSubscriptionResponse
                    {
                        SubscriptionId = ScriptedConnection.SubscriptionId,
                        RevisedPublishingInterval = number,
                        RevisedMaxKeepAliveCount = count,
                        RevisedLifetimeCount = count,
                    },
                    CreateMonitoredItemsRequest => new CreateMonitoredItemsResponse
                    {
                        Results = [new MonitoredItemCreateResult(default, 1, number, count)],
                    },
                    _ => null,
                };
                if (response is null)
                    return false;

                await connection.Respond(id, response);
                return true;
            });
        });
        await using UaClient client = await UaClient.ConnectAsync(server.Url, s_options);
        Subscription subscription = await client.SubscribeAsync(this);
        MonitoredItem item = (await subscription.AddItemsAsync([new MonitoredItemSettings(new NodeId(1, 2))]))[0];
        client.Channel!.Abort(StatusCodes.BadConnectionClosed); // the same numbers are sent again
        await Wait.Until(
            () => client is { Reconnections: 1, State: ClientState.Connected } or { State: ClientState.Closed });

        Assert.Equal(5u, (await client.ReadAsync(new NodeId(5))).Value.Get<uint>());
        Assert.InRange(subscription.RevisedPublishingInterval, TimeSpan.FromMilliseconds(1), TimeSpan.FromDays(30));
        Assert.InRange(item.RevisedSamplingInterval, 0, int.MaxValue);
        Assert.Equal(ClientState.Connected, client.State);
    }

    /// <summary>Checks that bytes can be replaced at each place of each response. The client works, or throws a documented
    /// exception.</summary>
    [Fact]
    public async Task Client_AnyNumberOfAnyResponse_ThrowsOnlyWhatIsDocumented()
    {
        List<int> lengths = await LengthsAsync();
        var failures = new ConcurrentQueue<string>();
        await Parallel.ForEachAsync(Cases(lengths), new ParallelOptions { MaxDegreeOfParallelism = AtOnce }, async (wrong, _) =>
        {
            using var memory = new TransportMemory();
            try
            {
                await using var server = new ScriptedServer(connection => Serve(connection, wrong));
                await TalkAsync(server, memory).WaitAsync(TimeSpan.FromSeconds(120));
            }
            catch (Exception exception)
            {
                failures.Enqueue($"{wrong}: {exception.GetType().Name} {exception.Message}");
            }

            if (memory.Outstanding != 0)
                failures.Enqueue($"{wrong}: {memory.Outstanding} blocks are not returned");
        });

        Assert.True(failures.IsEmpty, $"{failures.Count}, as: {string.Join("\n", failures.Order().Take(40))}");
    }

    /// <summary>Checks the same on the connection after a lost one. The client reconnects.</summary>
    [Fact]
    public async Task Client_AnyNumberWhileItReconnects_ComesBack()
    {
        List<int> lengths = await LengthsAsync();
        var failures = new ConcurrentQueue<string>();
        await Parallel.ForEachAsync(Cases(lengths).Where(static wrong => wrong.Pattern <= 2), // the patterns that make numbers extreme
            new ParallelOptions { MaxDegreeOfParallelism = AtOnce }, async (wrong, _) =>
            {
                try
                {
                    int connections = 0;
                    await using var server = new ScriptedServer(
                        connection => Serve(connection, Interlocked.Increment(ref connections) == 2 ? wrong : null));
                    await ComeBackAsync(server).WaitAsync(TimeSpan.FromSeconds(120));
                }
                catch (Exception exception)
                {
                    failures.Enqueue($"{wrong}: {exception.GetType().Name} {exception.Message}");
                }
            });

        Assert.True(failures.IsEmpty, $"{failures.Count}, as: {string.Join("\n", failures.Order().Take(40))}");
    }

    private async Task TalkAsync(ScriptedServer server, TransportMemory memory)
    {
        try
        {
            await using UaClient client = await UaClient.ConnectAsync(
                server.Url, s_options with { Reconnects = false, Memory = memory });
            Subscription subscription = await client.SubscribeAsync(this);
            await subscription.AddItemsAsync([new MonitoredItemSettings(new NodeId(1, 2))]);
            await client.ReadAsync(new NodeId(5)); // a message was received by now, too
            await subscription.DeleteAsync();
        }
        catch (Exception exception) when (exception is ServiceException or DecodingException or SocketException)
        {
            // As documented.
        }
    }

    private async Task ComeBackAsync(ScriptedServer server)
    {
        await using UaClient client = await UaClient.ConnectAsync(server.Url, s_options);
        Subscription subscription = await client.SubscribeAsync(this);
        await subscription.AddItemsAsync([new MonitoredItemSettings(new NodeId(1, 2))]);
        client.Channel!.Abort(StatusCodes.BadConnectionClosed);
        while (true)
        {
            Assert.NotEqual(ClientState.Closed, client.State);
            try
            {
                await Wait.Until(() => client.Reconnections > 0 || client.State == ClientState.Closed);
                await client.ReadAsync(new NodeId(5));
                return;
            }
            catch (Exception exception) when (exception is ServiceException or DecodingException)
            {
                await Task.Delay(5);
            }
        }
    }

    private async Task<List<int>> LengthsAsync()
    {
        var lengths = new List<int>();
        using var memory = new TransportMemory();
        await using var server = new ScriptedServer(connection => Serve(connection, null, lengths));
        await TalkAsync(server, memory);
        Assert.InRange(lengths.Count, 8, 20);
        return lengths;
    }

    private static IEnumerable<Wrong> Cases(List<int> lengths) =>
        from response in Enumerable.Range(0, lengths.Count)
        from place in Enumerable.Range(0, lengths[response])
        from pattern in Enumerable.Range(0, s_patterns.Length)
        where (place + pattern) % 2 == 0 || pattern < 2
        select new Wrong(response, place, pattern);

    private static async Task Serve(ScriptedConnection connection, Wrong? wrong, List<int>? lengths = null)
    {
        int responses = 0;
        bool isPublished = false;
        connection.Alter = body =>
        {
            lengths?.Add(body.Length);
            return responses++ == wrong?.Response ? wrong.Apply(body) : body;
        };
        await connection.ShakeHands();
        await connection.Serve(async (id, request) =>
        {
            if (request is not PublishRequest || isPublished)
                return false;

            isPublished = true;
            var message = new NotificationMessage { SequenceNumber = 1, PublishTime = DateTime.UtcNow };
            message.DataChanges.Add().MonitoredItems.Add().Value = new DataValue(1.0, sourceTimestamp: message.PublishTime);
            await connection.Respond(
                id, new PublishResponse { SubscriptionId = ScriptedConnection.SubscriptionId, NotificationMessage = message });
            return true;
        });
    }

    /// <summary>A replacement: the response on its connection, the place in it, and the pattern.</summary>
    private sealed record Wrong(int Response, int Place, int Pattern)
    {
        public byte[] Apply(byte[] body)
        {
            Span<byte> bytes = stackalloc byte[sizeof(ulong)];
            BinaryPrimitives.WriteUInt64LittleEndian(bytes, s_patterns[Pattern]);
            Span<byte> place = body.AsSpan(Math.Min(Place, body.Length));
            bytes[..Math.Min(bytes.Length, place.Length)].CopyTo(place);
            return body;
        }
    }
}
