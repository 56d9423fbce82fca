using System.Net.WebSockets;
using System.Text;
using Pooling.WebSockets.Client;
using WebSockets.Hub;
using WebSockets.Hub.Hosting;
using WebSockets.Hub.Page;

namespace Pooling.WebSockets.Hub;

/// <summary>Tests the behavior of the hub in every mode, with the client of .NET.</summary>
public sealed class HubServerTests : HubTest
{
    [Theory]
    [InlineData(HubMode.Pooled)]
    [InlineData(HubMode.Before)]
    [InlineData(HubMode.Plain)]
    public Task Echo_OfAnyLength_IsTheMessage(HubMode mode) => Serve(
        async hub =>
        {
            using ClientWebSocket client = await Connect(hub, "/echo");
            foreach (int length in new[] { 0, 1, 125, 126, 65_535, 65_536, 1_000_000 })
            {
                byte[] data = [.. Enumerable.Range(0, length).Select(static i => (byte)('a' + (i % 26)))];
                await client.SendAsync(data, WebSocketMessageType.Binary, true, default);
                Assert.Equal((WebSocketMessageType.Binary, Encoding.ASCII.GetString(data)), await Receive(client));
                await client.SendAsync(data, WebSocketMessageType.Text, true, default);
                Assert.Equal((WebSocketMessageType.Text, Encoding.ASCII.GetString(data)), await Receive(client));
            }

            await client.CloseAsync(WebSocketCloseStatus.NormalClosure, "", default);
            Assert.Equal(WebSocketCloseStatus.NormalClosure, client.CloseStatus);
        },
        mode: mode);

    [Theory]
    [InlineData(HubMode.Pooled)]
    [InlineData(HubMode.Before)]
    [InlineData(HubMode.Plain)]
    public Task Broadcast_OfSeveralSenders_ReachesAllInOneOrder(HubMode mode) => Serve(
        async hub =>
        {
            const int Messages = 200;
            ClientWebSocket[] clients = await Task.WhenAll(Enumerable.Range(0, 8).Select(_ => Connect(hub, "/broadcast")));
            await Until(() => hub.Room.Count == clients.Length);
            Task<string[]>[] receiving = [.. clients.Select(client => ReceiveMany(client, 3 * Messages))];
            await Task.WhenAll(clients.Take(3).Select(async (client, sender) =>
            {
                for (int i = 0; i < Messages; i++)
                    await client.SendAsync(Encoding.UTF8.GetBytes($"{sender} {i}"), WebSocketMessageType.Text, true, default);
            }));
            string[][] received = await Task.WhenAll(receiving);

            Assert.All(received, one => Assert.Equal(received[0], one));
            for (int sender = 0; sender < 3; sender++)
            {
                Assert.Equal(
                    Enumerable.Range(0, Messages).Select(i => $"{sender} {i}"),
                    received[0].Where(one => one.StartsWith($"{sender} ", StringComparison.Ordinal)));
            }

            foreach (ClientWebSocket client in clients)
                client.Dispose();
        },
        mode: mode);

    [Theory]
    [InlineData(HubMode.Pooled)]
    [InlineData(HubMode.Before)]
    [InlineData(HubMode.Plain)]
    public Task Message_ThatIsTooLong_Closes1009(HubMode mode) => Serve(
        async hub =>
        {
            using ClientWebSocket client = await Connect(hub, "/echo");
            using ClientWebSocket other = await Connect(hub, "/echo");
            try
            {
                await client.SendAsync(new byte[3 << 20], WebSocketMessageType.Binary, true, default);
            }
            catch (WebSocketException)
            {
                // The hub ended before all was written.
            }

            await Assert.ThrowsAnyAsync<Exception>(() => Receive(client));
            Assert.Equal(WebSocketCloseStatus.MessageTooBig, client.CloseStatus);
            await other.SendAsync("still"u8.ToArray(), WebSocketMessageType.Text, true, default);
            Assert.Equal((WebSocketMessageType.Text, "still"), await Receive(other));
        },
        mode: mode);

