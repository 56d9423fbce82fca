using System.Collections.Concurrent;
using System.Net.WebSockets;
using System.Text;
using Microsoft.AspNetCore.Builder;
using Pooling.Buffers;

namespace Pooling.Samples.WebSocketClient;

public sealed partial class PooledClientTests : IDisposable
{
    private const int MaxMessageSize = 10_000;

    private static readonly TimeSpan s_short = TimeSpan.FromMilliseconds(500);
    private static readonly TimeSpan s_forConnecting = TimeSpan.FromSeconds(5); // and then for closing

    private readonly BufferWriterPool _pool = new();
    private readonly ConcurrentQueue<Exception> _errors = [];
    private readonly ConcurrentQueue<string> _messages = [];

    public void Dispose() => _pool.Dispose();

    [Theory]
    [InlineData(1)]
    [InlineData(7)]
    [InlineData(5_000)]
    public async Task RunAsync_MessagesInParts_AreGathered(int part)
    {
        string[] texts = ["", "grüße, 世界", new string('é', 2_000)];
        await using ScriptedServer server = await ScriptedServer.StartAsync(async (socket, _) =>
        {
            foreach (string text in texts)
                await SendAsync(socket, Encoding.UTF8.GetBytes(text), part);

            await ScriptedServer.ReceiveAllAsync(socket);
        });
        await using PooledClient client = Create(server.Address);
        Task running = client.RunAsync();

        await Wait.Until(() => _messages.Count == texts.Length);
        await EndAsync(client, running);

        Assert.Equal(texts, _messages);
        Assert.Empty(_errors);
    }

    [Theory]
    [InlineData(MaxMessageSize, false, null)]
    [InlineData(MaxMessageSize + 1, false, WebSocketCloseStatus.MessageTooBig)]
    [InlineData(100, true, WebSocketCloseStatus.InvalidPayloadData)]
    public async Task RunAsync_MessageAtALimit_IsHandledOrRefused(int length, bool isInvalid, WebSocketCloseStatus? refusal)
    {
        var status = new TaskCompletionSource<WebSocketCloseStatus?>();
        await using ScriptedServer server = await ScriptedServer.StartAsync(async (socket, _) =>
        {
            byte[] message = new byte[length];
            message.AsSpan().Fill((byte)'a');
            message[^1] = isInvalid ? (byte)0xC3 : (byte)'a'; // the first of two bytes
            await socket.SendAsync(message.AsMemory(), WebSocketMessageType.Text, endOfMessage: false, CancellationToken.None);
            await socket.SendAsync(Memory<byte>.Empty, WebSocketMessageType.Text, endOfMessage: true, CancellationToken.None);
            status.TrySetResult((await ScriptedServer.ReceiveAllAsync(socket)).Status);
        });
        await using PooledClient client = Create(server.Address);
        Task running = client.RunAsync();

        await Wait.Until(() => status.Task.IsCompleted || !_messages.IsEmpty);
        await EndAsync(client, running);

        Assert.Equal(refusal ?? WebSocketCloseStatus.NormalClosure, await status.Task);
        Assert.Equal(refusal is not null, _errors.OfType<InvalidDataException>().Any());
        Assert.Equal(refusal is null, !_messages.IsEmpty);
    }

    [Fact]
    public async Task RunAsync_HandlerThrows_ReportsItAndContinues()
    {
        await using WebApplication server = await EchoServer.StartAsync();
        await using PooledClient client = Create(AddressOf(server), (message, _) => Text(message) == "bad"
            ? throw new InvalidOperationException("bad")
            : Handle(message));
        Task running = client.RunAsync();

        await client.Queue.SendTextAsync("bad");
        await client.Queue.SendTextAsync("good");
        await Wait.Until(() => !_messages.IsEmpty);
        await EndAsync(client, running);

        Assert.Equal(["good"], _messages);
        Assert.IsType<InvalidOperationException>(Assert.Single(_errors));
    }

    [Fact]
    public async Task RunAsync_DetachedMessages_StayValid()
    {
        await using WebApplication server = await EchoServer.StartAsync();
        Uri uri = AddressOf(server);
        ConcurrentQueue<PooledArray<byte>> kept = [];
        await using var client = new PooledClient(
            async (socket, cancellation) =>
            {
                socket.Options.SetRequestHeader("Authorization", "Bearer token");
                await socket.ConnectAsync(uri, cancellation);
            },
            (message, type, cancellation) =>
            {
                kept.Enqueue(message.Detach()); // without Detach, the message is valid until the returned task ends
                return ValueTask.CompletedTask;
            },
            onError: Console.Error.WriteLine);
        Task running = client.RunAsync();
        await client.Queue.SendTextAsync("subscribe");

        for (int i = 1; i < 50; i++)
            await client.Queue.SendTextAsync($"message {i}");

        await Wait.Until(() => kept.Count == 50);
        await client.DisposeAsync();
        await running;

        IEnumerable<string> texts = kept.Select(message => Encoding.UTF8.GetString(message.Span));
        Assert.Equal(["subscribe", .. Enumerable.Range(1, 49).Select(i => $"message {i}")], texts);
        Assert.All(kept, message => message.Dispose());
    }

