using System.Net.WebSockets;
using Pooling.Buffers;

namespace Pooling.Samples.ClusterHub;

/// <summary>One node without Redis: its limits, and the ends of its members.</summary>
public sealed class HubNodeTests
{
    private const int MaxBetween = 8 << 20; // bytes that the system and Kestrel hold for a client who does not read

    // Each byte becomes six, as the encoder of JSON writes it.
    private static readonly string s_longText = new('<', HubNode.MaxMessage);
    private static readonly string s_longJson = string.Concat(Enumerable.Repeat(@"\u003C", HubNode.MaxMessage));

    [Theory]
    [InlineData(false, "plain text", "plain text")]
    [InlineData(true, "plain text", "plain text")]
    [InlineData(false, "", "")]
    [InlineData(true, "", "")]
    [InlineData(false, "é \"<😀>\"\n\0", @"\u00E9 \u0022\u003C\uD83D\uDE00\u003E\u0022\n\u0000")]
    [InlineData(true, "é \"<😀>\"\n\0", @"\u00E9 \u0022\u003C\uD83D\uDE00\u003E\u0022\n\u0000")]
    public async Task Send_Text_ReachesMembersAsJson(bool isPooled, string text, string json)
    {
        await using TestNode node = await TestNode.StartAsync(isPooled);
        using ChatClient ann = await node.ConnectAsync("blue", "ann"), bob = await node.ConnectAsync("blue", "bob");

        await ann.SendAsync(text);

        Assert.Equal(ann.JsonOf(1, json), await ann.ReceiveAsync());
        Assert.Equal(ann.JsonOf(1, json), await bob.ReceiveAsync());
        await Task.WhenAll(ann.CloseAsync(), bob.CloseAsync());
        await node.UntilMembersAsync(0);
    }

