using Microsoft.Extensions.Logging.Abstractions;

namespace Pooling.Benchmarks.Mono;

/// <summary>Measures the receiving path of a client from the first text of a connection to the peer's close. The receivers are those of the
/// WebSocket sample, over a socket in memory, with the netstandard2.0 asset.</summary>
internal sealed class ClientReceiveBenchmarks
{
    private readonly ScriptedSocket _socket;
    private readonly int _messages;
    private readonly BeforeReceiver _before = new(NullLogger.Instance);
    private readonly PublishedReceiver _published = new(NullLogger.Instance);
    private readonly PooledReceiver _observable;
    private readonly PooledReceiver _memory;
    private long _received;

    internal ClientReceiveBenchmarks(int messages, int size)
    {
        _messages = messages;
        _socket = new ScriptedSocket([.. Enumerable.Range(0, size).Select(i => (byte)('a' + (i % 26)))]);
        _before.MessageReceived.Subscribe(new Reader<ResponseMessage>(message => Count(message.Text!)));
        _published.MessageReceived.Subscribe(new Reader<ResponseMessage>(message => Count(message.Text!)));
        var observable = new ObservableMessages();
        observable.Messages.Subscribe(new Reader<ReceivedMessage>(message => Count(message.Text!)));
        _observable = new PooledReceiver(observable);
        _memory = new PooledReceiver(new Handler(this));
    }

    [Row("WSC-client-netfx-1*", Role.Before)]
    public long Before()
    {
        Begin();
        return End(_before.ReceiveAsync(_socket), _before.HandlerFaults);
    }

    [Row("WSC-client-netfx-1*", Role.Published)]
    public long KeptWriter()
    {
        Begin();
        return End(_published.ReceiveAsync(_socket), _published.HandlerFaults);
    }

    [Row("WSC-client-netfx-1*", Role.Ours)]
    public long PooledObservable()
    {
        Begin();
        return End(_observable.ReceiveAsync(_socket), _observable.HandlerFaults);
    }

    [Row("WSC-client-netfx-1*", Role.Advice, "each text as UTF-8 in place: no string")]
    public long PooledMemory()
    {
        Begin();
        return End(_memory.ReceiveAsync(_socket), _memory.HandlerFaults);
    }

    private void Begin()
    {
        _received = 0;
        _socket.Left = _messages;
    }

    /// <returns>The number of characters that the application received, plus the last character of each text.</returns>
    private long End(Task receiving, long faults)
    {
        receiving.GetAwaiter().GetResult(); // completed already, because the socket never waits
        return faults == 0 ? _received : throw new InvalidOperationException("The application has failed.");
    }

    private void Count(string text) => _received += text.Length + text[text.Length - 1];

    private sealed class Handler(ClientReceiveBenchmarks benchmark) : IMessageHandler
    {
        public void OnText(ReadOnlyMemory<byte> utf8) => benchmark._received += utf8.Length + utf8.Span[utf8.Length - 1];

        public void OnBinary(ReadOnlyMemory<byte> data) => throw new NotSupportedException();
    }

    private sealed class Reader<T>(Action<T> read) : IObserver<T>
    {
        public void OnNext(T value) => read(value);

        public void OnError(Exception error) => throw error;

        public void OnCompleted()
        {
        }
    }
}
