using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using Microsoft.AspNetCore.Builder;

namespace Pooling.Samples.Broker;

/// <summary>Tests that no client harms another one by bursts, silence, resets or changes.</summary>
public sealed class MqttBrokerLimitsTests(ITestOutputHelper output)
{
    private static readonly int s_connections =
        Environment.GetEnvironmentVariable("POOLING_TESTS_SECONDS") is null ? 2_000 : 5_000;

    private static readonly byte[] s_short = [0x30, 4, 0, 1, (byte)'t', 7];

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Publish_BurstOfShortMessages_DropsNobody(bool isPooled)
    {
        const int Messages = 50_000;

        MqttBroker broker = TestBroker.Create(isPooled);
        (WebApplication server, IPEndPoint[] addresses) = await MqttBroker.ListenAsync(broker);
        await using (server)
        {
            RawClient[] subscribers = [.. Enumerable.Range(0, 20).Select(_ => new RawClient(addresses[0]).Subscribed())];
            using RawClient publisher = new RawClient(addresses[0]).Subscribed(); // which gets its own messages, too
            Task<int>[] reading = [.. subscribers.Append(publisher).Select(static client =>
                Task.Factory.StartNew(() => client.ReceiveAll(Messages, s_short), TaskCreationOptions.LongRunning))];

            publisher.Send([.. Enumerable.Repeat(s_short, Messages).SelectMany(static packet => packet)]);

            Assert.All(await Task.WhenAll(reading), static count => Assert.Equal(Messages, count));
            Assert.Equal(0, broker.SlowCount);
            Array.ForEach(subscribers, static client => client.Dispose());
        }

        await Wait.Until(() => broker.Admission.Unsent == 0);
    }

    [Fact]
    public async Task Publish_BurstsOfManyClients_DropNobody()
    {
        const int Messages = 20;
        const int Publishers = 30;

        byte[] longest = [0x30, 0xFC, 0xFF, 3, 0, 1, (byte)'t', .. new byte[65_529]];
        MqttBroker broker = TestBroker.Create();
        (WebApplication server, IPEndPoint[] addresses) = await MqttBroker.ListenAsync(broker);
        await using (server)
        {
            using RawClient subscriber = new RawClient(addresses[0]).Subscribed();
            var publishers = new RawClient[Publishers];
            for (int i = 0; i < Publishers; i++)
            {
                publishers[i] = new RawClient(addresses[0]);
                publishers[i].Send(RawClient.Connect);
            }

            Task sending = Task.WhenAll(publishers.Select(client => Task.Factory.StartNew(
                () =>
                {
                    for (int i = 0; i < Messages; i++)
                        client.Send(longest);
                },
                TaskCreationOptions.LongRunning)));

            Assert.Equal(Messages * Publishers, subscriber.ReceiveAll(Messages * Publishers, longest));
            await sending;
            Assert.Equal(0, broker.SlowCount);
            Array.ForEach(publishers, static client => client.Dispose());
        }
    }

