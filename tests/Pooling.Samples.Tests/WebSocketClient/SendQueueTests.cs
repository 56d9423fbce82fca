using System.Net.WebSockets;
using Pooling.Buffers;

namespace Pooling.Samples.WebSocketClient;

public sealed class SendQueueTests : IDisposable
{
    private readonly BufferWriterPool _pool = new();

    public void Dispose() => _pool.Dispose();

    [Fact]
    public async Task SendAsync_WhenFull_WaitsAndIsCancelled()
    {
        using var queue = new SendQueue(1024, _pool);
        Assert.True(await queue.SendAsync(new byte[1000]));
        using var cancellation = new CancellationTokenSource();

        Task<bool> waiting = queue.SendTextAsync("too much", cancellation.Token).AsTask();
        Assert.False(waiting.IsCompleted);
        await cancellation.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => waiting);
        Assert.Equal(1000, queue.Bytes);
        Assert.Equal(1, _pool.GetStatistics().InUse);
    }

    [Fact]
    public async Task SendAsync_LongerThanTheQueue_Throws()
    {
        using var queue = new SendQueue(1024, _pool);

        await Assert.ThrowsAsync<ArgumentException>(async () => await queue.SendAsync(new byte[1025]));

        Assert.True(await queue.SendAsync(new byte[1024])); // nothing is counted of the other
    }

    [Fact]
    public async Task SendAsync_OfEmptyMessages_IsLimited()
    {
        using var queue = new SendQueue(1024, _pool);
        for (int i = 0; i < 4; i++)
            Assert.True(await queue.SendAsync(default));

        Assert.False(queue.SendAsync(default).IsCompleted);
    }

    [Fact]
    public async Task SendAsync_WhileALongMessageWaits_DoesNotOvertakeIt()
    {
        var received = new TaskCompletionSource<List<string>>();
        await using ScriptedServer server = await ScriptedServer.StartAsync(async (socket, _) =>
            received.SetResult((await ScriptedServer.ReceiveAllAsync(socket)).Messages));
        using var socket = new ClientWebSocket();
        await socket.ConnectAsync(server.Address, CancellationToken.None);
        using var queue = new SendQueue(1024, _pool);
        string full = new('x', 1024);
        Assert.True(await queue.SendTextAsync("first"));

        Task<bool>[] waiting =
        [
            queue.SendTextAsync(full).AsTask(),
            queue.SendTextAsync("short").AsTask(),
            queue.SendTextAsync(full).AsTask(),
        ];

        Assert.All(waiting, static sending => Assert.False(sending.IsCompleted)); // there is room for the short one
        Task sending = queue.SendAllAsync(socket, CancellationToken.None);
        bool[] answers = await Task.WhenAll(waiting).WaitAsync(Wait.Patience);
        Assert.Equal([true, true, true], answers);
        queue.Complete();
        await sending;
        await socket.CloseAsync(WebSocketCloseStatus.NormalClosure, null, CancellationToken.None);
        Assert.Equal(["first", full, "short", full], await received.Task);
    }

    [Fact]
    public async Task SendAsync_WhileALongMessageWaits_GoesOnWhenThatIsCancelled()
    {
        using var queue = new SendQueue(1024, _pool);
        using var cancellation = new CancellationTokenSource();
        Assert.True(await queue.SendTextAsync("first"));
        Task<bool> waiting = queue.SendAsync(new byte[1024], cancellationToken: cancellation.Token).AsTask();
        Task<bool> next = queue.SendTextAsync("short").AsTask();

        await cancellation.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => waiting);
        Assert.True(await next.WaitAsync(Wait.Patience));
        Assert.Equal(512, queue.Bytes);
    }

    [Fact]
    public async Task Complete_WhileSendersWait_RefusesThem()
    {
        using var queue = new SendQueue(1024, _pool);
        await queue.SendAsync(new byte[1024]);
        Task<bool>[] waiting = [queue.SendTextAsync("one").AsTask(), queue.SendTextAsync("two").AsTask()];

        queue.Complete();

        bool[] answers = await Task.WhenAll(waiting).WaitAsync(Wait.Patience);
        Assert.Equal([false, false], answers);
        Assert.False(await queue.SendTextAsync("three"));
        Assert.Equal(1024, queue.Bytes);
    }

    [Fact]
    public async Task SendAllAsync_OfSeveralSenders_KeepsTheOrderOfEachAndTheLimit()
    {
        const int Senders = 4;
        const int Messages = 200;
        var received = new TaskCompletionSource<List<string>>();
        await using ScriptedServer server = await ScriptedServer.StartAsync(async (socket, _) =>
            received.SetResult((await ScriptedServer.ReceiveAllAsync(socket)).Messages));
        using var socket = new ClientWebSocket();
        await socket.ConnectAsync(server.Address, CancellationToken.None);
        using var queue = new SendQueue(2048, _pool); // 8 messages

        Task sending = queue.SendAllAsync(socket, CancellationToken.None);
        await Task.WhenAll(Enumerable.Range(0, Senders).Select(sender => Task.Run(async () =>
        {
            for (int i = 0; i < Messages; i++)
            {
                Assert.True(await queue.SendTextAsync($"{sender} {i}"));
                Assert.InRange(queue.Bytes, 0, 2048);
            }
        })));
        queue.Complete();
        await sending;
        await socket.CloseAsync(WebSocketCloseStatus.NormalClosure, null, CancellationToken.None);

        ILookup<string, string> bySender = (await received.Task).ToLookup(text => text.Split(' ')[0], text => text.Split(' ')[1]);
        Assert.Equal(Senders, bySender.Count);
        Assert.All(bySender, messages => Assert.Equal(Enumerable.Range(0, Messages).Select(i => $"{i}"), messages));
        Assert.Equal(0, _pool.GetStatistics().InUse);
    }
}