    [Fact]
    public Task Send_MemberWhoDoesNotRead_IsDroppedAndSlowsNobody() => BothWays.RunAsync(static async isPooled =>
    {
        var limits = new NodeLimits { SlowTime = TimeSpan.FromSeconds(20) }; // the other one has it, too
        await using TestNode node = await TestNode.StartAsync(isPooled, limits: limits);
        using ChatClient ann = await node.ConnectAsync("blue", "ann"), slow = await node.ConnectAsync("blue", "slow");
        int messages = MaxBetween / s_longJson.Length;

        for (int i = 1; i <= messages; i++)
        {
            await ann.SendAsync(s_longText);
            Assert.Equal(ann.JsonOf(i, s_longJson), await ann.ReceiveAsync());
            Assert.InRange(node.Node.Unsent, 0, node.Node.MaxUnsent + (2 * HubNode.MaxPacket));
        }

        (int count, string end) = await slow.ReceiveToEndAsync();
        Assert.Equal("lost", end);
        Assert.InRange(count, 0, messages - 1); // the end may overtake messages that the system holds
        Assert.Equal(1, node.Node.SlowCount);
        await node.UntilMembersAsync(1);
    });

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Send_BurstOfShortTexts_DropsNobody(bool isPooled)
    {
        const int Messages = 50_000;

        await using TestNode node = await TestNode.StartAsync(isPooled);
        using ChatClient ann = await node.ConnectAsync("blue", "ann");
        var members = new List<ChatClient>();
        for (int i = 0; i < 10; i++)
            members.Add(await node.ConnectAsync("blue", $"member{i}"));

        Task<string>[] reading = [.. members.Append(ann).Select(client => Task.Run(() => ReadAllAsync(client)))];
        for (int i = 0; i < Messages; i++)
            await ann.SendAsync("x");

        Assert.All(await Task.WhenAll(reading), last => Assert.Equal(ann.JsonOf(Messages, "x"), last));
        Assert.Equal(0, node.Node.SlowCount);
        members.ForEach(static client => client.Dispose());

        async Task<string> ReadAllAsync(ChatClient client)
        {
            string last = "";
            for (int i = 1; i <= Messages && (i == 1 || last == ann.JsonOf(i - 1, "x")); i++)
                last = await client.ReceiveAsync();

            return last;
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Receive_BurstOfAnotherNode_DropsOnlyWhoHasNoRoom(bool isPooled)
    {
        await using TestNode node = await TestNode.StartAsync(isPooled);
        using ChatClient slow = await node.ConnectAsync("blue", "slow");
        byte[] packet = [.. PacketHeader.Create(Guid.NewGuid()), .. System.Text.Encoding.UTF8.GetBytes($"\"{s_longJson}\"")];

        for (int i = 0; i < MaxBetween / s_longJson.Length; i++)
            node.Node.Receive("blue", packet); // never waits

        Assert.Equal(1, node.Node.SlowCount);
        await node.UntilMembersAsync(0);
    }

    [Fact]
    public async Task Stop_RequestThatIsNotWhole_EndsInTime()
    {
        using var unfinished = new System.Net.Sockets.TcpClient();
        var time = new System.Diagnostics.Stopwatch();
        var limits = new NodeLimits { CloseTime = TimeSpan.FromSeconds(1), RequestTime = TimeSpan.FromSeconds(30) };
        await using (TestNode node = await TestNode.StartAsync(true, limits: limits))
        {
            await unfinished.ConnectAsync(node.Address.Host, node.Address.Port);
            await unfinished.GetStream().WriteAsync("GET /"u8.ToArray());
            using ChatClient ann = await node.ConnectAsync("blue", "ann"); // so the server has seen the other one
            time.Start();
        }

        Assert.InRange(time.Elapsed, TimeSpan.Zero, TimeSpan.FromSeconds(25)); // 30 for a request, and 2 here
    }

    [Fact]
    public async Task Connect_OthersTakeAllTheirBytes_NewcomersOfOtherRoomsTalk()
    {
        await using TestNode node = await TestNode.StartAsync(true);
        Budget address = new(node.Node.Admission.All.Unsent);
        var rooms = new Budget[20];
        for (int i = 0; i < rooms.Length; i++)
        {
            rooms[i] = new Budget(address);
            rooms[i].Add(rooms[i].Free);
        }

        using ChatClient ann = await node.ConnectAsync("green", "ann"), bob = await node.ConnectAsync("green", "bob");
        await ann.SendAsync(s_longText);

        Assert.Equal(ann.JsonOf(1, s_longJson), await bob.ReceiveAsync());
        foreach (Budget room in rooms)
            room.Add(-room.Used);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Connect_SilentMembersHoldAllTheyMay_OthersOfTheAddressTalk(bool isPooled)
    {
        await using TestNode node = await TestNode.StartAsync(
            isPooled, limits: new NodeLimits { MaxUnsent = 64 << 20, MaxUnsentOfAll = 8 << 20 });
        ChatClient loud = await node.ConnectAsync("blue", "loud"), silent = await node.ConnectAsync("blue", "silent");
        Task reading = loud.ReceiveToEndAsync();
        Task sending = Task.Run(async () =>
        {
            while (true)
                await loud.SendAsync(s_longText);
        });
        // A seventh at most. It is less if some waited for the loud one itself when it was held for the silent one.
        await Wait.Until(() => node.Node.Unsent > node.Node.MaxUnsentOfAll / 16);

        using ChatClient ann = await node.ConnectAsync("green", "ann"), bob = await node.ConnectAsync("green", "bob");
        for (int i = 1; i <= 20; i++)
        {
            await ann.SendAsync(s_longText);
            Assert.Equal(ann.JsonOf(i, s_longJson), await bob.ReceiveAsync());
            await ann.ReceiveAsync();
        }

        Assert.InRange(node.Node.Unsent, 0, node.Node.MaxUnsentOfAll / 4);
        silent.Dispose();
        loud.Dispose();
        await Task.WhenAny(Task.WhenAll(reading, sending)); // they fail, as the client has gone
    }

    [Fact]
    public async Task Receive_LongestTextWithAnEmptyFragmentAtItsEnd_IsSent()
    {
        await using TestNode node = await TestNode.StartAsync(true);
        using ChatClient ann = await node.ConnectAsync("blue", "ann");
        string longest = new('x', HubNode.MaxMessage);

        await ann.SendAsync(System.Text.Encoding.UTF8.GetBytes(longest), WebSocketMessageType.Text, false);
        await ann.SendAsync([], WebSocketMessageType.Text, false);
        await ann.SendAsync([], WebSocketMessageType.Text, true);

        Assert.Equal(ann.JsonOf(1, longest), await ann.ReceiveAsync());
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Receive_MessageThatIsTooLong_ClosesItsConnection(bool isPooled)
    {
        await using TestNode node = await TestNode.StartAsync(isPooled);
        using ChatClient ann = await node.ConnectAsync("blue", "ann"), bob = await node.ConnectAsync("blue", "bob");
        string longest = new('x', HubNode.MaxMessage);

        await ann.SendAsync(longest);
        Assert.Equal(ann.JsonOf(1, longest), await bob.ReceiveAsync());
        await bob.SendAsync(longest + "x");

        Assert.Equal($"{(int)WebSocketCloseStatus.MessageTooBig}", await bob.ReceiveAsync());
        await bob.CloseAsync();
        await node.UntilMembersAsync(1);
        await ann.ReceiveAsync();
        await ann.SendAsync("after");
        Assert.Equal(ann.JsonOf(2, "after"), await ann.ReceiveAsync());
    }

    [Theory]
    [InlineData(new byte[] { 1 }, WebSocketMessageType.Binary, true, 1003)]
    [InlineData(new byte[] { 1 }, WebSocketMessageType.Binary, false, 1003)]
    [InlineData(new byte[] { 0xC3 }, WebSocketMessageType.Text, false, 1007)] // a character is cut off
    public async Task Receive_NoText_ClosesItsConnection(byte[] part, WebSocketMessageType type, bool isEnd, int code)
    {
        await using TestNode node = await TestNode.StartAsync(true);
        using ChatClient ann = await node.ConnectAsync("blue", "ann");

        await ann.SendAsync(part, type, isEnd);
        if (!isEnd && type == WebSocketMessageType.Text)
            await ann.SendAsync([], type, true);

        Assert.Equal($"{code}", await ann.ReceiveAsync());
    }

    [Theory]
    [InlineData("?room=blue")]
    [InlineData("?name=ann")]
    [InlineData("?room=&name=ann")]
    [InlineData("?room=a%20b&name=ann")]
    [InlineData("?room=a*&name=ann")]
    [InlineData("?room=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa&name=ann")] // 33 characters
    public async Task Connect_NamesThatAreInvalid_IsRefused(string query)
    {
        await using TestNode node = await TestNode.StartAsync(true);
        using var client = new HttpClient();
        using var request = new HttpRequestMessage(HttpMethod.Get, new UriBuilder(node.Address) { Scheme = "http", Query = query }.Uri);
        (string Name, string Value)[] headers =
        [
            ("Connection", "Upgrade"), ("Upgrade", "websocket"), ("Sec-WebSocket-Version", "13"),
            ("Sec-WebSocket-Key", "AQIDBAUGBwgJCgsMDQ4PEA=="),
        ];
        foreach ((string name, string value) in headers)
            request.Headers.TryAddWithoutValidation(name, value);

        using HttpResponseMessage response = await client.SendAsync(request);

        Assert.Equal(400, (int)response.StatusCode);
    }

    [Fact]
    public async Task Connect_NoWebSocket_IsRefused()
    {
        await using TestNode node = await TestNode.StartAsync(true);
        using var client = new HttpClient();

        using HttpResponseMessage response = await client.GetAsync(
            new UriBuilder(node.Address) { Scheme = "http", Query = "?room=blue&name=ann" }.Uri);

        Assert.Equal(400, (int)response.StatusCode);
    }

    [Theory]
    [InlineData(2, 100)]
    [InlineData(100, 2)]
    public async Task Connect_OneTooMany_IsRefusedUntilAnotherLeaves(int maxConnections, int maxPerAddress)
    {
        var limits = new NodeLimits { MaxConnections = maxConnections, MaxConnectionsPerAddress = maxPerAddress };
        await using TestNode node = await TestNode.StartAsync(true, limits: limits);
        using ChatClient ann = await node.ConnectAsync("blue", "ann"), bob = await node.ConnectAsync("blue", "bob");

        Assert.Equal(429, await ChatClient.RefusedAsync(node.Address, "blue", "cid"));

        await ann.CloseAsync();
        await node.UntilMembersAsync(1);
        using ChatClient cid = await node.ConnectAsync("blue", "cid");
        await cid.SendAsync("hello");
        Assert.Equal(cid.JsonOf(1, "hello"), await bob.ReceiveAsync());
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Stop_Members_GetWhatWaitsAndTheReason(bool isPooled)
    {
        TestNode node = await TestNode.StartAsync(isPooled);
        using ChatClient ann = await node.ConnectAsync("blue", "ann"), slow = await node.ConnectAsync("blue", "slow");
        await ann.SendAsync("last");
        Assert.Equal(ann.JsonOf(1, "last"), await ann.ReceiveAsync());

        Task stopping = node.DisposeAsync().AsTask();

        Assert.Equal($"{(int)WebSocketCloseStatus.EndpointUnavailable}", await ann.ReceiveAsync());
        await ann.CloseAsync();
        Assert.Equal((1, $"{(int)WebSocketCloseStatus.EndpointUnavailable}"), await slow.ReceiveToEndAsync());
        await slow.CloseAsync();
        await stopping;
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Stop_MemberWhoDoesNotRead_IsDroppedAfterATime(bool isPooled)
    {
        TestNode node = await TestNode.StartAsync(
            isPooled, limits: new NodeLimits { MaxUnsent = 64 << 20, CloseTime = TimeSpan.FromMilliseconds(200) });
        using ChatClient ann = await node.ConnectAsync("blue", "ann"), slow = await node.ConnectAsync("blue", "slow");
        for (int i = 1; i <= MaxBetween / s_longJson.Length; i++)
        {
            await ann.SendAsync(s_longText);
            await ann.ReceiveAsync();
        }

        Assert.NotEqual(0, node.Node.Unsent);
        Assert.Equal(isPooled, node.ArraysInUse > 0);

        await node.DisposeAsync().AsTask().WaitAsync(Wait.Patience); // which checks that nothing is rented any more

        Assert.Equal("lost", (await slow.ReceiveToEndAsync()).End);
    }

    [Fact]
    public async Task Send_MemoryIsRefused_EndsOnlyTheSender()
    {
        var arrays = new TestArrayPool<byte>(new TestPoolOptions
        {
            Faults = new FaultPlan(3, FaultMoment.Before) { Member = "Rent" },
        });
        using var pool = new BufferWriterPool(arrayPool: arrays);
        await using (TestNode node = await TestNode.StartAsync(true, writers: pool))
        {
            using ChatClient ann = await node.ConnectAsync("blue", "ann"), bob = await node.ConnectAsync("blue", "bob");
            await ann.SendAsync(s_longText); // the writer rents an array, and longer ones as it grows
            Assert.Equal("lost", await ann.ReceiveAsync());
            await bob.SendAsync("after");
            Assert.Equal(bob.JsonOf(1, "after"), await bob.ReceiveAsync());
        }

        await Wait.Until(() => pool.GetStatistics().InUse == 0); // an idle writer may keep its array
        arrays.AssertClean();
    }

    [Fact]
    public void Enter_AddressesOfOneNetwork_CountAsOne()
    {
        var admission = new Admission(maxConnections: 10, maxPerAddress: 1);

        Assert.True(admission.TryEnter(System.Net.IPAddress.Parse("2001:db8:0:1::1"), "blue", out _));
        Assert.False(admission.TryEnter(System.Net.IPAddress.Parse("2001:db8:0:1:ffff::2"), "blue", out _));
        Assert.True(admission.TryEnter(System.Net.IPAddress.Parse("2001:db8:0:2::1"), "blue", out _));
        Assert.True(admission.TryEnter(System.Net.IPAddress.Parse("192.0.2.1"), "blue", out _));
        Assert.False(admission.TryEnter(System.Net.IPAddress.Parse("::ffff:192.0.2.1"), "blue", out _));

        admission.Leave(System.Net.IPAddress.Parse("2001:db8:0:1::3"), "blue");
        Assert.True(admission.TryEnter(System.Net.IPAddress.Parse("2001:db8:0:1::4"), "blue", out _));
        Assert.Equal(3, admission.Count);
    }
}