    [Fact]
    public Task Publish_SubscriberWhoDoesNotRead_DelaysItsSenderOnce() => BothWays.RunAsync(static async isPooled =>
    {
        const int Messages = 5_000;

        byte[] packet = [0x30, 0x83, 0x10, 0, 1, (byte)'t', .. new byte[2_048]];
        TimeSpan slowTime = TimeSpan.FromSeconds(20); // the fast one has it, too
        MqttBroker broker = TestBroker.Create(isPooled, slowTime: slowTime);
        (WebApplication server, IPEndPoint[] addresses) = await MqttBroker.ListenAsync(broker);
        await using (server)
        {
            using RawClient slow = new RawClient(addresses[0]).Subscribed(), fast = new RawClient(addresses[0]).Subscribed();
            using RawClient publisher = new RawClient(addresses[0]).Subscribed("other"u8);
            Task<int> reading = Task.Factory.StartNew(() => fast.ReceiveAll(Messages, packet), TaskCreationOptions.LongRunning);

            for (int i = 0; i < Messages; i++)
                publisher.Send(packet);

            Assert.Equal(Messages, await reading);
            Assert.Equal(1, broker.SlowCount);
            Assert.True(slow.ReceiveToEnd() < Messages * packet.Length);
        }
    });

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Publish_OthersOfTheAddressTakeAllBytes_DelaysNobody(bool isPooled)
    {
        byte[] packet = [0x30, 0x83, 0x10, 0, 1, (byte)'t', .. new byte[2_048]];
        MqttBroker broker = TestBroker.Create(isPooled);
        (WebApplication server, IPEndPoint[] addresses) = await MqttBroker.ListenAsync(broker);
        await using (server)
        {
            using RawClient subscriber = new RawClient(addresses[0]).Subscribed(); // which reads at once
            using RawClient publisher = new RawClient(addresses[0]).Subscribed("other"u8);
            Admission.Place others = broker.Admission.Enter(IPAddress.Loopback, static () => { });
            others.Client.Budget.Add(broker.MaxUnsentOfAll);

            publisher.Send([.. packet, .. s_short, 0xC0, 0]);

            Assert.Equal([0xD0, 0], publisher.Receive(2)); // so it was read to the end
            Assert.Equal(s_short, subscriber.Receive(s_short.Length));
            Assert.Equal(1, broker.LostCount);
            others.Client.Budget.Add(-broker.MaxUnsentOfAll);
            broker.Admission.Leave(others);
            publisher.Send(packet);
            Assert.Equal(packet, subscriber.Receive(packet.Length));
            Assert.Equal(0, broker.SlowCount);
        }
    }

    [Fact]
    public void Create_RoomForLessThanTheLongestPacket_Throws() =>
        Assert.Throws<ArgumentOutOfRangeException>(() => new PooledBroker { MaxUnsent = MqttBroker.MaxPacket });

    [Fact]
    public async Task Connect_ManyWithoutConnect_NewcomersGetIn()
    {
        const int Silent = 3_000;

        MqttBroker broker = TestBroker.Create();
        (WebApplication server, IPEndPoint[] addresses) = await MqttBroker.ListenAsync(broker);
        await using (server)
        {
            var silent = new List<Socket>();
            for (int i = 0; i < Silent; i++)
            {
                silent.Add(new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp));
                silent[i].Connect(addresses[0]);
            }

            for (int i = 0; i < 10; i++)
            {
                using RawClient newcomer = new RawClient(addresses[0]).Subscribed();
                newcomer.Send(s_short);
                Assert.Equal(s_short, newcomer.Receive(s_short.Length));
            }

            // All but the last ones were dropped, although their time is not up.
            await Wait.Until(() => silent.Count(static socket => !IsEnded(socket)) <= broker.MaxWaitingPerAddress);
            Assert.All(silent[^(broker.MaxWaitingPerAddress - 10)..], static socket => Assert.False(IsEnded(socket)));
            silent.ForEach(static socket => socket.Dispose());
        }

