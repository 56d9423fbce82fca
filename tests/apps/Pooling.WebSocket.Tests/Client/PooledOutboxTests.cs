using System.Buffers;
using System.Net.WebSockets;
using System.Text;
using Pooling.Buffers;
using Pooling.Json;
using WebSockets.Client.After;

namespace Pooling.WebSockets.Client;

/// <summary>Tests messages from their encoding to a socket.</summary>
public sealed class PooledOutboxTests : IDisposable
{
    private readonly BufferWriterPool _pool = new();
    private readonly ScriptedWebSocket _socket = new();

    public void Dispose()
    {
        Assert.Equal(0, _pool.GetStatistics().InUse);
        Assert.Null(_socket.Misuse);
        _pool.Dispose();
        _socket.Dispose();
    }

    [Fact]
    public async Task Send_EveryKind_ArrivesInOrderAsOneFrameEach()
    {
        var outbox = new PooledOutbox(pool: _pool);
        Assert.True(outbox.SendText("a\u00e4\u20ac\U00010405"));
        Assert.True(outbox.SendText(""));
        Assert.True(outbox.Send("bytes"u8));
        Assert.True(outbox.Send(Sequence("se", "quen", "ce"), WebSocketMessageType.Text));
        Assert.True(outbox.SendJson(
            static (writer, value) =>
            {
                writer.WriteStartObject();
                writer.WriteNumber("value", value);
                writer.WriteEndObject();
            },
            42));
        Assert.True(outbox.Send(static (buffer, state) => buffer.Write(state), "state"u8, WebSocketMessageType.Text));

        await SendAll(outbox);

        Assert.Equal(["a\u00e4\u20ac\U00010405", "", "bytes", "sequence", """{"value":42}""", "state"], _socket.Sent);
        Assert.Equal((6, 6, 0, 0), (outbox.Accepted, outbox.Sent, outbox.Lost, outbox.WaitingBytes));
    }

    [Fact]
    public async Task Send_Full_IsRefusedBeforeItIsEncoded()
    {
        var outbox = new PooledOutbox(new OutboxOptions { Capacity = 2 }, _pool);
        Assert.True(outbox.SendText("one"));
        Assert.True(outbox.SendText("two"));

        Assert.False(outbox.Send<int>(static (_, _) => throw new InvalidOperationException(), 0, WebSocketMessageType.Text));

        await SendAll(outbox);
        Assert.Equal(["one", "two"], _socket.Sent);
    }

    [Fact]
    public async Task Send_BytesFull_IsRefused()
    {
        var outbox = new PooledOutbox(new OutboxOptions { MaxBytes = 5 }, _pool);
        Assert.True(outbox.SendText("1234"));
        Assert.True(outbox.SendText("5678")); // exceeds the limit
        Assert.False(outbox.SendText("9"));

        await SendAll(outbox);
        Assert.Equal(["1234", "5678"], _socket.Sent);
    }

    [Theory]
    [InlineData(3, 1 << 20)]
    [InlineData(100, 3)]
    public async Task Send_FullAndDropOldest_LosesTheOldest(int capacity, int bytes)
    {
        var outbox = new PooledOutbox(
            new OutboxOptions { Capacity = capacity, MaxBytes = bytes, Policy = OutboxPolicy.DropOldest }, _pool);
        for (int i = 0; i < 10; i++)
            Assert.True(outbox.SendText($"{i}"));

        await SendAll(outbox);

        Assert.Equal(["7", "8", "9"], _socket.Sent);
        Assert.Equal((10, 3, 7), (outbox.Accepted, outbox.Sent, outbox.Lost));
    }

    [Fact]
    public async Task Send_WithoutACapacity_TakesAll()
    {
        var outbox = new PooledOutbox(new OutboxOptions { Capacity = null, MaxBytes = 1 }, _pool);
        for (int i = 0; i < 5000; i++)
            Assert.True(outbox.SendText($"{i}"));

        Assert.Equal(5000, outbox.Waiting);
        await SendAll(outbox);
        Assert.Equal(Enumerable.Range(0, 5000).Select(static i => $"{i}"), _socket.Sent);
    }

