using Pooling.WebSockets.Client;
using WebSockets.Hub;
using WebSockets.Hub.Endpoints;
using WebSockets.Hub.Hosting;
using WebSockets.Hub.Page;
using static Pooling.WebSockets.Protocol.FrameBytes;

namespace Pooling.WebSockets.Hub;

/// <summary>Tests the handling of frames by a socket of the hub, from the outside.</summary>
public sealed class SocketTests : HubTest
{
    private static readonly byte[] s_bye = CloseFrame(1000);
    private static readonly TimeSpan s_second = TimeSpan.FromSeconds(1);

    private readonly ManualClock _clock = new();

    [Theory]
    [InlineData(1)]
    [InlineData(7)]
    [InlineData(100_000)]
    public Task Frames_InChops_AreAnsweredInOrder(int chop) => Serve(async hub =>
    {
        using RawSocket socket = await RawSocket.Connect(hub, "/echo");
        byte[] bytes = Join(TextFrame("a"), PingFrame("1"), TextFrame("b", false), PingFrame("2"), More("c", true), s_bye);
        byte[][] parts = [.. bytes.Chunk(chop)];
        foreach (byte[] part in parts[..^1])
            await socket.Send(part);

        await socket.Send(Join(parts[^1], TextFrame("late"))); // in one piece, because the hub may end the connection after the close frame

        Assert.Equal(["text a", "pong 1", "pong 2", "text bc", "close 1000", "end"], await socket.ReceiveAll());
    });

    [Theory]
    [InlineData(true, HubMode.Pooled)]
    [InlineData(false, HubMode.Pooled)]
    [InlineData(true, HubMode.Before)]
    [InlineData(true, HubMode.Plain)]
    public Task Frames_BeforeAHalfClose_AreAnswered(bool isInOneGo, HubMode mode) => Serve(
        async hub =>
        {
            byte[] frames = Join(TextFrame("a"), Frame(Binary, new byte[100_000]), TextFrame("b"), s_bye);
            for (int i = 0; i < 10; i++)
            {
                using RawSocket socket = await RawSocket.Open(hub);
                byte[] rest = isInOneGo ? frames : [];
                string head = await socket.Ask("/echo", RawSocket.Headers, rest, endsOutput: isInOneGo);
                Assert.StartsWith("HTTP/1.1 101", head, StringComparison.Ordinal);
                if (!isInOneGo)
                {
                    await socket.Send(frames);
                    socket.EndOutput();
                }

                List<string> all = await socket.ReceiveAll(); // the before hub sends bytes in several frames
                Assert.Equal(["text a", "text b", "close 1000", "end"], all.Where(static one => one[0] is not ('b' or 'm')));
                Assert.NotEqual(4, all.Count);
            }
        },
        mode: mode);

    [Fact]
    public Task Peer_ThatEndsItsHalfAndReadsNothing_IsEndedInTime() => Serve(
        async hub =>
        {
            using RawSocket socket = await RawSocket.Connect(hub, "/echo", receiveBuffer: 4096);
            Task sending = socket.Send(Join([.. Enumerable.Repeat(Frame(Binary, new byte[500_000]), 20)]));
            await Until(() => hub.GetStatistics() is { Received: > 2 } or { TimedOut: > 0 });
            await sending.WaitAsync(TimeSpan.FromSeconds(2)).ContinueWith(static _ => { }, TaskScheduler.Default);
            socket.EndOutput();
            await Until(() => hub.GetStatistics().Sockets == 0);
        },
        WithPatience(TimeSpan.FromSeconds(3)));

    [Fact]
    public Task Pings_InOnePiece_AreAllAnswered() => Serve(async hub =>
    {
        using RawSocket socket = await RawSocket.Connect(hub, "/echo");
        await socket.Send(Join([.. Enumerable.Range(0, 10).Select(static i => PingFrame($"{i}")), s_bye]));

        Assert.Equal([.. Enumerable.Range(0, 10).Select(static i => $"pong {i}"), "close 1000", "end"], await socket.ReceiveAll());
    });