    [Fact]
    public async Task RunAsync_ConnectionsAreDropped_SendsTheRestOnTheNextOnes()
    {
        await using WebApplication server = await EchoServer.StartAsync();
        await using PooledClient client = Create(AddressOf(server));
        Task running = client.RunAsync();

        for (int i = 1; i <= 3; i++)
        {
            await client.Queue.SendTextAsync($"{i}");
            await Wait.Until(() => _messages.Count == i);
            await client.Queue.SendTextAsync("drop");
            await Wait.Until(() => _errors.Count == i);
        }

        await EndAsync(client, running);
        Assert.Equal(["1", "2", "3"], _messages);
    }

    [Fact]
    public async Task RunAsync_ConnectFails_WaitsTwiceAsLongEachTimeUntilAnAttemptLasted()
    {
        var time = new RecordingTime(TimeSpan.FromSeconds(1));
        using var cancellation = new CancellationTokenSource();
        int attempts = 0;
        await using var client = new PooledClient(
            (_, _) =>
            {
                if (++attempts == 6)
                    time.Advance(TimeSpan.FromSeconds(1));

                return attempts == 9 ? cancellation.CancelAsync() : throw new WebSocketException();
            },
            (_, _, _) => ValueTask.CompletedTask, _errors.Enqueue, pool: _pool)
        {
            MinReconnectDelay = TimeSpan.FromMilliseconds(100),
            MaxReconnectDelay = TimeSpan.FromSeconds(1),
            HandshakeTimeout = TimeSpan.FromMinutes(10),
            TimeProvider = time,
        };

        await client.RunAsync(cancellation.Token);

        int[] longest = [100, 200, 400, 800, 1000, 100, 200, 400];
        Assert.Equal(longest.Length, time.Waits.Count(wait => wait > TimeSpan.Zero));
        Assert.All(time.Waits.Zip(longest), pair => Assert.InRange(pair.First.TotalMilliseconds, (pair.Second / 2) - 1, pair.Second));
        Assert.Equal(8, _errors.OfType<WebSocketException>().Count());
    }

    [Fact]
    public async Task RunAsync_ConnectNeverEnds_ReportsATimeout()
    {
        await using var client = new PooledClient(
            (_, _) => new TaskCompletionSource().Task, (_, _, _) => ValueTask.CompletedTask, _errors.Enqueue, pool: _pool)
        {
            HandshakeTimeout = s_short,
        };
        Task running = client.RunAsync();

        await Wait.Until(() => !_errors.IsEmpty);
        await EndAsync(client, running);

        Assert.All(_errors, error => Assert.IsType<TimeoutException>(error));
    }

    [Fact]
    public async Task RunAsync_NoDelayAndManyFailures_GoesOn()
    {
        const int Failures = 1_100; // 2 to the power of 1,024 is infinite

        using var stop = new CancellationTokenSource();
        int failures = 0;
        await using var client = new PooledClient(
            static (_, _) => throw new WebSocketException(), static (_, _, _) => ValueTask.CompletedTask,
            _ =>
            {
                if (++failures == Failures)
                    stop.Cancel();
            },
            pool: _pool)
        {
            MinReconnectDelay = TimeSpan.Zero,
        };

        await Task.Run(() => client.RunAsync(stop.Token)).WaitAsync(Wait.Patience);

        Assert.Equal(Failures, failures);
    }

    [Fact]
    public async Task RunAsync_OnErrorThrows_Fails()
    {
        await using var client = new PooledClient(
            (_, _) => throw new WebSocketException(), (_, _, _) => ValueTask.CompletedTask,
            error => throw new InvalidOperationException("stop", error));

        await Assert.ThrowsAsync<InvalidOperationException>(() => client.RunAsync());

        Assert.False(await client.Queue.SendTextAsync("late"));
    }

