using System.Buffers;
using System.Diagnostics;
using System.Net;
using Pooling.WebSockets.Client;
using Pooling.WebSockets.Protocol;
using WebSockets.Hub;
using WebSockets.Hub.After;
using WebSockets.Hub.Connections;
using WebSockets.Hub.Endpoints;
using WebSockets.Hub.Hosting;
using WebSockets.Protocol.Compression;
using WebSockets.Protocol.Memory;
using static Pooling.WebSockets.Protocol.DeflateBytes;
using static Pooling.WebSockets.Protocol.FrameBytes;

namespace Pooling.WebSockets.Hub;

/// <summary>Tests long messages that are inflated and compressed in turns.</summary>
public sealed class LongWorkTests : HubTest
{
    private const string Shared = "permessage-deflate; server_no_context_takeover; client_no_context_takeover";
    private const string Own = "permessage-deflate";

    private static readonly DeflateOptions s_context = new() { ServerContextTakeover = true };

    private readonly AddressEntry _address = NewAddress();
    private readonly ManualClock _clock = new(); // of the hub whose turn the test has
    private HubContext? _context; // as above

    [Fact]
    public async Task EnterAsync_BeyondTheMost_WaitsInOrder()
    {
        using var work = new LongWork(2);
        Assert.True(work.EnterAsync(_address, new AsyncSignal()).IsCompletedSuccessfully);
        Assert.True(work.EnterAsync(_address, new AsyncSignal()).IsCompletedSuccessfully);
        Task first = work.EnterAsync(_address, new AsyncSignal()).AsTask();
        Task second = work.EnterAsync(_address, new AsyncSignal()).AsTask();
        Assert.False(first.IsCompleted);

        work.Leave();
        await first.WaitAsync(Wait.Patience);
        Assert.False(second.IsCompleted);
        work.Leave();
        await second.WaitAsync(Wait.Patience);

        Assert.False(work.EnterAsync(_address, new AsyncSignal()).IsCompleted);
        for (int i = 0; i < 3; i++)
            work.Leave();

        Assert.True(work.EnterAsync(_address, new AsyncSignal()).IsCompletedSuccessfully);
    }

    [Fact]
    public async Task EnterAsync_OfAnAddressWithOneSocket_DoesNotWaitForAllOfAnother()
    {
        using var work = new LongWork(1);
        Assert.True(work.EnterAsync(_address, new AsyncSignal()).IsCompletedSuccessfully);
        Task[] crowd = [.. Enumerable.Range(0, 3).Select(_ => work.EnterAsync(_address, new AsyncSignal()).AsTask())];
        Task other = work.EnterAsync(NewAddress(), new AsyncSignal()).AsTask();

        foreach (Task next in (Task[])[crowd[0], other, crowd[1], crowd[2]])
        {
            Assert.False(next.IsCompleted);
            work.Leave();
            await next.WaitAsync(Wait.Patience);
        }
    }