        static bool IsEnded(Socket socket) => socket.Poll(0, SelectMode.SelectRead);
    }

    [Theory]
    [InlineData(2, 100)]
    [InlineData(100, 2)]
    public async Task Connect_OneTooMany_IsRefusedUntilAnotherLeaves(int maxConnections, int maxPerAddress)
    {
        MqttBroker broker = TestBroker.Create(maxConnections: maxConnections, maxConnectionsPerAddress: maxPerAddress);
        (WebApplication server, IPEndPoint[] addresses) = await MqttBroker.ListenAsync(broker);
        await using (server)
        {
            using RawClient first = new RawClient(addresses[0]).Subscribed(), second = new RawClient(addresses[0]).Subscribed();
            using RawClient refused = new(addresses[0]);
            refused.Send(RawClient.Connect);
            Assert.Equal([0x20, 2, 0, 3], refused.Receive(4));
            Assert.Equal(0, refused.ReceiveToEnd());

            first.Send(0xE0, 0);
            await Wait.Until(() => broker.Admission.Count == 1);
            using RawClient late = new RawClient(addresses[0]).Subscribed();
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Connect_RefusedWhileOthersOfTheAddressTakeAllBytes_IsAnsweredAndEnds(bool isPooled)
    {
        MqttBroker broker = TestBroker.Create(isPooled, maxConnectionsPerAddress: 0);
        (WebApplication server, IPEndPoint[] addresses) = await MqttBroker.ListenAsync(broker);
        await using (server)
        {
            Admission.Place others = broker.Admission.Enter(IPAddress.Loopback, static () => { });
            others.Client.Budget.Add(broker.MaxUnsentOfAll);
            byte[] unknownLevel = [0x10, 12, 0, 4, .. "MQTT"u8, 9, 2, 0, 0, 0, 0];
            foreach ((byte[] connect, byte code) in new[] { (RawClient.Connect, (byte)3), (unknownLevel, (byte)1) })
            {
                using var client = new RawClient(addresses[0]);
                client.Send([.. connect, .. new byte[1_000]]);
                Assert.Equal([0x20, 2, 0, code], client.Receive(4));
                Assert.Equal(0, client.ReceiveToEnd());
            }

            await Wait.Until(() => others.Client.Connections == 1); // itself
        }
    }

    [Fact]
    public void Enter_ManyWithRefusedOnes_DropsTheOldestOfThem()
    {
        var admission = new Admission(new PooledBroker { MaxConnectionsPerAddress = 0, MaxWaitingPerAddress = 2 });
        var dropped = new List<int>();
        Admission.Place[] places = [.. Enumerable.Range(1, 3).Select(i =>
        {
            Admission.Place place = admission.Enter(IPAddress.Loopback, () => dropped.Add(i));
            Assert.False(admission.TryWelcome(place));
            return place;
        })];

        Assert.Equal([1], dropped);
        Array.ForEach(places, admission.Leave);
    }

    [Fact]
    public async Task Receive_HalfClose_EverythingIsAnswered()
    {
        MqttBroker broker = TestBroker.Create(); // the end does not wait for its clocks
        (WebApplication server, IPEndPoint[] addresses) = await MqttBroker.ListenAsync(broker);
        await using (server)
        {
            using var client = new RawClient(addresses[0]);
            client.Send(
                [.. RawClient.Connect, .. RawClient.Subscribe, .. Enumerable.Repeat(s_short, 5_000).SelectMany(static packet => packet)]);
            client.EndSending();

            client.Receive(9);
            Assert.Equal(5_000, client.ReceiveAll(5_000, s_short));
            Assert.Equal(0, client.ReceiveToEnd());
        }
    }

    [Fact]
    public async Task Reset_ManyConnectionsOfManyTopics_OthersJoinAtOnce()
    {
        MqttBroker broker = CreateWithPlaces(2 * s_connections);
        (WebApplication server, IPEndPoint[] addresses) = await MqttBroker.ListenAsync(broker);
        await using (server)
        {
            byte[] filters =
            [
                .. Enumerable.Range(0, 100).SelectMany(static i => (byte[])[0, 2, (byte)('a' + (i / 26)), (byte)('A' + (i % 26)), 0]),
            ];
            byte[] subscribe = [0x82, 0xF6, 3, 0, 1, .. filters];
            var members = new RawClient[s_connections];
            for (int i = 0; i < s_connections; i++)
            {
                members[i] = new RawClient(addresses[0]);
                members[i].Send([.. RawClient.Connect, .. subscribe]);
                members[i].Receive(4 + 104);
            }

            Assert.Equal(100, broker.Topics.Count);
            TimeSpan quiet = Join();
            Array.ForEach(members, static client => client.Reset());
            var longest = TimeSpan.Zero;
            do
            {
                TimeSpan time = Join();
                longest = time > longest ? time : longest;
            }
            while (broker.Admission.Count > 1);

            await Wait.Until(() => broker.Topics.Count == 0);
            output.WriteLine(
                $"{s_connections} resets: a newcomer waited for {longest.TotalMilliseconds:F0} ms at most");
            Assert.InRange(longest, TimeSpan.Zero, MaxBeside(quiet, 10));

            TimeSpan Join()
            {
                var time = Stopwatch.StartNew();
                using RawClient newcomer = new RawClient(addresses[0]).Subscribed();
                return time.Elapsed;
            }
        }
    }

    [Fact]
    public async Task Subscribe_BesideManyMembers_DelaysNobody()
    {
        const int Rounds = 300;
        const int MaxRuns = 10;

        MqttBroker broker = CreateWithPlaces(2 * s_connections);
        (WebApplication server, IPEndPoint[] addresses) = await MqttBroker.ListenAsync(broker);
        await using (server)
        {
            RawClient[] members =
            [
                .. Enumerable.Range(0, s_connections).Select(_ => new RawClient(addresses[0]).Subscribed()),
            ];
            using RawClient bystander = new RawClient(addresses[0]).Subscribed("o"u8);
            TimeSpan quiet = FindSlowest(bystander);

            int changes = 0;
            using var stopping = new CancellationTokenSource();
            Task changing = Task.WhenAll(Enumerable.Range(0, 4).Select(_ => Task.Factory.StartNew(
                () =>
                {
                    using RawClient client = new RawClient(addresses[0]).Subscribed();
                    while (!stopping.IsCancellationRequested)
                    {
                        client.Send([0xA2, 5, 0, 8, 0, 1, (byte)'t', .. RawClient.Subscribe]);
                        client.Receive(4 + 5);
                        Interlocked.Increment(ref changes);
                    }
                },
                TaskCreationOptions.LongRunning)));
            await Wait.Until(() => Volatile.Read(ref changes) >= 100); // pairs with the increments
            TimeSpan beside = FindSlowest(bystander);
            for (int i = 0; i < MaxRuns && beside > MaxBeside(quiet, 1); i++)
                beside = FindSlowest(bystander); // what others do, they do in each run

            await stopping.CancelAsync();
            await changing;

            output.WriteLine($"{s_connections} members, {changes} changes: p99 "
                + $"{quiet.TotalMilliseconds:F1} -> {beside.TotalMilliseconds:F1} ms");
            Assert.InRange(beside, TimeSpan.Zero, MaxBeside(quiet, 1));
            Array.ForEach(members, static client => client.Dispose());
        }

        // The time in which all messages but one of a hundred come back.
        static TimeSpan FindSlowest(RawClient client)
        {
            byte[] packet = [0x30, 4, 0, 1, (byte)'o', 7];
            var times = new TimeSpan[Rounds];
            for (int i = 0; i < Rounds; i++)
            {
                long start = Stopwatch.GetTimestamp();
                client.Send(packet);
                Assert.Equal(packet, client.Receive(packet.Length));
                times[i] = Stopwatch.GetElapsedTime(start);
                Thread.Sleep(2);
            }

            Array.Sort(times);
            return times[Rounds - 1 - (Rounds / 100)];
        }
    }

    [Fact]
    public void Subscribe_TopicOfManyMembers_AllocatesNothingForTheOthers()
    {
        const int Members = 5_000;
        const int Changes = 2_000;

        var topics = new Topics();
        var members = new List<Subscription>();
        for (int i = 0; i < Members; i++)
            members.Add(topics.Add("t", null!));

        long allocated = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < Changes; i++)
        {
            topics.Remove(members[i]);
            members[i] = topics.Add("t", null!);
        }

        Assert.InRange((GC.GetAllocatedBytesForCurrentThread() - allocated) / Changes, 0, 100); // bytes of a change
        Assert.True(topics.TryFind("t", out Topic? topic));
        Subscription[] rented = topic.Rent(out int count);
        Assert.Equal(members.ToHashSet(), rented.Take(count).ToHashSet());
    }

    // The longest wait beside others, given that without them. The seconds are for a busy machine.
    private static TimeSpan MaxBeside(TimeSpan quiet, int seconds) =>
        TimeSpan.FromSeconds(Math.Max(20 * quiet.TotalSeconds, seconds));

    // All clients of a test have one address.
    private static MqttBroker CreateWithPlaces(int count) =>
        TestBroker.Create(maxConnections: count, maxConnectionsPerAddress: count);
}
