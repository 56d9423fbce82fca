using System.Buffers.Binary;
using System.Diagnostics;
using System.Net.Sockets;
using System.Net.WebSockets;
using System.Text;
using System.Text.RegularExpressions;

namespace Pooling.Samples.ClusterHub;

/// <summary>Tests that no client harms a node or other clients by what it leaves unread, silence, or odd texts.</summary>
public sealed class HubNodeLimitsTests
{
    private const int MaxBetween = 8 << 20; // bytes that the system and Kestrel hold for a client who does not read

    private static readonly byte[] s_text = [0x81, 0x81, 0, 0, 0, 0, (byte)'x']; // one letter, masked with zeros

    [Fact]
    public async Task Send_RoomIsFull_NodeHoldsLittleThatItDoesNotRead()
    {
        await using TestNode node = await TestNode.StartAsync(true);
        using Socket ann = Connect(node, sendBuffer: 4_096);
        await JoinAsync(ann, "blue", "ann");
        Room? room = null;
        await Wait.Until(() => node.Node.Rooms.TryFind("blue", out room));
        room!.Members[0].Backlog.Add(node.Node.MaxUnsent / 2, canWait: true); // so the first text waits for room

        ann.Blocking = false;
        byte[] texts = [.. Enumerable.Repeat(s_text, 1_000).SelectMany(static text => text)];
        int sent = 0;
        for (int pauses = 0; pauses < 50 && sent < 4 << 20; pauses++)
        {
            int count = ann.Send(texts, SocketFlags.None, out _);
            sent += count;
            if (count > 0)
                pauses = 0;
            else
                await Task.Delay(10);
        }

        Assert.InRange(sent, HubNode.MaxMessage, 1 << 20); // some of it is the system's
    }

    [Fact]
    public async Task Send_ReceiverTakesLong_SenderThatAnswersStays()
    {
        await using TestNode node = await TestNode.StartAsync(
            true, limits: new NodeLimits { SilentTime = TimeSpan.FromSeconds(2) });
        using ChatClient ann = await node.ConnectAsync("blue", "ann");
        Room? room = null;
        await Wait.Until(() => node.Node.Rooms.TryFind("blue", out room));
        Backlog backlog = room!.Members[0].Backlog;
        backlog.Add(node.Node.MaxUnsent / 2, canWait: true); // so the first text waits for room

        Task<string[]> receiving = ann.ReceiveAsync(2); // which also answers the node
        await ann.SendAsync("a");
        await ann.SendAsync("b"); // not read yet, and in front of each answer
        await Task.WhenAny(receiving, Task.Delay(TimeSpan.FromSeconds(10)));
        Assert.False(receiving.IsCompleted);

        backlog.Remove();
        Assert.Equal([ann.JsonOf(1, "a"), ann.JsonOf(2, "b")], await receiving);
    }

