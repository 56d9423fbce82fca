using System.Buffers;
using System.Net.WebSockets;
using System.Text;
using Pooling.WebSockets.Client;
using Pooling.WebSockets.Protocol;
using WebSockets.Hub;
using WebSockets.Hub.Hosting;
using WebSockets.Hub.Page;
using WebSockets.Protocol.Compression;
using static Pooling.WebSockets.Protocol.DeflateBytes;
using static Pooling.WebSockets.Protocol.FrameBytes;

namespace Pooling.WebSockets.Hub;

/// <summary>Tests compressed messages over real sockets.</summary>
public sealed class CompressionTests : HubTest
{
    private const byte CompressedText = 0xC1;

    private static readonly DeflateOptions s_context = new() { ServerContextTakeover = true };

    [Theory]
    [InlineData(HubMode.Pooled, false, 15)]
    [InlineData(HubMode.Pooled, true, 15)]
    [InlineData(HubMode.Pooled, true, 9)]
    [InlineData(HubMode.Pooled, false, 9)]
    [InlineData(HubMode.Before, false, 15)]
    [InlineData(HubMode.Before, true, 9)]
    [InlineData(HubMode.Plain, false, 15)]
    [InlineData(HubMode.Plain, true, 9)]
    public Task Echo_ForTheClientOfDotNet_IsTheMessage(HubMode mode, bool keepsContext, int bits) => Serve(
        async hub =>
        {
            using var client = new ClientWebSocket();
            client.Options.DangerousDeflateOptions = new()
            {
                ServerMaxWindowBits = bits,
                ClientMaxWindowBits = bits,
                ServerContextTakeover = keepsContext,
                ClientContextTakeover = keepsContext,
            };
            await client.ConnectAsync(new Uri(hub.Address, "/echo"), default);
            foreach (int length in new[] { 1, 127, 128, 1000, 4096, 70_000, 300_000, 200 })
            {
                byte[] data = JsonText(length);
                foreach (WebSocketMessageType type in new[] { WebSocketMessageType.Text, WebSocketMessageType.Binary })
                {
                    await client.SendAsync(data, type, true, default);
                    Assert.Equal(data, await Receive(client, type));
                }
            }

            Assert.Equal(mode == HubMode.Pooled ? 14 : 0, hub.GetStatistics().Deflated);
            Assert.Equal(keepsContext, hub.GetStatistics().CompressingBytes > 0);
            await client.CloseAsync(WebSocketCloseStatus.NormalClosure, "", default);
        },
        PatientOptions with { Deflate = s_context },
        mode);

    [Fact]
    public Task Broadcast_ToManySettings_IsCompressedOnceForEachWindow() => Serve(
        async hub =>
        {
            const string Own = "permessage-deflate; server_no_context_takeover";
            RawSocket plain = await RawSocket.Connect(hub, "/broadcast");
            RawSocket[] wide = [await Connect(hub, Own), await Connect(hub, Own), await Connect(hub, Own)];
            const string Narrow = $"{Own}; server_max_window_bits=9";
            RawSocket[] narrow = [await Connect(hub, Narrow), await Connect(hub, Narrow)];
            RawSocket own = await Connect(hub, "permessage-deflate");
            await Until(() => hub.Room.Count == 7);
            byte[] message = JsonText(30_000);
            for (int i = 0; i < 2; i++)
                Assert.Equal(7, hub.Room.Broadcast(new InboundMessage(new ReadOnlySequence<byte>(message), IsText: true)));

            for (int i = 0; i < 2; i++)
            {
                Assert.Equal($"text {ReaderRun.Tell(message)}", await plain.Receive());
                byte[] ofWide = await SameOfAll(wide);
                byte[] ofNarrow = await SameOfAll(narrow);
                Assert.Equal(message, Inflate(ofWide));
                Assert.Equal(message, Inflate(ofNarrow));
                Assert.NotEqual(ofWide, ofNarrow);
            }

            byte[][] owned = [await ReceiveCompressed(own), await ReceiveCompressed(own)];
            Assert.Equal([message, message], InflateAll(owned));
            Assert.InRange(owned[1].Length, 1, owned[0].Length / 4);
            Assert.Equal((2 * 2) + 2, hub.GetStatistics().Deflated);
            foreach (RawSocket socket in (RawSocket[])[plain, .. wide, .. narrow, own])
                socket.Dispose();
        },
        PatientOptions with { Deflate = s_context });