    [Fact]
    public async Task DisposeAsync_WithMessages_SendsThemAndCloses()
    {
        var received = new TaskCompletionSource<(List<string> Messages, WebSocketCloseStatus? Status)>();
        await using ScriptedServer server = await ScriptedServer.StartAsync(async (socket, _) =>
            received.SetResult(await ScriptedServer.ReceiveAllAsync(socket)));
        await using PooledClient client = Create(server.Address);
        await client.Queue.SendTextAsync("before there is a connection");
        Task running = client.RunAsync();
        await Wait.Until(() => client.Queue.Bytes == 0);

        string[] texts = [.. Enumerable.Range(0, 100).Select(i => $"{i}")];
        foreach (string text in texts)
            await client.Queue.SendTextAsync(text);

        await EndAsync(client, running);

        Assert.Equal(["before there is a connection", .. texts], (await received.Task).Messages);
        Assert.Equal(WebSocketCloseStatus.NormalClosure, (await received.Task).Status);
        Assert.Empty(_errors);
        Assert.False(await client.Queue.SendTextAsync("late"));
        await Assert.ThrowsAsync<InvalidOperationException>(() => client.RunAsync());
    }

    [Fact]
    public async Task DisposeAsync_HandshakeHasNoLimit_SendsAndCloses()
    {
        await using WebApplication server = await EchoServer.StartAsync();
        await using PooledClient client = Create(AddressOf(server), timeout: Timeout.InfiniteTimeSpan);
        Task running = client.RunAsync();
        await client.Queue.SendTextAsync("hello");
        await Wait.Until(() => !_messages.IsEmpty);

        await EndAsync(client, running);

        Assert.Equal(["hello"], _messages);
        Assert.Empty(_errors);
    }

    [Fact]
    public async Task DisposeAsync_ServerNeverAnswers_EndsAndReportsATimeout()
    {
        await using ScriptedServer server = await ScriptedServer.StartAsync((_, aborted) => Task.Delay(Timeout.Infinite, aborted));
        await using PooledClient client = Create(server.Address, timeout: s_forConnecting);
        Task running = client.RunAsync();
        await client.Queue.SendTextAsync("hello");
        await Wait.Until(() => client.Queue.Bytes == 0); // there is a connection

        await EndAsync(client, running);

        Assert.NotEmpty(_errors);
        Assert.All(_errors, error => Assert.IsType<TimeoutException>(error));
    }

    [Fact]
    public async Task DisposeAsync_HandlerIgnoresItsToken_Ends()
    {
        var end = new TaskCompletionSource();
        CancellationToken token = default;
        await using WebApplication server = await EchoServer.StartAsync();
        await using PooledClient client = Create(
            AddressOf(server),
            (_, cancellation) =>
            {
                token = cancellation;
                return new ValueTask(end.Task);
            },
            timeout: s_forConnecting);
        Task running = client.RunAsync();
        await client.Queue.SendTextAsync("hang");
        await Wait.Until(() => token.CanBeCanceled);

        await client.DisposeAsync();

        Assert.False(running.IsCompleted);
        Assert.Equal(1, _pool.GetStatistics().InUse); // of the handler
        await Wait.Until(() => token.IsCancellationRequested);
        end.SetResult();
        await running;
        Assert.Equal(0, _pool.GetStatistics().InUse);
    }

    [Fact]
    public async Task DisposeAsync_NeverStarted_ReturnsMessages()
    {
        PooledClient client = Create(new Uri("ws://127.0.0.1:1"));
        await client.Queue.SendTextAsync("never sent");

        await client.DisposeAsync();
        await client.DisposeAsync();

        Assert.Equal(0, _pool.GetStatistics().InUse);
    }

    internal static Uri AddressOf(WebApplication server) =>
        new UriBuilder(server.Urls.Single()) { Scheme = "ws", Query = "frame=100" }.Uri;

    private static string Text(PooledArrayBufferWriter<byte> message) => Encoding.UTF8.GetString(message.WrittenSpan);

    private static async Task SendAsync(WebSocket socket, byte[] message, int part)
    {
        for (int sent = 0, end = -1; end < message.Length; sent = end)
        {
            end = Math.Min(sent + part, message.Length);
            await socket.SendAsync(message.AsMemory(sent..end), WebSocketMessageType.Text, end == message.Length, CancellationToken.None);
        }
    }

    private async Task EndAsync(PooledClient client, Task running)
    {
        await client.DisposeAsync();
        await running;
        Assert.Equal(0, _pool.GetStatistics().InUse);
    }

    private PooledClient Create(
        Uri uri, Func<PooledArrayBufferWriter<byte>, CancellationToken, ValueTask>? handler = null, TimeSpan? timeout = null) => new(
            (socket, cancellation) => socket.ConnectAsync(uri, cancellation),
            (message, _, cancellation) => handler?.Invoke(message, cancellation) ?? Handle(message),
            _errors.Enqueue, pool: _pool)
        {
            MaxMessageSize = MaxMessageSize,
            MinReconnectDelay = TimeSpan.FromMilliseconds(10),
            HandshakeTimeout = timeout ?? TimeSpan.FromMinutes(1),
        };

    private ValueTask Handle(PooledArrayBufferWriter<byte> message)
    {
        _messages.Enqueue(Text(message));
        return ValueTask.CompletedTask;
    }
}
