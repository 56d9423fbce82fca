using System.Collections.Concurrent;
using OpcUa.Client;
using OpcUa.Client.After;
using OpcUa.Client.Subscriptions;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Notifications;
using OpcUa.Protocol.Security;
using OpcUa.Protocol.Services.Channels;
using OpcUa.Server;
using OpcUa.Server.Hosting;
using Pooling.Buffers;
using Pooling.Encodeables;

namespace OpcUa.App;

/// <summary>Checks encoding, transport, client and server, also in projects that copied them.</summary>
internal static class SelfCheck
{
    private const int Variables = 100;

    private static readonly NodeId[] s_nodes = [.. Enumerable.Range(1, Variables).Select(static number => new NodeId((uint)number, 2))];

    /// <summary>Runs the checks.</summary>
    /// <param name="output">Receives the failures and the counts.</param>
    /// <returns>The exit code: 0 if nothing failed.</returns>
    public static int Run(TextWriter output)
    {
        var checks = new Checks(output);
        CheckMessages(checks);
        CheckConversation(checks).GetAwaiter().GetResult();
        CheckSecurity(checks).GetAwaiter().GetResult();
        return checks.End();
    }

    private static void CheckMessages(Checks checks)
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
        checks.Add("a message survives encoding and decoding", sum == 1.5 * Variables * (Variables - 1) / 2);

        // Repeated a few times, since the runtime itself may allocate in between.
        long allocated = -1;
        for (int round = 0; allocated != 0 && round < 10; round++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            for (int i = 0; i < 1000; i++)
                sum += Decode(bytes);

            allocated = GC.GetAllocatedBytesForCurrentThread() - before;
        }

        checks.Add("1,000 messages allocate nothing", allocated == 0);
        Array.Resize(ref bytes, bytes.Length - 1);
        checks.Add("a truncated message is rejected", Throws(() => Decode(bytes)));
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

    private static async Task CheckConversation(Checks checks)
    {
        OpcUaServer server = OpcUaServer.Start(new OpcUaServerOptions { Port = 0, Nodes = Variables, Rate = 1000 });
        await using (server.ConfigureAwait(false))
        {
            UaClient client = await UaClient.ConnectAsync(server.EndpointUrl).ConfigureAwait(false);
            await using (client.ConfigureAwait(false))
                await CheckClient(checks, server, client).ConfigureAwait(false);

            await CheckMiniClient(checks, server).ConfigureAwait(false);
            await checks.Until("the session is closed", () => server.GetStatistics() is { Sessions: 0, Connections: 0 }).ConfigureAwait(false);
            await checks.Until("the server has returned all memory",
                () => server.GetStatistics() is { Outstanding: 0, Items: 0, SentMessages: 0 }).ConfigureAwait(false);
        }

        checks.Add("every message was returned", NotificationMessage.Pool.GetStatistics().InUse == 0);
    }

    private static async Task CheckSecurity(Checks checks)
    {
        using var own = ApplicationCertificate.Create(OpcUaServer.ApplicationUri, "check");
        OpcUaServer server = OpcUaServer.Start(new OpcUaServerOptions
        {
            Port = 0,
            Nodes = Variables,
            Rate = 0,
            Security = new ServerSecurity(own, CertificateValidator.AcceptAny),
        });
        await using (server.ConfigureAwait(false))
        {
            var security = new ClientSecurity(MessageSecurityMode.SignAndEncrypt, own, CertificateValidator.AcceptAny);
            UaClient client = await UaClient.ConnectAsync(server.EndpointUrl, new ClientOptions { Security = security })
                .ConfigureAwait(false);
            await using (client.ConfigureAwait(false))
            {
                checks.Add("values are read over a signed and encrypted channel",
                    (await client.ReadAsync(s_nodes).ConfigureAwait(false)).All(static value => value.Value.TryGet(out double _)));
            }
        }
    }

    private static async Task CheckClient(Checks checks, OpcUaServer server, UaClient client)
    {
        var last = new ConcurrentDictionary<NodeId, double>();
        Subscription subscription = await client.SubscribeAsync(new Follower(last)).ConfigureAwait(false);
        MonitoredItem[] items = await subscription
            .AddItemsAsync(s_nodes.Select(static node => new MonitoredItemSettings(node) { QueueSize = 100 })).ConfigureAwait(false);
        checks.Add("items are created", items.Length == Variables && items.All(static item => !item.Status.IsBad));
        await checks.Until("values arrive", () => subscription.Notifications > 5 * Variables).ConfigureAwait(false);

        using var stream = new NotificationStream();
        Subscription second = await client.SubscribeAsync(stream).ConfigureAwait(false);
        await second.AddItemsAsync([new MonitoredItemSettings(s_nodes[0])]).ConfigureAwait(false);
        await foreach (NotificationMessage message in stream.ConfigureAwait(false))
        {
            checks.Add("messages from a stream have values", message.DataChanges[0].MonitoredItems.Count > 0);
            break;
        }

        await second.DeleteAsync().ConfigureAwait(false);
        server.Freeze();
        DataValue[] read = await client.ReadAsync(s_nodes).ConfigureAwait(false);
        checks.Add("values are read", read.All(static value => value.Value.TryGet(out double _)));
        await checks.Until("values that are read are also notified", () => Enumerable.Range(0, Variables)
            .All(i => last.TryGetValue(s_nodes[i], out double value) && value == read[i].Value.Get<double>())).ConfigureAwait(false);
        checks.Add("a value is written", !(await client.WriteAsync(s_nodes[0], 1e6).ConfigureAwait(false)).IsBad);
        await checks.Until("a written value is notified", () => last[s_nodes[0]] == 1e6).ConfigureAwait(false);
        checks.Add("nothing was lost", subscription is { Lost: 0, Duplicates: 0, HandlerFaults: 0 });
    }

    private static async Task CheckMiniClient(Checks checks, OpcUaServer server)
    {
        server.Freeze(false);
        var last = new ConcurrentDictionary<NodeId, double>();
        MiniClient client = await MiniClient.ConnectAsync(server.EndpointUrl, new PooledNotifications(new Follower(last)))
            .ConfigureAwait(false);
        await using (client.ConfigureAwait(false))
        {
            await client.SubscribeAsync(s_nodes).ConfigureAwait(false);
            await checks.Until("the one-page client gets values of every item",
                () => last.Count == Variables && client.Notifications > 2 * Variables).ConfigureAwait(false);
        }
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
