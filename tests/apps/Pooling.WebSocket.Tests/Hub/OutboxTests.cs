using Pooling.Buffers;
using Pooling.WebSockets.Protocol;
using WebSockets.Hub.After;
using WebSockets.Hub.Hosting;
using WebSockets.Protocol.Memory;

namespace Pooling.WebSockets.Hub;

public sealed class OutboxTests
{
    private readonly PoisonPool _pool = new();

    [Theory]
    [InlineData(OutboxPolicy.DropOldest, 2, true, "3 4 5")]
    [InlineData(OutboxPolicy.DropNewest, 2, true, "1 2 3")]
    [InlineData(OutboxPolicy.Disconnect, 2, false, "1 2 3")]
    public void Post_WhenFull_FollowsThePolicy(OutboxPolicy policy, int dropped, bool stays, string left)
    {
        var outbox = new Outbox(new HubLimits { QueuedMessages = 3, Policy = policy });
        int sum = 0;
        bool allStay = true;
        for (byte i = 1; i <= 5; i++)
        {
            using SharedBuffer frame = Frame(i);
            allStay &= outbox.Post(in frame, out int count, out _);
            sum += count;
        }

        Assert.Equal((dropped, stays, left), (sum, allStay, TakeAll(outbox)));
        _pool.AssertAllReturned();
    }

    [Fact]
    public void Post_BeyondTheBytes_LetsTheOldestGo()
    {
        var outbox = new Outbox(new HubLimits { QueuedBytes = 100 });
        foreach (byte number in new byte[] { 1, 2, 3 })
        {
            using SharedBuffer frame = Frame(number, length: 45);
            outbox.Post(in frame, out _, out _);
        }

        using (SharedBuffer longest = Frame(4, length: 1000)) // more than all others together, so it is alone
            outbox.Post(in longest, out _, out _);

        Assert.Equal("4", TakeAll(outbox));
        _pool.AssertAllReturned();
    }

    [Fact]
    public void Echoes_UntilTheyAreWrittenOrDropped_AreCounted()
    {
        var echoes = new MemoryBudget(long.MaxValue);
        var outbox = new Outbox(new HubLimits { QueuedMessages = 3 }, echoes: echoes);
        for (byte i = 1; i <= 3; i++)
            Assert.True(outbox.TryAdd(Frame(i, length: 100), out _));

        Assert.Equal(300, echoes.Used);
        using (SharedBuffer broadcast = Frame(4, length: 100))
            Assert.True(outbox.Post(in broadcast, out int dropped, out _) && dropped == 1);

        Assert.Equal(200, echoes.Used);
        Assert.True(outbox.TryTake(out SharedBuffer written, out _));
        written.Dispose();
        Assert.Equal(200, echoes.Used); // it is being written
        Assert.True(outbox.TryTake(out written, out _));
        written.Dispose();
        Assert.Equal(100, echoes.Used);
        outbox.Dispose();
        Assert.Equal(0, echoes.Used);
        _pool.AssertAllReturned();
    }

    [Fact]
    public async Task TryAdd_WhenFull_KeepsNothingUntilThereIsRoom()
    {
        var outbox = new Outbox(new HubLimits { QueuedMessages = 1 });
        Assert.True(outbox.TryAdd(Frame(1), out bool isSender));
        Assert.True(isSender);
        SharedBuffer second = Frame(2);
        Assert.False(outbox.TryAdd(in second, out isSender));
        Assert.False(isSender);
        ValueTask room = outbox.Room.WaitAsync();
        Assert.False(room.IsCompleted);
        Assert.True(outbox.TryTake(out SharedBuffer first, out _));
        first.Dispose();
        await room.AsTask().WaitAsync(TimeSpan.FromMinutes(1));
        Assert.True(outbox.TryAdd(in second, out isSender));
        Assert.False(isSender); // the thread that took the first one is still the sender

        Assert.Equal("2", TakeAll(outbox));
        _pool.AssertAllReturned();
    }

    [Fact]
    public void TryTake_GivesControlFramesFirst_TheNewestPong_AndCloseLast()
    {
        var outbox = new Outbox(new HubLimits());
        Assert.True(outbox.TryAdd(Frame(1), out _));
        outbox.SetPing(Frame(2));
        outbox.SetPong(Frame(3));
        outbox.SetPong(Frame(4));
        outbox.SetClose(Frame(5));
        outbox.SetClose(Frame(6)); // only one is sent
        outbox.SetPong(Frame(7)); // no frame after it
        Assert.True(outbox.TryAdd(Frame(8), out _));

        Assert.Equal("4 2 1 5!", TakeAll(outbox));
        _pool.AssertAllReturned();
    }