    [Fact]
    public async Task Dispose_LetsAllIn()
    {
        using var work = new LongWork(1);
        Task[] all = [.. Enumerable.Range(0, 5).Select(_ => work.EnterAsync(_address, new AsyncSignal()).AsTask())];
        Assert.Equal(1, all.Count(static one => one.IsCompleted));

        work.Dispose();

        await Task.WhenAll(all).WaitAsync(Wait.Patience);
        Assert.True(work.EnterAsync(_address, new AsyncSignal()).IsCompletedSuccessfully);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    public async Task EnterAsync_OfManyWhoComeAndLeave_NeverLetsInMore(int most)
    {
        const int Visits = 20_000;
        using var work = new LongWork(most);
        int inside = 0;
        int highest = 0;
        await Task.WhenAll(Enumerable.Range(0, 8).Select(_ => Task.Run(Visit))).WaitAsync(Wait.Patience);
        Assert.InRange(highest, 1, most);
        Assert.Equal(0, inside);
        for (int i = 0; i < most; i++) // all have left
            Assert.True(work.EnterAsync(_address, new AsyncSignal()).IsCompletedSuccessfully);

        async Task Visit()
        {
            var turn = new AsyncSignal();
            for (int i = 0; i < Visits; i++)
            {
                await work.EnterAsync(_address, turn);
                int now = Interlocked.Increment(ref inside);
                if (now > Volatile.Read(ref highest))
                    Volatile.Write(ref highest, now);

                if (i % 64 == 0)
                    await Task.Yield();

                Interlocked.Decrement(ref inside);
                work.Leave();
            }
        }
    }

    [Fact]
    public async Task EnterAsync_WhileTheHubEnds_LetsEverybodyIn()
    {
        var time = Stopwatch.StartNew();
        for (int round = 0; round < 2000 && time.Elapsed < TimeSpan.FromSeconds(1); round++)
        {
            using var work = new LongWork(1);
            using var barrier = new Barrier(5);
            Task[] visits = [.. Enumerable.Range(0, 4).Select(_ => Task.Run(async () =>
            {
                barrier.SignalAndWait();
                await work.EnterAsync(_address, new AsyncSignal());
                work.Leave();
            }))];
            barrier.SignalAndWait();
            work.Dispose();
            await Task.WhenAll(visits).WaitAsync(Wait.Patience);
        }
    }

    /// <summary>Checks long messages while another socket has the only turn. They wait, and others do not.</summary>
    [Theory]
    [InlineData(Shared, true)]
    [InlineData(Shared, false)]
    [InlineData(Own, true)]
    [InlineData(Own, false)]
    public Task LongMessage_OutOfTurn_WaitsAndKeepsNobody(string offer, bool isCompressed) => WithoutTurns(
        async (hub, work) =>
        {
            byte[] message = JsonText(200_000);
            (RawSocket waiting, _) = await RawSocket.ConnectCompressed(hub, "/echo", offer);
            (RawSocket other, _) = await RawSocket.ConnectCompressed(hub, "/echo", offer);
            await waiting.Send(FrameOf(message, isCompressed));
            Task<(byte First, byte[] Payload)?> echo = waiting.ReceiveFrame();
            for (int i = 0; i < 50; i++)
            {
                await other.Send(TextFrame("short"));
                Assert.Equal("text short", await other.Receive());
            }

            await Until(() => hub.GetStatistics().Encoded == (isCompressed ? 50 : 51)); // it is inflated in its turn, and encoded before
            Assert.False(echo.IsCompleted);
            work.Leave();

            Assert.Equal(message, Inflate((await echo)!.Value.Payload));
            other.Dispose();
            waiting.Dispose();
        });

    /// <summary>Checks an address whose messages have exceeded the inflated bytes per second. Its short messages wait, too.</summary>
    [Fact]
    public Task ShortMessage_OfAnAddressThatInflatesTooMuch_WaitsForItsTurn() => WithoutTurns(
        async (hub, work) =>
        {
            byte[] message = new byte[10_000];
            byte[] payload = Deflate(message);
            Assert.InRange(payload.Length, 1, LongWork.MinInflated - 1);
            (RawSocket first, _) = await RawSocket.ConnectCompressed(hub, "/echo", Shared);
            (RawSocket second, _) = await RawSocket.ConnectCompressed(hub, "/echo", Shared);
            await first.Send(Frame(Text, payload, reserved: Compressed));
            Assert.Equal(message, Inflate((await first.ReceiveFrame())!.Value.Payload));
            await second.Send(Frame(Text, payload, reserved: Compressed));
            Task<(byte First, byte[] Payload)?> echo = second.ReceiveFrame();
            await first.Send(TextFrame("not compressed"));
            Assert.Equal("text not compressed", await first.Receive());
            Assert.NotSame(echo, await Task.WhenAny(echo, Task.Delay(200)));
            work.Leave();

            Assert.Equal(message, Inflate((await echo)!.Value.Payload));
            first.Dispose();
            second.Dispose();
        },
        Patient with { InflatedPerSecondOfAddress = 50 });

    [Theory]
    [InlineData(Shared, true)]
    [InlineData(Shared, false)]
    [InlineData(Own, true)]
    [InlineData(Own, false)]
    public Task LongMessage_OutOfTurnForLong_IsNoSilence(string offer, bool isCompressed) => WithoutTurns(
        async (hub, work) =>
        {
            byte[] message = JsonText(200_000);
            byte[] frame = FrameOf(message, isCompressed);
            (RawSocket waiting, _) = await RawSocket.ConnectCompressed(hub, "/echo", offer);
            await waiting.Send(frame);
            await UntilOneWaits();
            for (int i = 0; i < 10; i++)
                _clock.Advance(Patient.PingAfter / 2); // later than a silent peer would be ended

            Assert.Equal(0, hub.GetStatistics().TimedOut);
            work.Leave();

            (_, byte[] payload) = (await waiting.ReceiveFrame())!.Value; // without a ping before it
            Assert.Equal(message, Inflate(payload));
            waiting.Dispose();
        });

    /// <summary>Checks an endpoint that sends by itself while the loop of its socket waits for a turn, too.</summary>
    [Theory]
    [InlineData(Shared)]
    [InlineData(Own)]
    public Task LongGreeting_WhileALongMessageWaits_IsSentAndSoIsTheEcho(string offer) => WithoutTurns(
        async (hub, work) =>
        {
            (RawSocket socket, _) = await RawSocket.ConnectCompressed(hub, "/greeting", offer);
            byte[] message = JsonText(200_000);
            await socket.Send(FrameOf(message, isCompressed: true));
            await Until(() => hub.GetStatistics().Encoded == 1);
            await Task.Delay(50);
            work.Leave();

            byte[][] payloads = [(await socket.ReceiveFrame())!.Value.Payload, (await socket.ReceiveFrame())!.Value.Payload];
            byte[][] messages = offer == Own ? InflateAll(payloads) : [.. payloads.Select(Inflate)];
            Assert.Equal([GreetingEndpoint.Text.Length, message.Length], messages.Select(static one => one.Length).Order());
            socket.Dispose();
            await work.EnterAsync(_address, new AsyncSignal()).AsTask().WaitAsync(Wait.Patience); // it was released
            Assert.False(work.EnterAsync(_address, new AsyncSignal()).IsCompleted); // only once
        });

    /// <summary>Checks that a broadcast is encoded in the turn of its room, and does not delay echoes.</summary>
    [Fact]
    public Task LongBroadcast_OfASender_GivesItsTurnBackBefore() => WithoutTurns(
        async (hub, work) =>
        {
            (RawSocket sender, _) = await RawSocket.ConnectCompressed(hub, "/broadcast", Shared);
            RawSocket other = await RawSocket.Connect(hub, "/broadcast");
            byte[] message = JsonText(200_000);
            await sender.Send(FrameOf(message, isCompressed: true));
            for (int i = 0; i < 50; i++)
            {
                await other.Send(TextFrame("short"));
                Assert.Equal("text short", await other.Receive());
            }

            work.Leave();
            Assert.Equal($"text {ReaderRun.Tell(message)}", await other.Receive());
            await work.EnterAsync(_address, new AsyncSignal()).AsTask().WaitAsync(Wait.Patience);
            Assert.False(work.EnterAsync(_address, new AsyncSignal()).IsCompleted); // it was released once
            sender.Dispose();
            other.Dispose();
        });

    /// <summary>Checks that a peer that disconnects while its message waits is removed, and the message is not inflated.</summary>
    [Fact]
    public Task LongMessage_WhosePeerHasGone_IsNotInflated() => WithoutTurns(
        async (hub, work) =>
        {
            for (int milliseconds = 10, received = -1; received != 0; milliseconds *= 3)
            {
                Assert.True(milliseconds < 20_000, "It was inflated.");
                long before = hub.GetStatistics().Received;
                (RawSocket waiting, _) = await RawSocket.ConnectCompressed(hub, "/echo", Shared);
                await waiting.Send(FrameOf(JsonText(200_000), isCompressed: true));
                await UntilOneWaits();
                waiting.Reset();
                await Task.Delay(milliseconds); // until Kestrel detects it, which takes longer on a busy machine
                _clock.Advance(Patient.CloseTimeout); // it may look like half a close
                await Task.Delay(milliseconds);
                work.Leave();
                await Until(() => hub.GetStatistics().Sockets == 0);
                received = (int)(hub.GetStatistics().Received - before);
                await work.EnterAsync(_address, new AsyncSignal()).AsTask().WaitAsync(Wait.Patience);
            }
        });

    [Theory]
    [InlineData(Shared)]
    [InlineData(Own)]
    public Task LongMessages_OfManyOfWhomSomeDie_AreEchoedInOrder(string offer) => Serve(
        async hub =>
        {
            await Task.WhenAll(Enumerable.Range(0, 16).Select(i => Task.Run(() => Talk(i)))).WaitAsync(Wait.Patience);

            async Task Talk(int number)
            {
                (RawSocket socket, _) = await RawSocket.ConnectCompressed(hub, "/echo", offer);
                using RawSocket one = socket;
                byte[][] messages = [.. Enumerable.Range(0, 6).Select(i => JsonText(100_000 + (20_000 * i), number + i))];
                byte[] sent = Join([.. DeflateAll(messages).Select(static payload => Frame(Text, payload, reserved: Compressed))]);
                if (!offer.Contains("client_no", StringComparison.Ordinal))
                    await one.Send(sent);
                else
                    await one.Send(Join([.. messages.Select(static m => Frame(Text, Deflate(m), reserved: Compressed))]));

                if (number % 4 == 0)
                {
                    await one.ReceiveFrame();
                    one.Reset();
                    return;
                }

                var payloads = new List<byte[]>();
                for (int i = 0; i < messages.Length; i++)
                    payloads.Add((await one.ReceiveFrame())!.Value.Payload);

                Assert.Equal(messages, offer.Contains("server_no", StringComparison.Ordinal)
                    ? [.. payloads.Select(Inflate)]
                    : InflateAll([.. payloads]));
            }
        },
        new HubOptions { Deflate = s_context, Limits = Patient with { LongMessagesAtOnce = 1 } });

    [Fact]
    public Task Hub_ThatEndsWhileMessagesWait_GivesAllBack() => Serve(
        async hub =>
        {
            byte[] frame = Frame(Text, Deflate(JsonText(500_000)), reserved: Compressed);
            var sockets = new List<RawSocket>();
            for (int i = 0; i < 24; i++)
            {
                (RawSocket socket, _) = await RawSocket.ConnectCompressed(hub, "/echo");
                sockets.Add(socket);
                await socket.Send(frame);
            }

            await Until(() => hub.GetStatistics().Received > 0);
            await hub.DisposeAsync();
            Assert.Equal(0, hub.GetStatistics().Faults);
            foreach (RawSocket socket in sockets)
                socket.Dispose();
        },
        new HubOptions
        {
            Deflate = s_context,
            Limits = Patient with { LongMessagesAtOnce = 1, CloseTimeout = TimeSpan.FromSeconds(2) },
        });

    /// <summary>Runs a test while the test itself has the only turn of the hub.</summary>
    private async Task WithoutTurns(Func<HubServer, LongWork, Task> test, HubLimits? limits = null)
    {
        var options = new HubOptions
        {
            Deflate = s_context,
            Limits = (limits ?? Patient) with { LongMessagesAtOnce = 1 },
            TimeProvider = _clock,
            Endpoints = new Dictionary<string, IHubEndpoint> { ["/greeting"] = new GreetingEndpoint() },
        };
        HubServer hub = await HubServer.StartAsync(
            options, context => new PooledPath(_context = context), new PoisonPool());
        await using (hub)
        {
            Assert.True(_context!.LongWork.EnterAsync(_address, new AsyncSignal()).IsCompletedSuccessfully);
            await test(hub, _context.LongWork);
        }

        await Until(() => hub.GetStatistics() is { Sockets: 0, Outstanding: 0 });
    }

    /// <summary>Waits until a socket of this machine waits for its turn.</summary>
    private async Task UntilOneWaits()
    {
        var holder = new PlaceHolder(static () => { });
        AddressEntry address = _context!.Book.TryEnter(IPAddress.Loopback, holder)!; // the one of all its sockets
        await Until(() => !address.Waiting.IsEmpty);
        _context.Book.Leave(address, holder);
    }

    private static byte[] FrameOf(byte[] message, bool isCompressed) =>
        isCompressed ? Frame(Text, Deflate(message), reserved: Compressed) : Frame(Text, message);

    private static AddressEntry NewAddress() =>
        new(IPAddress.Loopback, new MemoryBudget(0), new MemoryBudget(0), new SharedRate(1e9, TimeProvider.System));

    private sealed class GreetingEndpoint : IHubEndpoint
    {
        public static byte[] Text { get; } = JsonText(100_000);

        public void OnOpened(IHubSocket socket) =>
            _ = socket.SendAsync(new InboundMessage(new ReadOnlySequence<byte>(Text), IsText: true)).AsTask();

        public ValueTask OnMessageAsync(IHubSocket socket, InboundMessage message) => socket.SendAsync(message);

        public void OnClosed(IHubSocket socket)
        {
        }
    }
}
