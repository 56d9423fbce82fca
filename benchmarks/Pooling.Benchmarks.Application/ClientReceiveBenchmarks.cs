using System.Net.WebSockets;
using WebSockets.Client;
using WebSockets.Client.After;
using WebSockets.Client.Before;
using WebSockets.Client.Connections;
using WebSockets.Client.Reactive;

namespace Pooling.Benchmarks.Application;

/// <summary>A whole client receives texts from a socket in memory: its receiving loop, and the application at the end of it.</summary>
/// <remarks>The socket lets so many come at a time, and the loop goes on where they are let come: no thread waits for another.</remarks>
public class ClientReceiveBenchmarks
{
    private static readonly Uri s_uri = new("ws://memory/");

    private readonly ScriptedSocket _stockSocket = new();
    private readonly ScriptedSocket _publishedSocket = new();
    private readonly ScriptedSocket _observableSocket = new();
    private readonly ScriptedSocket _stringSocket = new();
    private readonly ScriptedSocket _spanSocket = new();
    private readonly ObservableMessages _observable = new();
    private StockWebSocketClient? _stock;
    private PublishedWebSocketClient? _published;
    private ReconnectingWebSocketClient[] _pooled = [];
    private long _received;

    [Params(100, 1000)]
    public int Messages { get; set; }

    [Params(64, 1024)]
    public int Size { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        byte[] message = [.. Enumerable.Range(0, Size).Select(i => (byte)('a' + (i % 26)))];
        foreach (ScriptedSocket socket in new[] { _stockSocket, _publishedSocket, _observableSocket, _stringSocket, _spanSocket })
            socket.Message = message;

        _stock = new StockWebSocketClient(s_uri, connect: ConnectTo(_stockSocket));
        _stock.MessageReceived.Subscribe(new Reader<ResponseMessage>(message => Count(message.Text!)));
        _published = new PublishedWebSocketClient(s_uri, ConnectTo(_publishedSocket));
        _published.MessageReceived.Subscribe(new Reader<ResponseMessage>(message => Count(message.Text!)));
        _observable.Messages.Subscribe(new Reader<ReceivedMessage>(message => Count(message.Text!)));
        _pooled =
        [
            new(s_uri, _observable, connect: ConnectTo(_observableSocket)),
            new(s_uri, new StringMessages(Count), connect: ConnectTo(_stringSocket)),
            new(s_uri, new Handler(this), connect: ConnectTo(_spanSocket)),
        ];
        Task.WaitAll([_stock.StartAsync(), _published.StartAsync(), .. _pooled.Select(client => client.StartAsync())]);
    }

    [GlobalCleanup]
    public async Task Cleanup()
    {
        await _stock!.DisposeAsync();
        await _published!.DisposeAsync();
        foreach (ReconnectingWebSocketClient client in _pooled)
            await client.DisposeAsync();

        _observable.Dispose();
    }

    /// <summary>A stream for each message, an array and a box for each trace that nobody reads.</summary>
    [Benchmark(Baseline = true), Row("WSC-client-1*", Role.Before)]
    public long Stock() => Receive(_stockSocket);

    [Benchmark, Row("WSC-client-1*", Role.Published)]
    public long KeptWriter() => Receive(_publishedSocket);

    [Benchmark, Row("WSC-client-1*", Role.Ours)]
    public long PooledObservable() => Receive(_observableSocket);

    [Benchmark, Row("WSC-client-1*", Role.Advice, "each text as a string: no observable")]
    public long PooledString() => Receive(_stringSocket);

    [Benchmark, Row("WSC-client-1*", Role.Advice, "each text as UTF-8 in place: no string")]
    public long PooledSpan() => Receive(_spanSocket);

    private static WebSocketFactory ConnectTo(ScriptedSocket socket) => (_, _) => Task.FromResult<WebSocket>(socket);

    /// <returns>The characters that the application was given, and for each text the last of them.</returns>
    private long Receive(ScriptedSocket socket)
    {
        _received = 0;
        socket.LetCome(Messages);
        return _received;
    }

    private void Count(string text) => _received += text.Length + text[^1];

    private sealed class Handler(ClientReceiveBenchmarks benchmark) : IMessageHandler
    {
        public void OnText(ReadOnlySpan<byte> utf8) => benchmark._received += utf8.Length + utf8[^1];

        public void OnBinary(in ReadOnlySequence<byte> data) => throw new NotSupportedException();
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
