using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Connections.Features;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.Extensions.Logging;

namespace Pooling.Samples.Broker;

/// <summary>Tests that silence and a stop end in time.</summary>
public sealed class MqttBrokerTimeTests
{
    private static readonly byte[] s_short = [0x30, 4, 0, 1, (byte)'t', 7];

    private static readonly SocketOptionName[] s_keepAlive =
    [
        SocketOptionName.TcpKeepAliveTime,
        SocketOptionName.TcpKeepAliveInterval,
        SocketOptionName.TcpKeepAliveRetryCount,
    ];

    [Fact]
    public async Task Connect_NothingComes_IsDroppedAfterATime()
    {
        MqttBroker broker = TestBroker.Create(connectTime: TimeSpan.FromSeconds(20)); // the others have it, too
        (WebApplication server, IPEndPoint[] addresses) = await MqttBroker.ListenAsync(broker);
        await using (server)
        {
            using RawClient welcome = new RawClient(addresses[0]).Subscribed();
            using RawClient silent = new(addresses[0]), unfinished = new(addresses[0]);
            unfinished.Send(0x10); // CONNECT does not come further

            Assert.Equal(0, silent.ReceiveToEnd());
            Assert.Equal(0, unfinished.ReceiveToEnd());
            Assert.Equal(2, broker.SilentCount);
            welcome.Send(s_short); // it promised nothing, so it may be silent
            Assert.Equal(s_short, welcome.Receive(s_short.Length));
        }
    }

    [Fact]
    public async Task Receive_NothingForLongerThanPromised_EndsTheConnection()
    {
        MqttBroker broker = TestBroker.Create();
        (WebApplication server, IPEndPoint[] addresses) = await MqttBroker.ListenAsync(broker);
        await using (server)
        {
            int clients = 1;
            long last;
            RawClient client;
            for (client = new RawClient(addresses[0]); !TryPing(client, out last); clients++)
            {
                Assert.InRange(clients, 1, 20);
                client.Dispose();
                client = new RawClient(addresses[0]);
            }

            Assert.Equal(0, client.ReceiveToEnd());
            Assert.True(Stopwatch.GetElapsedTime(last) > TimeSpan.FromSeconds(1.4));
            Assert.Equal(clients, broker.SilentCount);
            client.Dispose();
        }

        // Keeps a connection alive for longer than the 1.5 s that end it. Returns false if the machine was too busy.
        static bool TryPing(RawClient client, out long last)
        {
            long start = last = Stopwatch.GetTimestamp();
            var longest = TimeSpan.Zero;
            try
            {
                client.Send([0x10, 12, 0, 4, .. "MQTT"u8, 4, 2, 0, 1, 0, 0]); // 1 s
                client.Receive(4);
                while (Stopwatch.GetElapsedTime(start) < TimeSpan.FromSeconds(2.5))
                {
                    longest = TimeSpan.FromTicks(Math.Max(longest.Ticks, Stopwatch.GetElapsedTime(last).Ticks));
                    last = Stopwatch.GetTimestamp();
                    client.Send(0xC0, 0);
                    client.Receive(2);
                    Thread.Sleep(100);
                }

                return true;
            }
            catch (IOException) when (longest + Stopwatch.GetElapsedTime(last) > TimeSpan.FromSeconds(1.4))
            {
                return false; // the broker was right
            }
        }
    }

    [Fact]
    public async Task Connect_Tcp_TheSystemAsksASilentClientSoon()
    {
        var options = new TaskCompletionSource<int[]>();
        MqttBroker broker = TestBroker.Create();
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(kestrel => kestrel.Listen(IPAddress.Loopback, 0, listen =>
        {
            listen.Use(next => connection =>
            {
                Task serving = next(connection);
                Socket socket = connection.Features.GetRequiredFeature<IConnectionSocketFeature>().Socket;
                options.SetResult(
                    [.. s_keepAlive.Select(name => (int)socket.GetSocketOption(SocketOptionLevel.Tcp, name)!)]);
                return serving;
            });
            listen.Run(broker.OnConnectedAsync);
        }));
        await using WebApplication server = builder.Build();
        await server.StartAsync();
        using RawClient client = new RawClient(new IPEndPoint(IPAddress.Loopback, new Uri(server.Urls.Single()).Port));

        int[] times = await options.Task.WaitAsync(Wait.Patience);
        Assert.Equal([30, 10, 3], times);
    }