    [Fact]
    public Task Broadcast_WhileSocketsComeAndGo_ReachesWhoStaysInOrder() => Serve(
        async hub =>
        {
            const int Messages = 150;
            using RawSocket stays = await Connect(hub, "permessage-deflate");
            await Until(() => hub.Room.Count == 1);
            using var ending = new CancellationTokenSource();
            Task[] guests = [.. Enumerable.Range(9, 7).Select(bits => Task.Run(async () =>
            {
                while (!ending.IsCancellationRequested)
                {
                    using RawSocket guest = await Connect(hub, $"permessage-deflate; server_max_window_bits={bits}");
                    await guest.ReceiveFrame();
                    guest.Reset();
                }
            }))];
            Task sending = Task.Run(() =>
            {
                for (int i = 0; i < Messages; i++)
                    hub.Room.Broadcast(new InboundMessage(new ReadOnlySequence<byte>(JsonText(20_000, i)), IsText: true));
            });
            for (int i = 0; i < Messages; i++)
                Assert.Equal(JsonText(20_000, i), Inflate(await ReceiveCompressed(stays)));

            await sending;
            await ending.CancelAsync();
            Task all = Task.WhenAll(guests);
            while (!all.IsCompleted)
            {
                hub.Room.Broadcast(new InboundMessage(new ReadOnlySequence<byte>("enough"u8.ToArray()), IsText: true)); // some still wait
                await Task.WhenAny(all, Task.Delay(50));
            }

            await all;
        },
        new HubOptions { Limits = Patient with { QueuedBytes = 16 << 20 } });

    [Fact]
    public Task Messages_ThatAreDropped_DoNotBreakTheContext() => Serve(
        async hub =>
        {
            const int Messages = 200;
            (RawSocket socket, string agreed) = await RawSocket.ConnectCompressed(hub, "/broadcast", receiveBuffer: 4096);
            using RawSocket slow = socket;
            Assert.Equal("permessage-deflate", agreed);
            await Until(() => hub.Room.Count == 1);
            var random = new Random(4);
            byte[] noise = new byte[200_000];
            random.NextBytes(noise);
            for (int i = 0; i < Messages; i++)
            {
                byte[] message = [(byte)i, .. noise];
                random.NextBytes(message.AsSpan(1));
                hub.Room.Broadcast(new InboundMessage(new ReadOnlySequence<byte>(message), IsText: false));
            }

            await Until(() => hub.GetStatistics().Dropped > 0);
            hub.Room.Broadcast(new InboundMessage(new ReadOnlySequence<byte>(JsonText(1000)), IsText: true));
            var payloads = new List<byte[]>();
            byte first;
            do
            {
                (first, byte[] payload) = (await slow.ReceiveFrame())!.Value;
                payloads.Add(payload);
            }
            while (first != CompressedText);
            byte[][] received = InflateAll([.. payloads]);

            Assert.Equal(JsonText(1000), received[^1]);
            byte[] numbers = [.. received[..^1].Select(static message => message[0])];
            Assert.InRange(numbers.Length, 1, Messages - 1);
            Assert.Equal(numbers.Order().Distinct(), numbers);
        },
        new HubOptions { Deflate = s_context, Limits = Patient with { QueuedMessages = 4 } });

    [Fact]
    public Task Message_OfAnotherClient_IsNoPartOfAnybodysFrames() => Serve(async hub =>
    {
        byte[] secret = Encoding.ASCII.GetBytes(string.Concat(Enumerable.Range(0, 50).Select(static i => $"secret {i * 7919} ")));
        using RawSocket other = await Connect(hub, "permessage-deflate", "/echo");
        using RawSocket socket = await Connect(hub, "permessage-deflate; client_no_context_takeover", "/echo");
        for (int i = 0; i < 20; i++)
        {
            await other.Send(Frame(Text, Deflate(secret), reserved: Compressed));
            Assert.Equal(secret, Inflate(await ReceiveCompressed(other)));
            await socket.Send(Frame(Text, Deflate(secret), reserved: Compressed)); // is short if it refers to the other text
            Assert.Equal(secret, Inflate(await ReceiveCompressed(socket)));
        }

        await socket.Send(Frame(Text, [0xF2, 0x00, 0x11, 0x00, 0x00], reserved: Compressed)); // refers to an earlier message
        Assert.Equal("close 1007", await socket.Receive());
    });

