using System.Diagnostics;
using System.Net;
using StackExchange.Redis;

namespace Pooling.Samples.ClusterHub;

/// <summary>Two nodes and a real Redis.</summary>
public sealed class ClusterTests
{
    internal const string NoRedis = "redis-server is not installed; it is a package of Debian and Ubuntu.";

    [Theory]
    [InlineData(30_000, 1, "x", "x")]
    [InlineData(200, 8_000, "x", "x")]
    [InlineData(60, HubNode.MaxMessage, "<", @"\u003C")] // six times as long in JSON
    public async Task Send_Burst_DropsNobodyOnAnotherNode(int messages, int length, string letter, string json)
    {
        Assert.SkipUnless(RedisServer.Installed is not null, NoRedis);
        using RedisServer redis = await RedisServer.StartAsync(RedisServer.Installed!);
        await using TestNode first = await TestNode.StartAsync(true, redis);
        await using TestNode second = await TestNode.StartAsync(true, redis);
        string text = new(letter[0], length);
        string longer = string.Concat(Enumerable.Repeat(json, length));

        // A machine that is too busy for the rate of a sender drops the receiver, now and then. A sender without a rate
        // does so each time.
        bool isDropped = true;
        for (var time = Stopwatch.StartNew(); isDropped && time.Elapsed < Wait.Patience;)
        {
            using ChatClient ann = await first.ConnectAsync("blue", "ann"), bob = await second.ConnectAsync("blue", "bob");
            await Wait.Until(() => first.Node.Backplane!.IsSubscribed && second.Node.Backplane!.IsSubscribed);
            long slow = second.Node.SlowCount;
            Task sending = Task.Run(async () =>
            {
                for (int i = 0; i < messages; i++)
                    await ann.SendAsync(text);
            });
            string[][] received = await Task.WhenAll(ann.ReceiveAsync(messages), bob.ReceiveAsync(messages));
            await sending;
            isDropped = second.Node.SlowCount > slow;
            if (!isDropped)
                Assert.All(received[1], one => Assert.Contains(longer, one, StringComparison.Ordinal));
        }

        Assert.False(isDropped);
        Assert.Equal(0, first.Node.SlowCount);
    }