    [Fact]
    public void Dispose_WithFrames_EndsThem()
    {
        var outbox = new Outbox(new HubLimits());
        outbox.TryAdd(Frame(1), out _);
        outbox.SetPing(Frame(2));
        outbox.SetPong(Frame(3));
        outbox.SetClose(Frame(4));

        outbox.Dispose();

        Assert.False(outbox.TryTake(out _, out _));
        Assert.True(outbox.TryAdd(Frame(5), out _)); // no thread waits for it
        _pool.AssertAllReturned();
    }

    [Fact]
    public async Task Sender_OfManyThreads_IsAlwaysOne()
    {
        const int Threads = 4, Each = 20_000;
        var outbox = new Outbox(new HubLimits { QueuedMessages = 64 });
        int senders = 0;
        int taken = 0;
        int dropped = 0;
        await Task.WhenAll(Enumerable.Range(0, Threads).Select(thread => Task.Run(() =>
        {
            for (int i = 0; i < Each; i++)
            {
                using SharedBuffer frame = Frame((byte)thread);
                Assert.True(outbox.Post(in frame, out int count, out bool isSender));
                Interlocked.Add(ref dropped, count);
                if (!isSender)
                    continue;

                Assert.Equal(1, Interlocked.Increment(ref senders));
                bool more = true;
                while (more)
                {
                    // The last check ends the sender, so another thread may be the sender before this one has decremented the count.
                    Interlocked.Decrement(ref senders);
                    more = outbox.TryTake(out SharedBuffer next, out _);
                    if (!more)
                        continue;

                    Assert.Equal(1, Interlocked.Increment(ref senders));
                    taken++;
                    next.Dispose();
                }
            }
        })));

        Assert.False(outbox.TryTake(out _, out _));
        Assert.Equal(Threads * Each, taken + dropped);
        _pool.AssertAllReturned();
    }

    [Fact]
    public async Task Send_WhoseWriteWaits_ContinuesWhenThePeerTakesIt()
    {
        using var context = new HubContext(new HubOptions(), _pool);
        var stream = new HeldStream([]);
        var outbox = new Outbox(context.Limits, context, stream);
        Assert.True(outbox.TryAdd(Frame(1, length: 100_000), out bool isSender) && isSender); // two writes
        outbox.SetClose(Frame(2));
        outbox.Send();
        Assert.Equal(1, stream.Writes);
        Assert.NotEqual(0, outbox.WaitingSince);
        Assert.False(outbox.Completion.IsCompleted);

        stream.Take();
        await outbox.Completion.WaitAsync(TimeSpan.FromMinutes(1));

        Assert.Equal(3, stream.Writes);
        Assert.False(await outbox.EndAsync());
        _pool.AssertAllReturned();
    }

    [Fact]
    public async Task EndAsync_WhileAWriteWaits_SaysSoAndLetsNoneBegin()
    {
        using var context = new HubContext(new HubOptions(), _pool);
        var stream = new HeldStream([]);
        var outbox = new Outbox(context.Limits, context, stream);
        outbox.TryAdd(Frame(1, length: 100_000), out _); // two writes
        outbox.TryAdd(Frame(2), out _);
        outbox.Send();

        Assert.True(await outbox.EndAsync());
        stream.Take();
        await outbox.Completion.WaitAsync(TimeSpan.FromMinutes(1));

        Assert.Equal(1, stream.Writes);
        _pool.AssertAllReturned();
    }

    [Fact]
    public async Task EndAsync_WhileAWriteBegins_WaitsUntilItHasBegun()
    {
        using var context = new HubContext(new HubOptions(), _pool);
        using var stream = new SlowStream();
        var outbox = new Outbox(context.Limits, context, stream);
        outbox.TryAdd(Frame(1), out _);
        outbox.TryAdd(Frame(2), out _);
        Task sending = Task.Run(() => outbox.Send());
        await stream.Begun.WaitAsync(TimeSpan.FromMinutes(1));

        Task<bool> ending = outbox.EndAsync().AsTask();
        Assert.NotSame(ending, await Task.WhenAny(ending, Task.Delay(50)));
        stream.GoOn();
        Assert.False(await ending.WaitAsync(TimeSpan.FromMinutes(1)));

        await sending.WaitAsync(TimeSpan.FromMinutes(1));
        Assert.Equal(1, stream.Writes);
        _pool.AssertAllReturned();
    }

    private static string TakeAll(Outbox outbox)
    {
        var all = new List<string>();
        while (outbox.TryTake(out SharedBuffer frame, out bool isLast))
        {
            all.Add($"{frame.Span[0]}{(isLast ? "!" : "")}");
            frame.Dispose();
        }

        return string.Join(' ', all);
    }

    private SharedBuffer Frame(byte number, int length = 10)
    {
        byte[] content = new byte[length];
        content[0] = number;
        return SharedBuffer.Create(content, _pool);
    }
}