    [Fact]
    public Task Frame_ThatIsNotAllowed_IsAnsweredBehindWhatCameBefore() => Serve(async hub =>
    {
        foreach ((byte[] bad, int code) in new[]
        {
            (Frame(Text, [66], reserved: 2), 1002), (Frame(3, []), 1002), (Frame(Text, [0xC0]), 1007),
            (Frame(Text, [66], isMasked: false), 1002), (Frame(Close, [3]), 1002), (Frame(Binary, new byte[2 << 20]), 1009),
        })
        {
            using RawSocket socket = await RawSocket.Connect(hub, "/echo");
            await socket.Send(Join(TextFrame("a"), bad));
            Assert.Equal("text a", await socket.Receive());
            Assert.Equal($"close {code}", await socket.Receive());
            await socket.Send(s_bye);
            Assert.Equal("end", await socket.Receive());
        }
    });

    [Fact]
    public Task Peer_ThatGetsAReasonAndDoesNotAnswer_IsEnded() => Serve(
        async hub =>
        {
            using RawSocket socket = await RawSocket.Connect(hub, "/echo");
            await socket.Send(Frame(3, []));
            Assert.Equal("close 1002", await socket.Receive());
            _clock.Advance(Patient.CloseTimeout);
            Assert.Equal(1, hub.GetStatistics().Sockets);

            _clock.Advance(s_second);

            Assert.Equal("end", await socket.Receive());
        },
        PatientOptions with { TimeProvider = _clock });

    [Fact]
    public Task Peer_ThatIsSilent_IsAskedAndEnded() => Serve(
        async hub =>
        {
            using RawSocket socket = await Enter(hub);
            _clock.Advance(Patient.PingAfter + s_second);
            Assert.Equal("ping", await socket.Receive());
            Assert.Equal(0, hub.GetStatistics().TimedOut);
            _clock.Advance(Patient.PongTimeout);
            Assert.Equal("close 1008", await socket.Receive());
            Assert.Equal(1, hub.GetStatistics().TimedOut);
            _clock.Advance(Patient.CloseTimeout + s_second);
            Assert.Equal("end", await socket.Receive());
        },
        PatientOptions with { TimeProvider = _clock });

    [Fact]
    public Task Peer_ThatAnswersPings_Stays() => Serve(
        async hub =>
        {
            using RawSocket socket = await Enter(hub);
            bool isAskedAgain = true;
            for (int milliseconds = 1; isAskedAgain; milliseconds *= 2)
            {
                Assert.True(milliseconds < 60_000, "Its pong does not count.");
                _clock.Advance(Patient.PingAfter + s_second);
                Assert.Equal("ping", await socket.Receive());
                await socket.Send(Frame(Pong, []));
                await Task.Delay(milliseconds); // until the hub reads it, which takes longer on a busy machine
                _clock.Advance(Patient.PongTimeout - s_second); // asks again, if the pong is not read yet
                await socket.Send(TextFrame("still"));
                string next = await socket.Receive(); // a ping is sent before an echo
                isAskedAgain = next == "ping";
                Assert.Equal("text still", isAskedAgain ? await socket.Receive() : next);
            }

            Assert.Equal(0, hub.GetStatistics().TimedOut);
        },
        PatientOptions with { TimeProvider = _clock });