    [Fact]
    public async Task Connect_MemberIsSilent_SystemFindsOutWhetherItIsThere()
    {
        if (!OperatingSystem.IsLinux())
            return; // the others do not show the timers of sockets

        await using TestNode node = await TestNode.StartAsync(true);
        using ChatClient ann = await node.ConnectAsync("blue", "ann");

        // A line has the local port in hexadecimal, 01 for a connection, and 02 for a timer that asks for an answer.
        var asks = new Regex($@":{node.Address.Port:X4} \S+ 01 \S+ 02:");
        await Wait.Until(() => File.ReadLines("/proc/net/tcp").Any(asks.IsMatch));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Send_LongTextsTogether_AreSentInOrder(bool isPooled)
    {
        const int Length = 7_000;

        await using TestNode node = await TestNode.StartAsync(isPooled);
        using Socket ann = Connect(node);
        byte[] letters = [.. Enumerable.Repeat((byte)1, HubNode.MaxMessage)];

        // In one write: the request, and two texts that are six times as long in JSON. The first leaves room for much,
        // but not for the second.
        await ann.SendAsync((byte[])
        [
            .. Encoding.ASCII.GetBytes(RequestOf("blue", "ann")),
            .. (byte[])[0x81, 0xFE, Length >> 8, Length & 0xFF, 0, 0, 0, 0], .. letters[..Length],
            .. (byte[])[0x81, 0xFE, HubNode.MaxMessage >> 8, HubNode.MaxMessage & 0xFF, 0, 0, 0, 0], .. letters,
        ]);

        await ReadResponseAsync(ann);
        await using var stream = new NetworkStream(ann);
        Assert.Equal(JsonOf(1, Length), await ReadTextAsync(stream, headerLength: 4));
        Assert.Equal(JsonOf(2, HubNode.MaxMessage), await ReadTextAsync(stream, headerLength: 10));
        Assert.Equal(0, node.Node.SlowCount);

        static string JsonOf(int number, int length) =>
            $$"""{"from":"ann","number":{{number}},"text":"{{string.Concat(Enumerable.Repeat(@"\u0001", length))}}"}""";

        static async Task<string> ReadTextAsync(NetworkStream stream, int headerLength)
        {
            byte[] header = new byte[headerLength];
            await stream.ReadExactlyAsync(header);
            byte[] text = new byte[BinaryPrimitives.ReadUInt16BigEndian(header.AsSpan()[^2..])
                + (headerLength == 4 ? 0 : header[^3] << 16)];
            await stream.ReadExactlyAsync(text);
            return Encoding.ASCII.GetString(text);
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Send_OthersTakeAllBytes_DelaysNobody(bool isPooled)
    {
        await using TestNode node = await TestNode.StartAsync(isPooled);
        using ChatClient ann = await node.ConnectAsync("blue", "ann"), bob = await node.ConnectAsync("blue", "bob");
        string longer = new('x', HubNode.MinCharge);

        node.Node.Admission.All.Unsent.Add(node.Node.MaxUnsentOfAll);
        await ann.SendAsync(longer);
        await ann.SendAsync("short");
        Assert.Equal(ann.JsonOf(2, "short"), await bob.ReceiveAsync());
        Assert.Equal(2, node.Node.LostCount); // for ann, too

        node.Node.Admission.All.Unsent.Add(-node.Node.MaxUnsentOfAll);
        await ann.SendAsync(longer);
        Assert.Equal(ann.JsonOf(3, longer), await bob.ReceiveAsync());
        Assert.Equal(0, node.Node.SlowCount);
    }

    [Fact]
    public void Create_RoomForLessThanTheLongestTexts_Throws()
    {
        Assert.Throws<ArgumentOutOfRangeException>(() => new PlainNode(null) { MaxUnsent = HubNode.MaxPacket });
        Assert.Throws<ArgumentOutOfRangeException>(() => new PlainNode(null) { MaxUnsentOfAll = HubNode.MaxPacket });
    }

    [Fact]
    public async Task Connect_NoRequest_EndsAfterATimeAndTakesNoPlaceOfOthers()
    {
        const int Members = 5;

        var limits = new NodeLimits { MaxConnectionsPerAddress = Members, RequestTime = TimeSpan.FromSeconds(30) };
        await using TestNode node = await TestNode.StartAsync(true, limits: limits);
        using ChatClient ann = await node.ConnectAsync("blue", "ann");
        var time = Stopwatch.StartNew();
        Socket[] silent = [.. Enumerable.Range(0, 2 * Members).Select(_ => Connect(node))]; // one too many

        await Wait.Until(() => silent.Any(IsEnded));
        Assert.InRange(time.Elapsed, TimeSpan.Zero, TimeSpan.FromSeconds(25)); // at once, and not after 30 s
        Assert.Equal(1, silent.Count(IsEnded));
        await ann.SendAsync("hello");
        Assert.Equal(ann.JsonOf(1, "hello"), await ann.ReceiveAsync());

        await Wait.Until(() => silent.All(IsEnded));
        using ChatClient bob = await node.ConnectAsync("blue", "bob");
    }

    [Fact]
    public async Task Receive_TextThatDoesNotEnd_EndsTheConnection()
    {
        await using TestNode node = await TestNode.StartAsync(
            true, limits: new NodeLimits { TextTime = TimeSpan.FromSeconds(20) }); // ann has it, too
        using ChatClient ann = await node.ConnectAsync("blue", "ann"), bob = await node.ConnectAsync("blue", "bob");
        await ann.SendAsync("x"u8.ToArray(), WebSocketMessageType.Text, false);
        await ann.SendAsync("y"u8.ToArray(), WebSocketMessageType.Text, true); // one that ends may come in parts
        Assert.Equal(ann.JsonOf(1, "xy"), await ann.ReceiveAsync());
        Assert.Equal(ann.JsonOf(1, "xy"), await bob.ReceiveAsync());

        Task<string> receiving = bob.ReceiveAsync();
        while (!receiving.IsCompleted) // or the patience of the receiver ends
        {
            try
            {
                await bob.SendAsync([], WebSocketMessageType.Text, false); // it goes on, but not to the end
                await Task.Delay(50);
            }
            catch (Exception exception) when (exception is WebSocketException or OperationCanceledException)
            {
                break; // the connection has ended, before the send or within it
            }
        }

        Assert.Equal("lost", await receiving);
        await ann.SendAsync("after"); // a member that is idle between texts stays
        Assert.Equal(ann.JsonOf(2, "after"), await ann.ReceiveAsync());
    }

    [Fact]
    public Task Receive_InvalidTextBeforeMore_ClosesWithTheReason() =>
        Task.WhenAll(ReceiveInvalidTextAsync(waiting: 0), ReceiveInvalidTextAsync(MaxBetween));

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Receive_OthersTakeAllBytes_LosesTheMessageAndNotTheMember(bool isPooled)
    {
        await using TestNode node = await TestNode.StartAsync(isPooled);
        using ChatClient ann = await node.ConnectAsync("blue", "ann");
        byte[] header = PacketHeader.Create(Guid.NewGuid());

        node.Node.Admission.All.Unsent.Add(node.Node.MaxUnsentOfAll);
        node.Node.Receive("blue", [.. header, .. new byte[HubNode.MinCharge + 1]]);
        node.Node.Admission.All.Unsent.Add(-node.Node.MaxUnsentOfAll);
        node.Node.Receive("blue", [.. header, .. "{2}"u8]);

        Assert.Equal("{2}", await ann.ReceiveAsync());
        Assert.Equal((0, 1), (node.Node.SlowCount, node.Node.LostCount));
    }

    private static async Task ReceiveInvalidTextAsync(int waiting)
    {
        await using TestNode node = await TestNode.StartAsync(
            true, limits: new NodeLimits { MaxUnsent = 64 << 20, CloseTime = TimeSpan.FromSeconds(20) });
        using ChatClient ann = await node.ConnectAsync("blue", "ann"), bob = await node.ConnectAsync("blue", "bob");
        for (int i = 0; i < waiting / HubNode.MaxMessage; i++)
        {
            await bob.SendAsync(new string('x', HubNode.MaxMessage)); // which waits for ann
            await bob.ReceiveAsync();
        }

        await ann.SendAsync([0xFF], WebSocketMessageType.Text, true);
        for (int i = 0; i < 50; i++)
            await ann.SendAsync("more"); // which nobody reads

        Assert.Equal($"{(int)WebSocketCloseStatus.InvalidPayloadData}", (await ann.ReceiveToEndAsync()).End);
        await node.UntilMembersAsync(1);
    }

    private static bool IsEnded(Socket socket) => socket.Poll(0, SelectMode.SelectRead);

    private static Socket Connect(TestNode node, int sendBuffer = 0)
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        if (sendBuffer > 0)
            socket.SendBufferSize = sendBuffer;

        socket.Connect(node.Address.Host, node.Address.Port);
        return socket;
    }

    /// <summary>Sends a request on a bare socket.</summary>
    /// <returns>The first line of the response.</returns>
    private static async Task<string> JoinAsync(Socket socket, string room, string name)
    {
        await socket.SendAsync(Encoding.ASCII.GetBytes(RequestOf(room, name)));
        return await ReadResponseAsync(socket);
    }

    private static string RequestOf(string room, string name) =>
        $"GET /hub?room={room}&name={name} HTTP/1.1\r\nHost: localhost\r\n"
        + "Connection: Upgrade\r\nUpgrade: websocket\r\n"
        + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";

    /// <returns>The first line of the response.</returns>
    private static async Task<string> ReadResponseAsync(Socket socket)
    {
        string response = "";
        byte[] next = new byte[1];
        while (!response.EndsWith("\r\n\r\n", StringComparison.Ordinal) && await socket.ReceiveAsync(next) == 1)
            response += (char)next[0];

        return response.Split("\r\n")[0];
    }
}
