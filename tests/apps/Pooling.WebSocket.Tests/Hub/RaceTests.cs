using System.Buffers;
using System.Diagnostics;
using System.Text;
using Pooling.Buffers;
using Pooling.WebSockets.Client;
using Pooling.WebSockets.Protocol;
using WebSockets.Hub;
using WebSockets.Hub.After;
using WebSockets.Hub.Connections;
using WebSockets.Hub.Hosting;
using WebSockets.Hub.Page;
using static Pooling.WebSockets.Protocol.FrameBytes;

namespace Pooling.WebSockets.Hub;

/// <summary>Tests pairs of events of a hub at the same moment. Each pair starts at a barrier, and is repeated many times.</summary>
public sealed class RaceTests : HubTest
{
    private static readonly TimeSpan s_each = TimeSpan.FromSeconds(1);

    [Fact]
    public void Outbox_BroadcastEchoCloseAndEndAtOnce_GivesEachFrameBackOnce()
    {
        var pool = new PoisonPool();
        var time = Stopwatch.StartNew();
        for (int round = 0; round < 2000 && time.Elapsed < s_each; round++)
        {
            var outbox = new Outbox(new HubLimits { QueuedMessages = 4, Policy = (OutboxPolicy)(round % 3) });
            int senders = 0;
            int closes = 0;
            bool isClosed = false;
            AtOnce(Broadcast, Echo, () => SetClose(1), () => SetClose(2), End);
            outbox.Dispose();
            Assert.True(closes <= 1, "two close frames");

            void Broadcast()
            {
                for (byte i = 1; i < 20; i++)
                {
                    using SharedBuffer frame = Numbered(pool, i);
                    outbox.Post(in frame, out _, out bool isSender);
                    SendIf(isSender);
                }
            }

            void Echo()
            {
                for (byte i = 1; i < 20; i++)
                {
                    SharedBuffer frame = Numbered(pool, i);
                    if (outbox.TryAdd(in frame, out bool isSender))
                        SendIf(isSender);
                    else
                        frame.Dispose();
                }
            }

            void SetClose(byte number) => SendIf(outbox.SetClose(Numbered(pool, number)));

            void End()
            {
                if (round % 2 == 0)
                    outbox.Dispose();
            }

            void SendIf(bool isSender)
            {
                if (!isSender)
                    return;

                Assert.Equal(1, Interlocked.Increment(ref senders));
                int left = 1;
                while (left > 0)
                {
                    // Decremented before the last take, after which another thread may begin.
                    Interlocked.Decrement(ref senders);
                    if (!outbox.TryTake(out SharedBuffer frame, out bool isLast))
                    {
                        left = 0;
                        continue;
                    }

                    Interlocked.Increment(ref senders);
                    Assert.False(Volatile.Read(ref isClosed), "a frame behind the close frame");
                    Volatile.Write(ref isClosed, isLast);
                    closes += isLast ? 1 : 0;
                    frame.Dispose();
                }
            }
        }

        pool.AssertAllReturned();
    }

    [Fact]
    public async Task Admission_SendersThatWaitAndWritingThatEndsAtOnce_AdmitsEverybody()
    {
        var limits = new HubLimits { BroadcastsPerSecond = 1_000_000, QueuedMessages = 4_000_000, BroadcastsAhead = 2 };
        var time = Stopwatch.StartNew();
        for (int round = 0; round < 500 && time.Elapsed < s_each; round++)
        {
            using var admission = new BroadcastAdmission(limits, TimeProvider.System);
            admission.BeginWriting(3);
            var entered = new Task[6];
            AtOnce(
                [
                    .. Enumerable.Range(0, entered.Length).Select<int, Action>(i => () => entered[i] = Enter(admission)),
                    .. Enumerable.Range(0, 3).Select<int, Action>(_ => () => admission.EndWriting(1)),
                    () =>
                    {
                        if (round % 4 == 0)
                            admission.Dispose();
                    },
                ]);
            await Task.WhenAll(entered).WaitAsync(Wait.Patience);
        }

        static async Task Enter(BroadcastAdmission admission)
        {
            bool isLong = Random.Shared.Next(2) == 0;
            await admission.AdmitAsync(new Sender(), 1, isLong);
            admission.BeginWriting(1);
            await Task.Yield();
            if (isLong)
                admission.Leave();

            admission.EndWriting(1);
        }
    }

    [Fact]
    public Task Broadcast_OfManyThreadsAtOnce_ReachesAllSocketsInOneOrder() => Serve(async hub =>
    {
        const int Sockets = 3, Threads = 4, Each = 200;
        RawSocket[] sockets = await Task.WhenAll(Enumerable.Range(0, Sockets).Select(_ => RawSocket.Connect(hub, "/broadcast")));
        await Until(() => hub.Room.Count == Sockets);

        AtOnce([.. Enumerable.Range(0, Threads).Select<int, Action>(thread => () => Broadcast(thread))]);

        string[][] received = await Task.WhenAll(sockets.Select(static socket => Task.Run(() => ReceiveAll(socket))));
        Assert.All(received, texts => Assert.Equal(received[0], texts));
        for (int thread = 0; thread < Threads; thread++)
        {
            string[] sent = [.. Enumerable.Range(0, Each).Select(i => $"text {thread} {i}")];
            Assert.Equal(sent, received[0].Where(text => text.StartsWith($"text {thread} ", StringComparison.Ordinal)));
        }

        foreach (RawSocket socket in sockets)
            socket.Dispose();

        void Broadcast(int thread)
        {
            for (int i = 0; i < Each; i++)
            {
                byte[] text = Encoding.ASCII.GetBytes($"{thread} {i}");
                Assert.Equal(Sockets, hub.Room.Broadcast(new InboundMessage(new ReadOnlySequence<byte>(text), IsText: true)));
            }
        }

        static async Task<string[]> ReceiveAll(RawSocket socket)
        {
            string[] texts = new string[Threads * Each];
            for (int i = 0; i < texts.Length; i++)
                texts[i] = await socket.Receive();

            return texts;
        }
    });