    [Fact]
    public async Task Peer_WhoseMessageIsHandledForLong_Stays()
    {
        var endpoint = new HeldEndpoint();
        await Serve(
            async hub =>
            {
                using RawSocket socket = await RawSocket.Connect(hub, "/held");
                await socket.Send(TextFrame("held"));
                await endpoint.Entered.Task.WaitAsync(Wait.Patience);
                _clock.Advance(Patient.PingAfter + s_second);
                await socket.Send(Frame(Pong, [])); // is read after the message
                _clock.Advance(Patient.PongTimeout + s_second);
                endpoint.Left.SetResult();

                string next = await socket.Receive();
                Assert.Equal("text held", next == "ping" ? await socket.Receive() : next);
                Assert.Equal(0, hub.GetStatistics().TimedOut);
            },
            PatientOptions with
            {
                TimeProvider = _clock,
                Endpoints = new Dictionary<string, IHubEndpoint> { ["/held"] = endpoint },
            });
    }

    [Fact]
    public Task Peer_ThatReadsNothing_IsEnded_AndItsMemoryComesBack() => Serve(
        async hub =>
        {
            using RawSocket socket = await RawSocket.Connect(hub, "/echo", receiveBuffer: 4096);
            byte[] frame = Frame(Binary, new byte[500_000]);
            Task sending = Task.Run(async () =>
            {
                while (true)
                    await socket.Send(frame);
            });
            await Assert.ThrowsAnyAsync<IOException>(() => sending);
            Assert.Equal(1, hub.GetStatistics().TimedOut);
        },
        WithPatience(TimeSpan.FromSeconds(1)));

    [Fact]
    public Task Peers_ThatReadNothing_TakeNoMoreThanAllMay_AndOthersContinue() => Serve(
        async hub =>
        {
            const int Peers = 24, Size = 400_000;
            using RawSocket good = await RawSocket.Connect(hub, "/echo");
            RawSocket[] peers = await Task.WhenAll(Enumerable.Range(0, Peers).Select(_ => RawSocket.Connect(hub, "/echo", 4096)));
            byte[] frame = Frame(Binary, new byte[Size]);
            Task[] filling = [.. peers.Select(peer => Task.Run(async () =>
            {
                while (true)
                    await peer.Send(frame);
            }))];
            long most = 0;
            for (int i = 0; i < 100; i++)
            {
                await good.Send(TextFrame($"{i}"));
                Assert.Equal($"text {i}", await good.Receive());
                most = Math.Max(most, hub.GetStatistics().OutstandingBytes);
                await Task.Delay(10);
            }

            // Only messages that arrived at the same moment may exceed the limit, at most one for each socket. Each socket alone may have 2
            // MB.
            Assert.InRange(most, 1_000_000, (4 << 20) + (Peers * (1 << 19)) + (1 << 20));
            foreach (RawSocket peer in peers)
                peer.Reset();

            await Task.WhenAll(filling).ContinueWith(static _ => { }, TaskScheduler.Default);
            await Until(() => hub.GetStatistics() is { Sockets: 1 });
        },
        new HubOptions { Limits = Patient with { SendingFreely = 2 << 20, Sending = 4 << 20 } });

    [Fact]
    public Task Echo_ThatIsLongWhileMemoryIsShort_Closes1013() => Serve(
        async hub =>
        {
            using RawSocket socket = await RawSocket.Connect(hub, "/echo");
            await socket.Send(TextFrame("short"));
            Assert.Equal("text short", await socket.Receive());
            await socket.Send(Frame(Binary, new byte[5000]));
            Assert.Equal("close 1013", await socket.Receive());
        },
        new HubOptions { Limits = Patient with { SendingFreely = 1000, Sending = 1000 } });

    [Fact]
    public Task End_OfAnyKind_GivesAllBack() => Serve(async hub =>
    {
        for (int i = 0; i < 40; i++)
        {
            using RawSocket socket = await RawSocket.Connect(hub, i % 2 == 0 ? "/echo" : "/broadcast");
            await socket.Send(i % 3 == 0 ? Frame(Binary, new byte[200_000])[..100_000] : TextFrame("whole"));
            if (i % 5 == 0)
                socket.Reset();
            else if (i % 5 == 1)
                socket.EndOutput();
            else if (i % 5 == 2)
                await socket.Send(s_bye);
        }

        await Until(() => hub.GetStatistics() is { Sockets: 0, Outstanding: 0 });
    });

