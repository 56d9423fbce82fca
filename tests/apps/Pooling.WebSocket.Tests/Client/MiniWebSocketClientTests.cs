using System.Net.WebSockets;
using Pooling.WebSockets.Hub;
using WebSockets.Client;
using WebSockets.Hub;

namespace Pooling.WebSockets.Client;

public sealed class MiniWebSocketClientTests
{
    [Fact]
    public async Task Connect_Hub_MessagesComeBackInOrder()
    {
        await using HubServer hub = await HubServer.StartAsync(HubTest.PatientOptions);
        var handler = new RecordingHandler();
        await using (MiniWebSocketClient client = await MiniWebSocketClient.ConnectAsync(new Uri(hub.Address, "echo"), handler))
        {
            for (int i = 0; i < 1000; i++)
                Assert.True(client.Outbox.SendText($"{i}"));

            await Wait.Until(() => client.Received == 1000);
        }

        Assert.Equal(Enumerable.Range(0, 1000).Select(static i => $"{i}"), handler.Messages);
        await Wait.Until(() => hub.GetStatistics() is { Sockets: 0, Outstanding: 0 });
    }

    [Fact]
    public async Task Connect_NobodyListens_Throws() => await Assert.ThrowsAsync<WebSocketException>(
        () => MiniWebSocketClient.ConnectAsync(new Uri("ws://127.0.0.1:1/"), new RecordingHandler()));

    [Fact]
    public async Task Dispose_MessagesWait_SendsThem()
    {
        var socket = new ScriptedWebSocket();
        var client = new MiniWebSocketClient(socket, new RecordingHandler()) { CloseTimeout = TimeSpan.FromMinutes(1) };
        client.Outbox.SendText("one");
        client.Outbox.SendText("two");

        await client.DisposeAsync();

        Assert.Equal(["one", "two"], socket.Sent);
        Assert.Equal(WebSocketCloseStatus.NormalClosure, socket.SentClose);
        Assert.True(socket.IsDisposed);
        Assert.Null(socket.Misuse);
    }

    [Fact]
    public async Task Dispose_ConnectionBroke_Ends()
    {
        var socket = new ScriptedWebSocket();
        var client = new MiniWebSocketClient(socket, new RecordingHandler());
        socket.Break();

        await Assert.ThrowsAsync<WebSocketException>(() => client.Completion);
        await client.DisposeAsync().AsTask().WaitAsync(Wait.Patience);

        Assert.False(client.Outbox.SendText("too late"));
    }
}