    /// <summary>Checks a client that keeps its context although it is requested not to, like clients of Tornado. Only clients that offered
    /// the parameter are requested.</summary>
    [Fact]
    public Task Client_ThatKeepsItsContext_IsUnderstood() => Serve(async hub =>
    {
        (RawSocket socket, string agreed) = await RawSocket.ConnectCompressed(hub, "/echo", "permessage-deflate; client_max_window_bits");
        using RawSocket client = socket;
        Assert.Equal("permessage-deflate; server_no_context_takeover", agreed);
        byte[][] messages = [.. Enumerable.Range(0, 5).Select(static i => JsonText(1000, i))];
        foreach (byte[] payload in DeflateAll(messages))
            await client.Send(Frame(Text, payload, reserved: Compressed));

        foreach (byte[] message in messages)
            Assert.Equal(message, Inflate(await ReceiveCompressed(client)));
    });

    [Fact]
    public Task Message_ThatGrowsHundredsOfTimes_IsEchoed() => Serve(async hub =>
    {
        byte[] telemetry = Encoding.ASCII.GetBytes(new string('0', 100_000));
        byte[] payload = Deflate(telemetry);
        Assert.InRange(telemetry.Length / payload.Length, 250, 1032);
        using RawSocket socket = await Connect(hub, "permessage-deflate; client_no_context_takeover", "/echo");
        for (int i = 0; i < 10; i++)
        {
            await socket.Send(Frame(Text, payload, reserved: Compressed));
            Assert.Equal(telemetry, Inflate(await ReceiveCompressed(socket)));
        }
    });

    [Fact]
    public Task Messages_BeyondTheRateOfInflating_WaitAndAreNotLost()
    {
        var clock = new ManualClock();
        var tick = TimeSpan.FromMilliseconds(50); // each message that waits does so for longer than two
        HubLimits limits = Patient with { InflatedPerSecond = 200_000, PingAfter = tick, PongTimeout = tick };
        return Serve(Test, new HubOptions { Limits = limits, TimeProvider = clock });

        async Task Test(HubServer hub)
        {
            byte[] frame = Frame(Text, Deflate(new byte[60_000]), reserved: Compressed);
            using RawSocket socket = await Connect(hub, "permessage-deflate; client_no_context_takeover", "/echo");
            await socket.Send(Join([.. Enumerable.Repeat(frame, 12)]));
            Task receiving = ReceiveAll(socket);
            TimeSpan waited = TimeSpan.Zero;
            while (!receiving.IsCompleted)
            {
                await Until(() => receiving.IsCompleted || clock.Pending.Length == 2); // the sweep, and a message
                clock.Advance(tick);
                waited += tick;
            }

            await receiving;
            // 200 KB at once, and 460 KB before the last.
            Assert.InRange(waited, TimeSpan.FromSeconds(2.3), TimeSpan.FromSeconds(3));
            Assert.Equal(0, hub.GetStatistics().TimedOut);
        }

        static async Task ReceiveAll(RawSocket socket)
        {
            for (int i = 0; i < 12; i++)
                Assert.Equal(60_000, Inflate(await ReceiveCompressed(socket)).Length); // without a ping before it
        }
    }