    [Fact]
    public async Task Send_EncoderThrows_SendsNothing()
    {
        var outbox = new PooledOutbox(pool: _pool);
        Assert.Throws<InvalidOperationException>(() => outbox.SendJson(
            static (writer, _) =>
            {
                writer.WriteStartObject();
                throw new InvalidOperationException();
            },
            0));
        Assert.Equal(0, outbox.Accepted);
        Assert.Equal(0, Utf8JsonWriterPool.Shared.GetStatistics().InUse);
        Assert.True(outbox.SendText("next"));

        await SendAll(outbox);
        Assert.Equal(["next"], _socket.Sent);
    }

    [Fact]
    public void Send_LongerThanAllowed_Throws()
    {
        using var outbox = new PooledOutbox(new OutboxOptions { MaxMessageSize = 1000 });

        Assert.Throws<BufferCapacityExceededException>(() => outbox.Send(new byte[1001]));

        Assert.Equal((0, 0), (outbox.Accepted, outbox.WaitingBytes));
    }

    [Fact]
    public async Task SendAsync_ConnectionBreaks_SendsThatMessageAgain()
    {
        var outbox = new PooledOutbox(pool: _pool);
        _socket.OnSend = static text => text == "two"
            ? Task.FromException(new WebSocketException(WebSocketError.ConnectionClosedPrematurely))
            : Task.CompletedTask;
        foreach (string text in (string[])["one", "two", "three"])
            outbox.SendText(text);

        await Assert.ThrowsAsync<WebSocketException>(() => outbox.SendAsync(_socket, CancellationToken.None));

        Assert.Equal((3, 1, 2), (outbox.Accepted, outbox.Sent, outbox.Waiting));
        Assert.False(outbox.IsSending);
        _socket.OnSend = static _ => Task.CompletedTask;
        await SendAll(outbox);
        Assert.Equal(["one", "two", "three"], _socket.Sent);
    }

    [Fact]
    public async Task LoseWaiting_ConnectionBroke_CountsAll()
    {
        var outbox = new PooledOutbox(pool: _pool);
        _socket.OnSend = static _ => Task.FromException(new WebSocketException(WebSocketError.ConnectionClosedPrematurely));
        outbox.SendText("one");
        outbox.SendText("two");
        await Assert.ThrowsAsync<WebSocketException>(() => outbox.SendAsync(_socket, CancellationToken.None));

        outbox.LoseWaiting();

        Assert.Equal((2, 0, 2, 0), (outbox.Accepted, outbox.Sent, outbox.Lost, outbox.WaitingBytes));
        Assert.True(outbox.SendText("three")); // sending continues
        outbox.Dispose();
        Assert.Equal(3, outbox.Lost);
        Assert.False(outbox.SendText("four"));
    }

    [Fact]
    public async Task WaitForRoomAsync_Full_EndsWithTheNextSend()
    {
        var outbox = new PooledOutbox(new OutboxOptions { Capacity = 1 }, _pool);
        Assert.True(await outbox.WaitForRoomAsync());
        outbox.SendText("one");
        Task<bool> waiting = outbox.WaitForRoomAsync().AsTask();
        Assert.False(waiting.IsCompleted);
        using var cancellation = new CancellationTokenSource();
        Task<bool> cancelled = outbox.WaitForRoomAsync(cancellation.Token).AsTask();
        await cancellation.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => cancelled);

        using var stopping = new CancellationTokenSource();
        Task sending = outbox.SendAsync(_socket, stopping.Token);