    [Fact]
    public async Task Receive_PacketThatDoesNotEnd_EndsTheConnection()
    {
        MqttBroker broker = TestBroker.Create(packetTime: TimeSpan.FromSeconds(1)), patient = TestBroker.Create();
        (WebApplication server, IPEndPoint[] addresses) = await MqttBroker.ListenAsync(broker, patient);
        await using (server)
        {
            using RawClient idle = new RawClient(addresses[0]).Subscribed(), unfinished = new RawClient(addresses[0]).Subscribed();
            using RawClient finished = new RawClient(addresses[1]).Subscribed();
            foreach (byte part in s_short) // one that ends may come in any pieces
                finished.Send(part);

            Assert.Equal(s_short, finished.Receive(s_short.Length));
            var time = Stopwatch.StartNew();
            Task sending = Task.Run(async () =>
            {
                for (unfinished.Send(0x30, 100); time.Elapsed < TimeSpan.FromMinutes(2); await Task.Delay(300))
                    unfinished.Send(0); // it goes on, but not to the end
            });

            unfinished.ReceiveToEnd();
            Assert.InRange(time.Elapsed, TimeSpan.FromSeconds(0.5), TimeSpan.FromMinutes(1));
            await Assert.ThrowsAsync<IOException>(() => sending);
            Assert.Equal(1, broker.SilentCount);
            idle.Send(s_short); // a client that promises nothing may be idle between packets
            Assert.Equal(s_short, idle.Receive(s_short.Length));
        }
    }

    [Fact]
    public async Task Stop_ClientThatDoesNotRead_EndsInTimeAndTheOthersGetWhatWaits()
    {
        const int Messages = 50;

        byte[] packet = [0x30, 0x83, 0x10, 0, 1, (byte)'t', .. new byte[2_048]];
        MqttBroker broker = TestBroker.Create(slowTime: TimeSpan.FromSeconds(20));
        (WebApplication server, IPEndPoint[] addresses) = await MqttBroker.ListenAsync(broker);
        await using (server)
        {
            using RawClient slow = new RawClient(addresses[0]).Subscribed(), fast = new RawClient(addresses[0]).Subscribed();
            using RawClient publisher = new RawClient(addresses[0]).Subscribed("other"u8);
            for (int i = 0; i < Messages; i++)
                publisher.Send(packet);

            publisher.Send(0xC0, 0);
            Assert.Equal([0xD0, 0], publisher.Receive(2)); // so all messages wait, or were sent
            Task stopping = server.StopAsync();

            Assert.Equal(Messages, fast.ReceiveAll(Messages, packet));
            await stopping.WaitAsync(TimeSpan.FromMinutes(1));
        }

        await Wait.Until(() => broker.Admission.Unsent == 0);
    }

    [Fact]
    public async Task Stop_MessagesAreHeld_EndsInTime()
    {
        const int Messages = 10_000;

        byte[] packet = [0x30, 0x83, 0x10, 0, 1, (byte)'t', .. new byte[2_048]];
        MqttBroker broker = TestBroker.Create(maxUnsent: 80_000);
        (WebApplication server, IPEndPoint[] addresses) = await MqttBroker.ListenAsync(broker);
        await using (server)
        {
            using RawClient client = new RawClient(addresses[0]).Subscribed(); // which gets its own messages
            int sent = 0;
            Task sending = Task.Factory.StartNew(
                () =>
                {
                    for (; sent < Messages; Volatile.Write(ref sent, sent + 1))
                        client.Send(packet);
                },
                TaskCreationOptions.LongRunning);
            await Wait.Until(() => Volatile.Read(ref sent) > 0); // pairs with the write of the sending thread
            for (int before = -1; before < Volatile.Read(ref sent); await Task.Delay(500))
                before = Volatile.Read(ref sent); // until it waits, because nothing is read

            Assert.InRange(sent, 1, Messages - 1);
            var time = Stopwatch.StartNew();
            Task stopping = server.StopAsync();
            try
            {
                client.ReceiveAll(Messages, packet);
            }
            catch (IOException)
            {
                // It still sends, and what the broker has not read at the end resets the connection.
            }

            await stopping;

            Assert.InRange(time.Elapsed, TimeSpan.Zero, TimeSpan.FromSeconds(20)); // the host waits for 30
            await Task.WhenAny(sending); // it fails, as the server has gone
        }
    }
}