    [Theory]
    [InlineData(HubMode.Pooled)]
    [InlineData(HubMode.Before)]
    [InlineData(HubMode.Plain)]
    public async Task Broadcast_SendersWaitGoAndTheHubEnds_BlamesNobodyAndGivesAllBack(HubMode mode)
    {
        // Most senders wait to be admitted when it ends.
        HubLimits limits = Patient with
        {
            BroadcastsPerSecond = 200,
            QueuedMessages = 64,
            CloseTimeout = TimeSpan.FromSeconds(2),
        };
        var time = Stopwatch.StartNew();
        for (int round = 0; round < 20 && time.Elapsed < 2 * s_each; round++)
        {
            long faults = 0;
            await Serve(
                async hub =>
                {
                    RawSocket[] sockets = await Task.WhenAll(Enumerable.Range(0, 12).Select(_ => RawSocket.Connect(hub, "/broadcast")));
                    byte[] some = Join([.. Enumerable.Range(0, 20).Select(static i => TextFrame($"{i}"))]);
                    Task[] sending = [.. sockets.Select(socket => Task.Run(() => socket.Send(some)))];
                    await Task.WhenAny(sending);
                    Task going = Task.Run(() =>
                    {
                        foreach (RawSocket socket in sockets.Where(static (_, i) => i % 3 == 0))
                            socket.Reset();
                    });
                    Task ending = Task.Run(() => hub.DisposeAsync().AsTask());
                    Task[] answers = [.. sockets.Where(static (_, i) => i % 3 != 0).Select(Answer)];
                    await Task.WhenAll([going, ending, .. answers]).WaitAsync(Wait.Patience);
                    faults = hub.GetStatistics().Faults;
                    foreach (RawSocket socket in sockets)
                        socket.Dispose();
                },
                new HubOptions { Limits = limits },
                mode);
            Assert.Equal(0, faults);
        }

        static async Task Answer(RawSocket socket)
        {
            string last;
            do
                last = await socket.Receive();
            while (last.StartsWith("text", StringComparison.Ordinal));

            Assert.True(last is "close 1001" or "end", last);
            try
            {
                await socket.Send(CloseFrame(1001));
            }
            catch (IOException)
            {
                // The hub has ended first.
            }
        }
    }

    [Fact]
    public async Task DisposeAsync_PeersThatNeitherReadNorAnswer_EndsAfterTheCloseTimeout()
    {
        var clock = new ManualClock();
        HubLimits limits = Patient with { CloseTimeout = TimeSpan.FromMinutes(5) }; // Kestrel alone takes 10 minutes
        HubServer hub = await HubServer.StartAsync(new HubOptions { Limits = limits, TimeProvider = clock });
        using RawSocket silent = await RawSocket.Connect(hub, "/echo");
        using RawSocket full = await RawSocket.Connect(hub, "/echo", receiveBuffer: 4096);
        Task filling = Task.Run(async () =>
        {
            byte[] frame = Frame(Binary, new byte[500_000]);
            while (true)
                await full.Send(frame);
        });
        await Until(() => hub.GetStatistics().OutstandingBytes > 1_000_000);

        Task ending = hub.DisposeAsync().AsTask();
        Assert.Equal("close 1001", await silent.Receive());
        Assert.Equal(2, hub.GetStatistics().Sockets); // all are closed at once
        clock.Advance(limits.CloseTimeout);
        Assert.Equal(2, hub.GetStatistics().Sockets);
        Assert.False(ending.IsCompleted);
        clock.Advance(TimeSpan.FromSeconds(1));

        await ending.WaitAsync(Wait.Patience);
        await Assert.ThrowsAnyAsync<IOException>(() => filling);
        Assert.Equal("end", await silent.Receive());
    }

    private static SharedBuffer Numbered(PoisonPool pool, byte number) => SharedBuffer.Create([number, 1, 2, 3], pool);

    private static void AtOnce(params Action[] acts)
    {
        using var barrier = new Barrier(acts.Length);
        Task.WaitAll([.. acts.Select(act => Task.Factory.StartNew(
            () =>
            {
                barrier.SignalAndWait();
                act();
            },
            CancellationToken.None,
            TaskCreationOptions.LongRunning,
            TaskScheduler.Default))]);
    }

    private sealed class Sender : IPacedSocket
    {
        public AsyncSignal Resumed { get; } = new();
    }
}