    [Fact]
    public Task Pings_BeyondTheRate_Close1008() => Serve(
        async hub =>
        {
            using RawSocket socket = await RawSocket.Connect(hub, "/echo");
            await socket.Send(Join([.. Enumerable.Range(0, 200).Select(static _ => PingFrame("x"))]));
            await socket.Send(s_bye);

            Assert.Contains("close 1008", await socket.ReceiveAll());
        },
        new HubOptions { Limits = Patient with { ControlFramesPerSecond = 20 } });

    [Fact]
    public Task Messages_BeyondTheRate_WaitAndAreNotLost() => Serve(
        async hub =>
        {
            using RawSocket socket = await RawSocket.Connect(hub, "/echo");
            long start = Environment.TickCount64;
            await socket.Send(Join([.. Enumerable.Range(0, 90).Select(static i => TextFrame($"{i}"))]));
            for (int i = 0; i < 90; i++)
                Assert.Equal($"text {i}", await socket.Receive());

            Assert.InRange(Environment.TickCount64 - start, 1500, long.MaxValue); // 30 at once, 60 in 2 s
        },
        new HubOptions { Limits = Patient with { MessagesPerSecond = 30 } });

    [Theory]
    [InlineData(OutboxPolicy.DropOldest)]
    [InlineData(OutboxPolicy.DropNewest)]
    [InlineData(OutboxPolicy.Disconnect)]
    public Task Broadcast_ToASlowReader_FollowsThePolicy_AndOthersGetAll(OutboxPolicy policy) => Serve(
        async hub =>
        {
            const int Messages = 600; // of 16 KB: more than pipe, kernel and queue hold
            using RawSocket slow = await RawSocket.Connect(hub, "/broadcast", receiveBuffer: 4096);
            using RawSocket quick = await RawSocket.Connect(hub, "/broadcast");
            await Until(() => hub.Room.Count == 2);
            for (int i = 0; i < Messages; i++)
            {
                byte[] payload = new byte[16_000];
                BitConverter.TryWriteBytes(payload, i);
                await quick.Send(Frame(Binary, payload));
                Assert.Equal($"binary {Protocol.ReaderRun.Tell(payload)}", await quick.Receive());
            }

            long dropped = hub.GetStatistics().Dropped;
            Assert.True(policy == OutboxPolicy.Disconnect ? dropped == 1 : dropped > 1, $"{dropped}");
            if (policy != OutboxPolicy.Disconnect)
                return;

            string last = await slow.Receive();
            while (last.StartsWith("binary", StringComparison.Ordinal))
                last = await slow.Receive();

            Assert.Equal("close 1008", last);
        },
        new HubOptions
        {
            Limits = Patient with { Policy = policy, QueuedMessages = 20, CloseTimeout = TimeSpan.FromHours(1) },
        });

    private static HubOptions WithPatience(TimeSpan patience) =>
        new() { Limits = Patient with { PingAfter = patience, PongTimeout = patience, CloseTimeout = patience } };

    /// <summary>Connects, and waits until the hub looks after the socket.</summary>
    private static async Task<RawSocket> Enter(HubServer hub)
    {
        RawSocket socket = await RawSocket.Connect(hub, "/echo");
        await Until(() => hub.GetStatistics().Sockets == 1);
        return socket;
    }

    /// <summary>Sends a message back when the test lets it.</summary>
    private sealed class HeldEndpoint : IHubEndpoint
    {
        public TaskCompletionSource Entered { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public TaskCompletionSource Left { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public void OnOpened(IHubSocket socket)
        {
        }

        public async ValueTask OnMessageAsync(IHubSocket socket, InboundMessage message)
        {
            Entered.TrySetResult();
            await Left.Task;
            await socket.SendAsync(message);
        }

        public void OnClosed(IHubSocket socket)
        {
        }
    }
}
