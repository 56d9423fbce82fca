using System.Collections.Concurrent;
using OpcUa.Client;
using OpcUa.Client.After;
using OpcUa.Client.Subscriptions;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Notifications;
using OpcUa.Server;
using OpcUa.Server.Hosting;
using Pooling.Buffers;
using Pooling.Encodeables;

namespace OpcUa.App;

/// <summary>Checks encoding, transport, client and server, also where they were copied to.</summary>
internal static class SelfCheck
{
    private const int Variables = 100;

    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(1); // only what is wrong takes so long

    /// <summary>Runs the checks.</summary>
    /// <param name="output">Is told what failed, and the counts.</param>
    /// <returns>The exit code: 0 if nothing failed.</returns>
    public static int Run(TextWriter output)
    {
        int passed = 0;
        int failed = 0;
        CheckMessages(Check);
        CheckConversation(Check).GetAwaiter().GetResult();
        output.WriteLine($"Passed: {passed}, Failed: {failed}");
        return failed == 0 ? 0 : 1;

        void Check(string what, bool holds)
        {
            passed += holds ? 1 : 0;
            failed += holds ? 0 : 1;
            if (!holds)
                output.WriteLine($"FAILED {what}");
        }
    }

    private static void CheckMessages(Action<string, bool> check)
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        var message = new NotificationMessage { SequenceNumber = 7, PublishTime = DateTime.UtcNow };
        DataChangeNotification change = message.DataChanges.Add();
        for (uint i = 0; i < Variables; i++)
        {
            MonitoredItemNotification item = change.MonitoredItems.Add();
            item.ClientHandle = i;
            item.Value = new DataValue(i * 1.5, sourceTimestamp: message.PublishTime);
        }

        message.Encode(new BinaryEncoder(writer));
        byte[] bytes = writer.WrittenSpan.ToArray();
        double sum = Decode(bytes);
        check("a message is read as it was written", sum == 1.5 * Variables * (Variables - 1) / 2);

        // Up to some times: the runtime itself may allocate meanwhile.
        long allocated = -1;
        for (int round = 0; allocated != 0 && round < 10; round++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            for (int i = 0; i < 1000; i++)
                sum += Decode(bytes);

            allocated = GC.GetAllocatedBytesForCurrentThread() - before;
        }

        check("1,000 messages allocate nothing", allocated == 0);
        Array.Resize(ref bytes, bytes.Length - 1);
        check("half a message is refused", Throws(() => Decode(bytes)));
    }

    private static double Decode(byte[] bytes)
    {
        using PooledScope scope = PooledScope.Begin();
        var decoder = new BinaryDecoder(bytes, scope);
        NotificationMessage message = scope.Rent(NotificationMessage.Pool);
        message.Decode(ref decoder);
        double sum = 0;
        foreach (MonitoredItemNotification item in message.DataChanges[0].MonitoredItems.Span)
            sum += item.Value.Value.Get<double>();

        return sum;
    }

    private static bool Throws(Action action)
    {
        try
        {
            action();
            return false;
        }
        catch (DecodingException)
        {
            return true;
        }
    }

    private static async Task CheckConversation(Action<string, bool> check)
    {
        OpcUaServer server = OpcUaServer.Start(new OpcUaServerOptions { Port = 0, Nodes = Variables, Rate = 1000 });
        await using (server.ConfigureAwait(false))
        {
            UaClient client = await UaClient.ConnectAsync(server.EndpointUrl).ConfigureAwait(false);
            await using (client.ConfigureAwait(false))
                await CheckClient(check, server, client).ConfigureAwait(false);

            check("the session is gone",
                await Until(() => server.GetStatistics() is { Sessions: 0, Connections: 0 }).ConfigureAwait(false));
            check("the server has returned all memory",
                await Until(() => server.GetStatistics() is { Outstanding: 0, Items: 0, SentMessages: 0 }).ConfigureAwait(false));
        }

        check("every message was returned", NotificationMessage.Pool.GetStatistics().InUse == 0);
    }

    private static async Task CheckClient(Action<string, bool> check, OpcUaServer server, UaClient client)
    {
        NodeId[] nodes = [.. Enumerable.Range(1, Variables).Select(static number => new NodeId((uint)number, 2))];
        var last = new ConcurrentDictionary<NodeId, double>();
        Subscription subscription = await client.SubscribeAsync(new Follower(last)).ConfigureAwait(false);
        MonitoredItem[] items = await subscription
            .AddItemsAsync(nodes.Select(static node => new MonitoredItemSettings(node) { QueueSize = 100 })).ConfigureAwait(false);
        check("items are created", items.Length == Variables && items.All(static item => !item.Status.IsBad));
        check("values come", await Until(() => subscription.Notifications > 5 * Variables).ConfigureAwait(false));

        using var stream = new NotificationStream();
        Subscription second = await client.SubscribeAsync(stream).ConfigureAwait(false);
        await second.AddItemsAsync([new MonitoredItemSettings(nodes[0])]).ConfigureAwait(false);
        await foreach (NotificationMessage message in stream.ConfigureAwait(false))
        {
            check("a stream of messages has values", message.DataChanges[0].MonitoredItems.Count > 0);
            break;
        }

        await second.DeleteAsync().ConfigureAwait(false);
        server.Freeze();
        DataValue[] read = await client.ReadAsync(nodes).ConfigureAwait(false);
        check("values are read", read.All(static value => value.Value.TryGet(out double _)));
        check("what is read is also notified", await Until(() => Enumerable.Range(0, Variables)
            .All(i => last.TryGetValue(nodes[i], out double value) && value == read[i].Value.Get<double>())).ConfigureAwait(false));
        check("a value is written", !(await client.WriteAsync(nodes[0], 1e6).ConfigureAwait(false)).IsBad);
        check("a value that is written is notified", await Until(() => last[nodes[0]] == 1e6).ConfigureAwait(false));
        check("nothing was lost", subscription is { Lost: 0, Duplicates: 0, HandlerFaults: 0 });
    }

    private static async Task<bool> Until(Func<bool> condition)
    {
        for (DateTime end = DateTime.UtcNow + s_patience; DateTime.UtcNow < end; await Task.Delay(20).ConfigureAwait(false))
        {
            if (condition())
                return true;
        }

        return false;
    }

    private sealed class Follower(ConcurrentDictionary<NodeId, double> last) : INotificationHandler
    {
        public void OnDataChange(in DataChange change)
        {
            foreach (MonitoredItemNotification notification in change)
            {
                if (change.TryGetItem(notification, out MonitoredItem? item) && notification.Value.Value.TryGet(out double value))
                    last[item.NodeId] = value;
            }
        }
    }
}
