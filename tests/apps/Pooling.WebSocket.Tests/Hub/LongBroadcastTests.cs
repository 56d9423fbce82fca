using System.Buffers;
using System.Collections.Concurrent;
using Pooling.WebSockets.Protocol;
using WebSockets.Hub;
using WebSockets.Hub.After;
using WebSockets.Hub.Endpoints;
using WebSockets.Hub.Hosting;
using static Pooling.WebSockets.Protocol.DeflateBytes;
using static Pooling.WebSockets.Protocol.FrameBytes;

namespace Pooling.WebSockets.Hub;

/// <summary>Tests that other sockets continue while a broadcast is compressed.</summary>
public sealed class LongBroadcastTests
{
    private const int Length = 30_000;

    [Fact]
    public async Task BroadcastAsync_WhileAnotherIsCompressed_KeepsNoThreadWaiting()
    {
        var poison = new PoisonPool();
        using var pool = new SlowPool(poison);
        var guests = new Guests();
        HubOptions options = HubTest.PatientOptions with
        {
            Endpoints = new Dictionary<string, IHubEndpoint> { ["/guests"] = guests },
        };
        HubServer hub = await HubServer.StartAsync(options, static context => new PooledPath(context), pool);
        await using (hub)
        {
            var sockets = new List<RawSocket>();
            for (int i = 0; i < 5; i++)
                sockets.Add((await RawSocket.ConnectCompressed(hub, "/guests")).Socket);

            await HubTest.Until(() => guests.All.Count == 5);
            IHubSocket[] members = [.. guests.All];
            foreach (IHubSocket member in members)
                hub.Room.Join(member);

            var message = new InboundMessage(new ReadOnlySequence<byte>(JsonText(Length)), IsText: true);
            pool.Hold(1000, Length - 1); // the compressed frame
            Task<int> first = Task.Run(() => hub.Room.BroadcastAsync(members[0], message).AsTask());
            await HubTest.Until(() => pool.Waiting == 1);
            Task<Task<int>[]> calling = Task.Run(
                () => members[1..].Select(member => hub.Room.BroadcastAsync(member, message).AsTask()).ToArray());
            bool haveReturned = await Task.WhenAny(calling, Task.Delay(TimeSpan.FromSeconds(20))) == calling;
            pool.GoOn();

            Assert.True(haveReturned, "A sender waits with a thread.");
            Task<int>[] all = [first, .. await calling];
            Assert.Equal(Enumerable.Repeat(5, 5), await Task.WhenAll(all).WaitAsync(Wait.Patience));
            foreach (RawSocket socket in sockets)
            {
                for (int i = 0; i < 5; i++)
                    Assert.Equal(message.Payload.ToArray(), Inflate((await socket.ReceiveFrame())!.Value.Payload));

                socket.Dispose();
            }

            foreach (IHubSocket member in members)
                hub.Room.Leave(member);
        }

        await HubTest.Until(() => hub.GetStatistics() is { Sockets: 0, Outstanding: 0 });
        poison.AssertAllReturned();
    }

    [Fact]
    public async Task Broadcast_WhileAnotherIsCompressed_IsPostedBeforeIt()
    {
        var poison = new PoisonPool();
        using var pool = new SlowPool(poison);
        HubServer hub = await HubServer.StartAsync(
            HubTest.PatientOptions, static context => new PooledPath(context), pool);
        await using (hub)
        {
            (RawSocket connected, _) = await RawSocket.ConnectCompressed(hub, "/broadcast");
            using RawSocket socket = connected;
            await socket.Send(TextFrame("begin")); // it has its receive buffer
            Assert.Equal("text begin", await socket.Receive());
            byte[] message = JsonText(Length);
            pool.Hold(1000, Length - 1); // the compressed frame
            Task<int> first = Task.Run(() => Broadcast(message));
            await HubTest.Until(() => pool.Waiting == 1);
            Task<int> second = Task.Run(() => Broadcast("short"u8.ToArray()));
            bool isPosted = await Task.WhenAny(second, Task.Delay(TimeSpan.FromSeconds(20))) == second;
            pool.GoOn();

            Assert.True(isPosted, "A broadcast waits while another is compressed.");
            Assert.Equal((1, 1), (await first, await second));
            Assert.Equal("text short", await socket.Receive());
            Assert.Equal(message, Inflate((await socket.ReceiveFrame())!.Value.Payload));
        }

        await HubTest.Until(() => hub.GetStatistics() is { Sockets: 0, Outstanding: 0 });
        poison.AssertAllReturned();

        int Broadcast(byte[] text) => hub.Room.Broadcast(new InboundMessage(new ReadOnlySequence<byte>(text), IsText: true));
    }

    private sealed class Guests : IHubEndpoint
    {
        public ConcurrentBag<IHubSocket> All { get; } = [];

        public void OnOpened(IHubSocket socket) => All.Add(socket);

        public ValueTask OnMessageAsync(IHubSocket socket, InboundMessage message) => default;

        public void OnClosed(IHubSocket socket)
        {
        }
    }
}
