using System.Buffers;
using System.Net.WebSockets;
using System.Text;
using Pooling.Buffers;
using WebSockets.Client;
using WebSockets.Client.After;

namespace Pooling.WebSockets.Client;

/// <summary>Tests messages from a socket into pooled memory.</summary>
public sealed class PooledReceiverTests : IDisposable
{
    private readonly BufferWriterPool _pool = new(new BufferWriterPoolOptions { InitialCapacity = 256 });
    private readonly RecordingHandler _handler = new();
    private readonly ScriptedWebSocket _socket = new();

    public void Dispose()
    {
        Assert.Equal(0, _pool.GetStatistics().InUse);
        Assert.Null(_socket.Misuse);
        _pool.Dispose();
        _socket.Dispose();
    }

    [Fact]
    public async Task Receive_TextInTwoPartsAtEveryBoundary_IsOneText()
    {
        byte[] text = Encoding.UTF8.GetBytes("a\u00e4\u20ac\U00010405z");
        for (int split = 0; split <= text.Length; split++)
        {
            _socket.Part(WebSocketMessageType.Text, text[..split], end: false);
            _socket.Part(WebSocketMessageType.Text, text[split..]);
        }

        await Receive();

        Assert.Equal(Enumerable.Repeat(Encoding.UTF8.GetString(text), text.Length + 1), _handler.Messages);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(4095)]
    [InlineData(4096)]
    [InlineData(4097)]
    [InlineData(200_000)]
    public async Task Receive_MessageOfLength_IsWhole(int length)
    {
        byte[] data = new byte[length];
        new Random(length).NextBytes(data);
        _socket.Part(WebSocketMessageType.Binary, data);
        _socket.Text(new string('x', length));
        _socket.Part(WebSocketMessageType.Binary, data);

        await Receive();

        string binary = $"{length}:{Convert.ToHexString(data)}";
        Assert.Equal([binary, new string('x', length), binary], _handler.Messages);
        Assert.Equal(length > 4096, _handler.MaxSegments > 1); // long data is not copied when it grows
    }

    [Fact]
    public async Task Receive_MessageOfTheLimit_IsTaken()
    {
        _socket.Text("12345");
        _socket.Text("123", end: false);
        _socket.Text("45");

        await Receive(maxMessageSize: 5);

        Assert.Equal(["12345", "12345"], _handler.Messages);
    }

    [Theory]
    [InlineData(WebSocketMessageType.Text)]
    [InlineData(WebSocketMessageType.Binary)]
    public async Task Receive_MessageBeyondTheLimit_Throws(WebSocketMessageType type)
    {
        _socket.Part(type, new byte[10_000], end: false);
        _socket.Part(type, new byte[1]);

        await Assert.ThrowsAsync<MessageTooLongException>(() => Receive(maxMessageSize: 10_000));

        Assert.Empty(_handler.Messages);
    }

    [Theory]
    [InlineData("F4", "90")] // beyond the last code point, whatever the rest is
    [InlineData("61ED", "A080")] // half of a surrogate pair
    [InlineData("E282", "61")] // one byte is missing
    [InlineData("C3", "")] // nothing follows
    public async Task Receive_PartsThatAreNoText_Throws(string first, string second)
    {
        _socket.Text("before");
        _socket.Part(WebSocketMessageType.Text, Convert.FromHexString(first), end: false);
        _socket.Part(WebSocketMessageType.Text, Convert.FromHexString(second), end: second.Length == 0);

        await Assert.ThrowsAsync<InvalidTextException>(() => Receive());

        Assert.Equal(["before"], _handler.Messages);
    }

    [Fact]
    public async Task Receive_ConnectionBreaksInACodePoint_NextTextIsItsOwn()
    {
        using var receiver = new PooledReceiver(_handler, pool: _pool);
        _socket.Part(WebSocketMessageType.Text, [0xE2], end: false);
        _socket.Break();
        await Assert.ThrowsAsync<WebSocketException>(() => receiver.ReceiveAsync(_socket));
        using var next = new ScriptedWebSocket();
        next.Text("a", end: false);
        next.Text("b");
        next.PeerCloses(WebSocketCloseStatus.NormalClosure);

        await receiver.ReceiveAsync(next);

        Assert.Equal(["ab"], _handler.Messages);
    }

    [Fact]
    public async Task Receive_HandlerThrows_CountsAndContinues()
    {
        var faults = new List<string>();
        _handler.OnMessage = static message => throw new InvalidOperationException(message);
        _socket.Text("one");
        _socket.Part(WebSocketMessageType.Binary, new byte[100_000]);
        _socket.Text("two");
        using var receiver = new PooledReceiver(_handler, pool: _pool)
        {
            Fault = exception =>
            {
                faults.Add(exception.Message[..3]);
                throw exception; // this does not end the connection either
            },
        };

        await Receive(receiver);

        Assert.Equal(["one", "100", "two"], faults);
        Assert.Equal((3, 3), (receiver.Messages, receiver.HandlerFaults));
    }

    [Fact]
    public async Task Receive_ConnectionBreaksInAMessage_ShowsNoneOfIt()
    {
        _socket.Part(WebSocketMessageType.Binary, new byte[100_000], end: false);
        _socket.Break();

        using var receiver = new PooledReceiver(_handler, pool: _pool);
        await Assert.ThrowsAsync<WebSocketException>(() => receiver.ReceiveAsync(_socket));

        Assert.Empty(_handler.Messages);
        using var next = new ScriptedWebSocket();
        next.Text("anew");
        next.PeerCloses(WebSocketCloseStatus.NormalClosure);
        await receiver.ReceiveAsync(next); // no data of the other connection remains
        Assert.Equal(["anew"], _handler.Messages);
    }

    [Theory]
    [InlineData(WebSocketMessageType.Text, 64)]
    [InlineData(WebSocketMessageType.Text, 1024)]
    [InlineData(WebSocketMessageType.Text, 131_072)]
    [InlineData(WebSocketMessageType.Binary, 64)]
    [InlineData(WebSocketMessageType.Binary, 131_072)]
    public void Receive_ManyMessages_AllocatesForNone(WebSocketMessageType type, int size)
    {
        var counting = new CountingHandler();
        using var receiver = new PooledReceiver(counting, pool: _pool);
        byte[] message = new byte[size];
        Run(100);

        // The cost of an additional message, because the loop and the socket cost the same for few and for many.
        (long few, long many) = MinAllocated.ByBoth(() => Run(10), () => Run(1010));

        Assert.Equal(few, many);
        Assert.Equal(counting.Bytes, receiver.Messages * size);

        void Run(int count)
        {
            Task receiving = receiver.ReceiveAsync(new RepeatingWebSocket(type, message, count));
            Assert.True(receiving.IsCompletedSuccessfully);
        }
    }

    private Task Receive(int maxMessageSize = 1 << 20) => Receive(new PooledReceiver(_handler, maxMessageSize, _pool));

    private Task Receive(PooledReceiver receiver)
    {
        _socket.PeerCloses(WebSocketCloseStatus.NormalClosure);
        return receiver.ReceiveAsync(_socket);
    }

    private sealed class CountingHandler : IMessageHandler
    {
        public long Bytes { get; private set; }

        public void OnText(ReadOnlySpan<byte> utf8) => Bytes += utf8.Length;

        public void OnBinary(in ReadOnlySequence<byte> data) => Bytes += data.Length;
    }
}