        Assert.True(await waiting.WaitAsync(Wait.Patience));
        await stopping.CancelAsync();
        await sending;
        outbox.SendText("two");
        waiting = outbox.WaitForRoomAsync().AsTask();
        outbox.Dispose();
        Assert.False(await waiting.WaitAsync(Wait.Patience));
    }

    [Theory]
    [InlineData(OutboxPolicy.Refuse, 16)]
    [InlineData(OutboxPolicy.DropOldest, 16)]
    [InlineData(OutboxPolicy.Refuse, null)]
    public async Task Dispose_WhileThreadsSendAndTheLoopSends_CountsEveryMessageOnce(OutboxPolicy policy, int? capacity)
    {
        for (int round = 0; round < 50; round++)
        {
            var outbox = new PooledOutbox(new OutboxOptions { Capacity = capacity, Policy = policy }, _pool);
            using var socket = new ScriptedWebSocket();
            int fails = round;
            socket.OnSend = _ => fails-- == 0 ? Task.FromException(new WebSocketException(WebSocketError.Faulted)) : Task.CompletedTask;
            using var stopping = new CancellationTokenSource();
            using var start = new Barrier(4);
            long accepted = 0;
            Task[] senders = [.. Enumerable.Range(0, 3).Select(sender => Task.Factory.StartNew(
                () =>
                {
                    start.SignalAndWait();
                    for (int i = 0; i < 200; i++)
                    {
                        if (outbox.SendText($"{sender}:{i}"))
                            Interlocked.Increment(ref accepted);
                    }
                },
                TaskCreationOptions.LongRunning))];
            start.SignalAndWait();
            Task sending = Task.Run(() => outbox.SendAsync(socket, stopping.Token));
            while (round % 2 == 0 && outbox.Sent == 0 && !sending.IsCompleted)
                await Task.Yield();

            outbox.Complete();
            await stopping.CancelAsync();
            await sending.ContinueWith(static _ => { }, TaskScheduler.Default);
            outbox.Dispose();
            await Task.WhenAll(senders);

            Assert.Equal(accepted, outbox.Accepted);
            Assert.Equal(outbox.Accepted, outbox.Sent + outbox.Lost);
            Assert.Equal(outbox.Sent, socket.Sent.Length);
            Assert.Equal(0, outbox.WaitingBytes);
            Assert.Equal(0, _pool.GetStatistics().InUse);
            Assert.Null(socket.Misuse);
        }
    }

    [Theory]
    [InlineData(64)]
    [InlineData(1024)]
    [InlineData(100_000)]
    public void Send_ManyMessages_AllocatesForNone(int size)
    {
        using var outbox = new PooledOutbox(new OutboxOptions { MaxBytes = 1 << 28 }, _pool);
        string text = new('x', size);
        byte[] data = new byte[size];
        ReadOnlySequence<byte> sequence = new(data);
        var socket = new RepeatingWebSocket(WebSocketMessageType.Text, [], 0);
        Run(60);

        (long few, long many) = MinAllocated.ByBoth(() => Run(10), () => Run(60));

        Assert.Equal(few, many);
        Assert.Equal(outbox.Sent, socket.Sent);

        void Run(int count)
        {
            for (int i = 0; i < count; i++)
            {
                Assert.True(outbox.SendText(text));
                Assert.True(outbox.Send(data));
                Assert.True(outbox.Send(sequence));
                Assert.True(outbox.SendJson(static (writer, text) => writer.WriteStringValue(text), text));
            }

            using var stopping = new CancellationTokenSource();
            Task sending = outbox.SendAsync(socket, stopping.Token);
            Assert.Equal(0, outbox.Waiting); // all of it immediately: the socket never waits
            stopping.Cancel();
            sending.Wait();
        }
    }

    private static ReadOnlySequence<byte> Sequence(params string[] parts)
    {
        Segment? first = null;
        Segment? last = null;
        foreach (string part in parts)
        {
            last = new Segment(Encoding.UTF8.GetBytes(part), last);
            first ??= last;
        }

        return new ReadOnlySequence<byte>(first!, 0, last!, last!.Memory.Length);
    }

    private Task SendAll(PooledOutbox outbox)
    {
        outbox.Complete();
        return outbox.SendAsync(_socket, CancellationToken.None).WaitAsync(Wait.Patience);
    }

    private sealed class Segment : ReadOnlySequenceSegment<byte>
    {
        public Segment(byte[] data, Segment? previous)
        {
            Memory = data;
            if (previous is null)
                return;

            RunningIndex = previous.RunningIndex + previous.Memory.Length;
            previous.Next = this;
        }
    }
}