    [Theory]
    [InlineData("small and huge when inflated", 1009)]
    [InlineData("too long when inflated", 1009)]
    [InlineData("no deflate data", 1007)]
    [InlineData("the bit on a ping", 1002)]
    public Task Message_ThatMayNotBe_ClosesItsSocketOnly(string what, int code) => Serve(async hub =>
    {
        byte[] bad = what switch
        {
            "small and huge when inflated" => Frame(Text, Deflate(new byte[100 << 20]), reserved: Compressed),
            "too long when inflated" => Frame(Text, Deflate(JsonText((1 << 20) + 1)), reserved: Compressed),
            "no deflate data" => Frame(Binary, [0xFF, 0xFF], reserved: Compressed),
            _ => Frame(Ping, [1], reserved: Compressed),
        };
        using RawSocket bystander = await Connect(hub, "permessage-deflate", "/echo");
        using RawSocket socket = await Connect(hub, "permessage-deflate", "/echo");
        await socket.Send(Join(TextFrame("a"), bad));
        Assert.Equal("text a", await socket.Receive());
        Assert.Equal($"close {code}", await socket.Receive());
        await bystander.Send(Frame(Text, Deflate(JsonText(5000)), reserved: Compressed));
        Assert.Equal(JsonText(5000), Inflate(await ReceiveCompressed(bystander)));
    });

    [Fact]
    public Task Handshake_BeyondTheMemoryOfCompression_IsAcceptedWithoutIt() => Serve(
        async hub =>
        {
            (RawSocket first, string agreed) = await RawSocket.ConnectCompressed(hub, "/echo");
            Assert.Equal("permessage-deflate", agreed);
            long kept = hub.GetStatistics().CompressingBytes;
            (RawSocket second, agreed) = await RawSocket.ConnectCompressed(hub, "/echo");
            Assert.Equal("", agreed);
            await second.Send(TextFrame("plain"));
            Assert.Equal("text plain", await second.Receive());
            (RawSocket third, agreed) = await RawSocket.ConnectCompressed(
                hub, "/echo", "permessage-deflate; server_no_context_takeover; client_no_context_takeover");
            Assert.Contains("no_context", agreed, StringComparison.Ordinal); // keeps nothing
            Assert.Equal(kept, hub.GetStatistics().CompressingBytes);

            first.Dispose();
            await Until(() => hub.GetStatistics().CompressingBytes == 0);
            (RawSocket fourth, agreed) = await RawSocket.ConnectCompressed(hub, "/echo");
            Assert.Equal("permessage-deflate", agreed);
            foreach (RawSocket socket in new[] { second, third, fourth })
                socket.Dispose();
        },
        new HubOptions { Deflate = s_context, Limits = Patient with { CompressingPerAddress = 600_000 } });

    [Theory]
    [InlineData(HubMode.Pooled)]
    [InlineData(HubMode.Before)]
    [InlineData(HubMode.Plain)]
    public Task Offer_WhenItIsOff_IsDeclined(HubMode mode) => Serve(
        async hub =>
        {
            (RawSocket socket, string agreed) = await RawSocket.ConnectCompressed(hub, "/echo");
            using RawSocket plain = socket;
            Assert.Equal("", agreed);
            await plain.Send(Frame(Text, Deflate(JsonText(300)), reserved: Compressed));
            Assert.Equal("close 1002", await plain.Receive());
        },
        PatientOptions with { Deflate = new DeflateOptions { IsEnabled = false } },
        mode);

    private static async Task<RawSocket> Connect(HubServer hub, string offer, string path = "/broadcast")
    {
        (RawSocket socket, string agreed) = await RawSocket.ConnectCompressed(hub, path, offer);
        Assert.StartsWith("permessage-deflate", agreed, StringComparison.Ordinal);
        return socket;
    }

    private static async Task<byte[]> ReceiveCompressed(RawSocket socket)
    {
        (byte first, byte[] payload) = (await socket.ReceiveFrame())!.Value;
        Assert.Equal(CompressedText, first);
        return payload;
    }

    private static async Task<byte[]> SameOfAll(RawSocket[] sockets)
    {
        byte[] expected = await ReceiveCompressed(sockets[0]);
        foreach (RawSocket socket in sockets[1..])
            Assert.Equal(expected, await ReceiveCompressed(socket));

        return expected;
    }

    private static async Task<byte[]> Receive(ClientWebSocket client, WebSocketMessageType type)
    {
        byte[] buffer = new byte[400_000];
        int length = 0;
        ValueWebSocketReceiveResult part;
        do
        {
            part = await client.ReceiveAsync(buffer.AsMemory(length), default);
            length += part.Count;
        }
        while (!part.EndOfMessage);
        Assert.Equal(type, part.MessageType);
        return buffer[..length];
    }
}
