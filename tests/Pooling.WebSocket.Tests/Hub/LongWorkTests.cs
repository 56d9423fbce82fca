using System.Diagnostics;
using Pooling.WebSockets.Client;
using Pooling.WebSockets.Protocol;
using WebSockets.Hub;
using WebSockets.Hub.After;
using WebSockets.Hub.Connections;
using WebSockets.Hub.Hosting;
using WebSockets.Protocol.Compression;
using WebSockets.Protocol.Memory;
using WebSockets.Protocol.Sending;
using static Pooling.WebSockets.Protocol.DeflateBytes;
using static Pooling.WebSockets.Protocol.FrameBytes;

namespace Pooling.WebSockets.Hub;

/// <summary>Long messages that are inflated and compressed in turns.</summary>
public sealed class LongWorkTests : HubTest
{
    private static readonly DeflateOptions s_context = new() { ServerContextTakeover = true, ClientContextTakeover = true };

    private readonly AddressEntry _address = NewAddress();

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

    /// <summary>Somebody else has the only turn all the while: long messages wait, and others do not.</summary>
    [Theory]
    [InlineData("permessage-deflate; server_no_context_takeover; client_no_context_takeover", true)]
    [InlineData("permessage-deflate; server_no_context_takeover; client_no_context_takeover", false)]
    [InlineData("permessage-deflate", true)]
    [InlineData("permessage-deflate", false)]
    public async Task LongMessage_OutOfTurn_WaitsAndKeepsNobody(string offer, bool isCompressed)
    {
        HubContext? hubContext = null;
        HubServer hub = await HubServer.StartAsync(
            new HubOptions { Deflate = s_context, Limits = new HubLimits { LongMessagesAtOnce = 1 } },
            context => new PooledPath(hubContext = context),
            new PoisonPool());
        await using (hub)
        {
            byte[] message = JsonText(200_000);
            (RawSocket waiting, _) = await RawSocket.ConnectCompressed(hub, "/echo", offer);
            (RawSocket other, _) = await RawSocket.ConnectCompressed(hub, "/echo", offer);
            Assert.True(hubContext!.LongWork.EnterAsync(_address, new AsyncSignal()).IsCompletedSuccessfully);

            await waiting.Send(isCompressed ? Frame(Text, Deflate(message), reserved: Compressed) : Frame(Text, message));
            Task<(byte First, byte[] Payload)?> echo = waiting.ReceiveFrame();
            for (int i = 0; i < 50; i++)
            {
                await other.Send(TextFrame("short"));
                Assert.Equal("text short", await other.Receive());
            }

            await Until(() => hub.GetStatistics().Encoded == (isCompressed ? 50 : 51)); // it is inflated in its turn, and encoded before
            Assert.False(echo.IsCompleted);
            hubContext.LongWork.Leave();

            Assert.Equal(message, Inflate((await echo)!.Value.Payload));
            other.Dispose();
            waiting.Dispose();
        }

        await Until(() => hub.GetStatistics() is { Sockets: 0, Outstanding: 0 });
    }

    [Theory]
    [InlineData("permessage-deflate; server_no_context_takeover; client_no_context_takeover")]
    [InlineData("permessage-deflate")]
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
        new HubOptions { Deflate = s_context, Limits = new HubLimits { LongMessagesAtOnce = 1 } });

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
            Limits = new HubLimits { LongMessagesAtOnce = 1, CloseTimeout = TimeSpan.FromSeconds(2) },
        });

    private static AddressEntry NewAddress() => new(new MemoryBudget(0), new MemoryBudget(0));
}