    [Theory]
    [InlineData(HubMode.Pooled)]
    [InlineData(HubMode.Before)]
    [InlineData(HubMode.Plain)]
    public Task Endpoint_ThatThrows_Closes1011AndNobodyElse(HubMode mode) => Serve(
        async hub =>
        {
            using ClientWebSocket other = await Connect(hub, "/echo");
            foreach (string path in new[] { "/throws", "/throws-later", "/throws-first" })
            {
                using ClientWebSocket client = await Connect(hub, path);
                if (path != "/throws-first")
                    await client.SendAsync("x"u8.ToArray(), WebSocketMessageType.Text, true, default);

                await Assert.ThrowsAnyAsync<Exception>(() => Receive(client));
                Assert.Equal(WebSocketCloseStatus.InternalServerError, client.CloseStatus);
                await client.CloseOutputAsync(WebSocketCloseStatus.NormalClosure, "", default);
            }

            await other.SendAsync("still"u8.ToArray(), WebSocketMessageType.Text, true, default);
            Assert.Equal((WebSocketMessageType.Text, "still"), await Receive(other));
            await Until(() => hub.GetStatistics().Faults >= 3);
        },
        PatientOptions with
        {
            Endpoints = new Dictionary<string, global::WebSockets.Hub.Endpoints.IHubEndpoint>
            {
                ["/throws"] = new ThrowingEndpoint(isLate: false),
                ["/throws-later"] = new ThrowingEndpoint(isLate: true),
                ["/throws-first"] = new ThrowingEndpoint(isLate: false, onOpened: true),
            },
        },
        mode);

    [Theory]
    [InlineData(HubMode.Pooled)]
    [InlineData(HubMode.Before)]
    [InlineData(HubMode.Plain)]
    public Task DisposeAsync_WithSockets_SendsWhatWaitsThen1001(HubMode mode)
    {
        var clock = new ManualClock();
        HubLimits limits = Patient with { CloseTimeout = TimeSpan.FromMinutes(5) }; // Kestrel alone takes 10 minutes
        return Serve(Test, new HubOptions { Limits = limits, TimeProvider = clock }, mode);

        async Task Test(HubServer hub)
        {
            using ClientWebSocket client = await Connect(hub, "/broadcast");
            using ClientWebSocket sender = await Connect(hub, "/broadcast");
            await Until(() => hub.Room.Count == 2);
            for (int i = 0; i < 50; i++)
                await sender.SendAsync(Encoding.UTF8.GetBytes($"{i}"), WebSocketMessageType.Text, true, default);

            Assert.Equal("49", (await ReceiveMany(sender, 50))[^1]);
            string[] received = mode == HubMode.Plain ? await ReceiveMany(client, 50) : []; // has no queues
            Task ending = hub.DisposeAsync().AsTask();
            if (mode != HubMode.Plain)
                received = await ReceiveMany(client, 50);

            Assert.Equal(Enumerable.Range(0, 50).Select(static i => $"{i}"), received);
            await Assert.ThrowsAnyAsync<Exception>(() => Receive(client));
            Assert.Equal(WebSocketCloseStatus.EndpointUnavailable, client.CloseStatus);
            await client.CloseOutputAsync(WebSocketCloseStatus.NormalClosure, "", default);
            await Until(() => hub.GetStatistics().Sockets == 1);
            clock.Advance(limits.CloseTimeout + TimeSpan.FromSeconds(1)); // the sender does not answer

            await ending.WaitAsync(Wait.Patience);
        }
    }

    [Fact]
    public Task Statistics_OfABroadcast_CountItsCopies() => Serve(async hub =>
    {
        ClientWebSocket[] clients = await Task.WhenAll(Enumerable.Range(0, 10).Select(_ => Connect(hub, "/broadcast")));
        await Until(() => hub.Room.Count == clients.Length);
        await clients[0].SendAsync("x"u8.ToArray(), WebSocketMessageType.Text, true, default);
        foreach (ClientWebSocket client in clients)
            Assert.Equal("x", (await Receive(client)).Text);

        await Until(() => hub.GetStatistics().Sent == 10);
        HubStatistics statistics = hub.GetStatistics();
        Assert.Equal((1, 11), (statistics.Encoded, statistics.Copies)); // one frame, and Kestrel's copy for each socket
        foreach (ClientWebSocket client in clients)
            client.Dispose();
    });

    internal static async Task<ClientWebSocket> Connect(HubServer hub, string path)
    {
        var client = new ClientWebSocket();
        await client.ConnectAsync(new Uri(hub.Address, path), default);
        return client;
    }

    internal static async Task<(WebSocketMessageType Type, string Text)> Receive(ClientWebSocket client)
    {
        using var patience = new CancellationTokenSource(TimeSpan.FromMinutes(1));
        using var message = new MemoryStream();
        byte[] buffer = new byte[4096];
        while (true)
        {
            WebSocketReceiveResult result = await client.ReceiveAsync(buffer, patience.Token);
            if (result.MessageType == WebSocketMessageType.Close)
                throw new IOException("closed");

            message.Write(buffer, 0, result.Count);
            if (result.EndOfMessage)
                return (result.MessageType, Encoding.UTF8.GetString(message.ToArray()));
        }
    }

    private static async Task<string[]> ReceiveMany(ClientWebSocket client, int count)
    {
        string[] received = new string[count];
        for (int i = 0; i < count; i++)
            received[i] = (await Receive(client)).Text;

        return received;
    }
}