    [Theory]
    [InlineData(false, false)]
    [InlineData(true, true)]
    [InlineData(false, true)]
    public async Task Send_TwoNodes_EachMemberGetsEachMessageOnceInOrder(bool isFirstPooled, bool isSecondPooled)
    {
        const int Messages = 150;

        Assert.SkipUnless(RedisServer.Installed is not null, NoRedis);
        using RedisServer redis = await RedisServer.StartAsync(RedisServer.Installed!);
        await using TestNode first = await TestNode.StartAsync(isFirstPooled, redis);
        await using TestNode second = await TestNode.StartAsync(isSecondPooled, redis);
        using ChatClient ann = await first.ConnectAsync("blue", "ann"), bob = await first.ConnectAsync("blue", "bob");
        using ChatClient cid = await second.ConnectAsync("blue", "cid"), dan = await second.ConnectAsync("red", "dan");
        await UntilConnectedAsync(first, second, ann, cid, bob);

        Task sending = Task.WhenAll(SendAllAsync(ann), SendAllAsync(cid));
        string[][] received = await Task.WhenAll(
            ann.ReceiveAsync(2 * Messages), bob.ReceiveAsync(2 * Messages), cid.ReceiveAsync(2 * Messages));
        await sending;

        foreach (string[] messages in received)
        {
            Assert.Equal(Enumerable.Range(2, Messages).Select(i => ann.JsonOf(i, $"text {i}")), messages.Where(Contains("ann")));
            Assert.Equal(Enumerable.Range(2, Messages).Select(i => cid.JsonOf(i, $"text {i}")), messages.Where(Contains("cid")));
        }

        await dan.SendAsync("alone");
        Assert.Equal(dan.JsonOf(1, "alone"), await dan.ReceiveAsync()); // nothing of the other room came before
        Assert.Equal((0, 0), (first.Node.Backplane!.ForeignCount, second.Node.Backplane!.ForeignCount));
        await Task.WhenAll(ann.CloseAsync(), bob.CloseAsync(), cid.CloseAsync(), dan.CloseAsync());

        static Func<string, bool> Contains(string name) => message => message.Contains($"\"{name}\"", StringComparison.Ordinal);

        static async Task SendAllAsync(ChatClient client)
        {
            for (int i = 2; i <= Messages + 1; i++) // the first one was sent to find out whether the nodes are connected
                await client.SendAsync($"text {i}");
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Send_RedisIsKilledAndStartsAgain_LocalMessagesGoOnAndNodesConnectAgain(bool isPooled)
    {
        Assert.SkipUnless(RedisServer.Installed is not null, NoRedis);
        using RedisServer redis = await RedisServer.StartAsync(RedisServer.Installed!);
        await using TestNode first = await TestNode.StartAsync(isPooled, redis), second = await TestNode.StartAsync(isPooled, redis);
        using ChatClient ann = await first.ConnectAsync("blue", "ann"), bob = await first.ConnectAsync("blue", "bob");
        using ChatClient cid = await second.ConnectAsync("blue", "cid");
        await UntilConnectedAsync(first, second, ann, cid, bob);

        redis.Stop();
        for (int i = 2; i < 102; i++)
        {
            await ann.SendAsync("down");
            Assert.Equal(ann.JsonOf(i, "down"), await bob.ReceiveAsync());
        }

        await Wait.Until(() => first.Node.Backplane!.LostCount == 100);
        Assert.False(first.Node.Backplane!.IsSubscribed);
        await redis.StartAsync();
        await Wait.Until(() => first.Node.Backplane!.IsSubscribed && second.Node.Backplane!.IsSubscribed);
        await ann.SendAsync("up");

        Assert.Equal(ann.JsonOf(102, "up"), await bob.ReceiveAsync());
        Assert.Equal(ann.JsonOf(102, "up"), await cid.ReceiveAsync());
        await cid.SendAsync("up");
        Assert.Equal(cid.JsonOf(2, "up"), await bob.ReceiveAsync());
    }

    [Fact]
    public async Task Start_RedisIsDown_NodesConnectWhenItIsThere()
    {
        Assert.SkipUnless(RedisServer.Installed is not null, NoRedis);
        using var redis = new RedisServer(RedisServer.Installed!);
        await using TestNode first = await TestNode.StartAsync(true, redis), second = await TestNode.StartAsync(true, redis);
        using ChatClient ann = await first.ConnectAsync("blue", "ann"), cid = await second.ConnectAsync("blue", "cid");
        await ann.SendAsync("down");
        Assert.Equal(ann.JsonOf(1, "down"), await ann.ReceiveAsync());

        await redis.StartAsync();
        await Wait.Until(() => first.Node.Backplane!.IsSubscribed && second.Node.Backplane!.IsSubscribed);
        await ann.SendAsync("up");

        Assert.Equal(ann.JsonOf(2, "up"), await cid.ReceiveAsync());
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Send_RedisHangs_LocalMessagesGoOnAndMemoryIsBounded(bool isPooled)
    {
        const int MaxUnsent = 100_000;
        const int Messages = 200;

        Assert.SkipUnless(RedisServer.Installed is not null, NoRedis);
        using RedisServer redis = await RedisServer.StartAsync(RedisServer.Installed!);
        await using TestNode node = await TestNode.StartAsync(isPooled, redis, maxUnsent: MaxUnsent);
        using ChatClient ann = await node.ConnectAsync("blue", "ann");
        await Wait.Until(() => node.Node.Backplane!.IsSubscribed);
        string text = new('x', 1000);

        redis.Hang();
        for (int i = 1; i <= Messages; i++)
        {
            await ann.SendAsync(text);
            Assert.Equal(ann.JsonOf(i, text), await ann.ReceiveAsync());
            Assert.InRange(node.Node.Backplane!.Budget.Used, 0, MaxUnsent);
        }

        Assert.InRange(node.Node.Backplane!.LostCount, Messages - (MaxUnsent / text.Length), Messages - 1);

        // Others of the address have taken their part. Another address has one, too.
        var address = IPAddress.Parse("192.0.2.1");
        Assert.True(node.Node.Admission.TryEnter(address, "blue", out Admission.Part? part));
        node.Node.Admission.Leave(address, "blue");
        Assert.InRange(part.Unconfirmed.Free, 2 * text.Length, MaxUnsent);
        Task publishing = node.Node.Backplane.PublishAsync(
            RedisBackplane.ChannelOf("blue"), new byte[text.Length], part.Unconfirmed);
        Assert.False(publishing.IsCompleted);
        Assert.Equal(text.Length, part.Unconfirmed.Used);
        redis.Stop(); // what Redis has not confirmed is lost, too, and its memory is returned
        await Wait.Until(() => node.Node.Backplane!.LostCount == Messages + 1);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Send_RedisHangsAndAMemberComesBack_HasNoMoreThanItsPart(bool isPooled)
    {
        const int MaxUnsent = 100_000;
        const int Messages = 20;

        Assert.SkipUnless(RedisServer.Installed is not null, NoRedis);
        using RedisServer redis = await RedisServer.StartAsync(RedisServer.Installed!);
        await using TestNode node = await TestNode.StartAsync(isPooled, redis, maxUnsent: MaxUnsent);
        string text = new('x', 1000);
        await Wait.Until(() => node.Node.Backplane!.IsSubscribed);
        redis.Hang();

        for (int i = 0; i < 5; i++)
        {
            using ChatClient ann = await node.ConnectAsync("blue", $"ann{i}");
            for (int message = 1; message <= Messages; message++)
            {
                await ann.SendAsync(text);
                Assert.Equal(ann.JsonOf(message, text), await ann.ReceiveAsync());
            }

            await ann.CloseAsync();
            await Wait.Until(() => node.Node.Rooms.Count == 0);
        }

        Assert.InRange(node.Node.Backplane!.Budget.Used, text.Length, MaxUnsent / 7); // a room of an address
        redis.Stop();
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Receive_ForeignPublisher_ReachesNoMember(bool isPooled)
    {
        Assert.SkipUnless(RedisServer.Installed is not null, NoRedis);
        using RedisServer redis = await RedisServer.StartAsync(RedisServer.Installed!);
        await using TestNode first = await TestNode.StartAsync(isPooled, redis), second = await TestNode.StartAsync(isPooled, redis);
        using ChatClient ann = await first.ConnectAsync("blue", "ann"), cid = await second.ConnectAsync("blue", "cid");
        await Wait.Until(() => first.Node.Backplane!.IsSubscribed && second.Node.Backplane!.IsSubscribed);
        byte[] header = PacketHeader.Create(Guid.NewGuid()), json = "{}"u8.ToArray();
        (string Channel, byte[] Packet)[] foreign =
        [
            ("clusterhub:blue", []),
            ("clusterhub:blue", json),
            ("clusterhub:blue", header),
            ("clusterhub:blue", header[..^1]),
            ("clusterhub:blue", [.. "hub2"u8, .. header[4..], .. json]),
            ("clusterhub:blue", [.. header, 0xFF]),
            ("clusterhub:blue", [.. header, .. new byte[HubNode.MaxPacket]]),
            ("clusterhub:" + new string('b', 1000), [.. header, .. json]),
        ];
        ConfigurationOptions options = TestNode.OptionsOf(redis);
        options.ConnectTimeout = 60_000; // ms: the server is there
        await using ConnectionMultiplexer publisher = await ConnectionMultiplexer.ConnectAsync(options);
        foreach ((string channel, byte[] packet) in foreign)
            Assert.Equal(2, await publisher.GetSubscriber().PublishAsync(RedisChannel.Literal(channel), packet));

        await publisher.GetSubscriber().PublishAsync(RedisChannel.Literal("clusterhub:"), (byte[])[.. header, .. json]); // no such room
        await publisher.GetSubscriber().PublishAsync(RedisChannel.Literal("clusterhub:blue"), (byte[])[.. header, .. json]); // as a node

        Assert.Equal("{}", await ann.ReceiveAsync());
        Assert.Equal("{}", await cid.ReceiveAsync());
        Assert.Equal((foreign.Length, foreign.Length), (first.Node.Backplane!.ForeignCount, second.Node.Backplane!.ForeignCount));
        await cid.SendAsync("after");
        Assert.Equal(cid.JsonOf(1, "after"), await ann.ReceiveAsync());
    }

    [Fact]
    public async Task Receive_MemoryIsRefused_TheNextMessageArrives()
    {
        Assert.SkipUnless(RedisServer.Installed is not null, NoRedis);
        using RedisServer redis = await RedisServer.StartAsync(RedisServer.Installed!);
        await using RedisBackplane first = await RedisBackplane.ConnectAsync(TestNode.OptionsOf(redis));
        await using RedisBackplane second = await RedisBackplane.ConnectAsync(TestNode.OptionsOf(redis));
        var received = new TaskCompletionSource<string>();
        int calls = 0;
        await second.SubscribeAsync((room, packet) =>
        {
            if (++calls == 1)
                throw new OutOfMemoryException();

            received.TrySetResult($"{room} {packet.Length}");
        });
        await Wait.Until(() => second.IsSubscribed);

        for (int i = 0; i < 2; i++)
        {
            await first.PublishAsync(
                RedisBackplane.ChannelOf("blue"), (byte[])[.. first.Header, .. "{}"u8], first.Budget);
        }

        Assert.Equal($"blue {PacketHeader.Length + 2}", await received.Task.WaitAsync(Wait.Patience));
    }

    // Sends the first messages of two members, which arrive everywhere when both nodes have subscribed.
    private static async Task UntilConnectedAsync(TestNode first, TestNode second, ChatClient ann, ChatClient cid, ChatClient bob)
    {
        await Wait.Until(() => first.Node.Backplane!.IsSubscribed && second.Node.Backplane!.IsSubscribed);
        await ann.SendAsync("a");
        foreach (ChatClient client in (ChatClient[])[ann, bob, cid])
            Assert.Equal(ann.JsonOf(1, "a"), await client.ReceiveAsync());

        await cid.SendAsync("c");
        foreach (ChatClient client in (ChatClient[])[ann, bob, cid])
            Assert.Equal(cid.JsonOf(1, "c"), await client.ReceiveAsync());
    }
}
