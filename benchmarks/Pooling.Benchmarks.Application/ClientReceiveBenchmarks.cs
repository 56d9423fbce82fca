using System.Net.WebSockets;
using Websocket.Client;
using WebSockets.Client;
using WebSockets.Client.After;
using WebSockets.Client.Before;
using WebSockets.Client.Connections;
using WebSockets.Client.Reactive;
using BeforeMessage = WebSockets.Client.Before.ResponseMessage;
using PackageMessage = Websocket.Client.ResponseMessage;

namespace Pooling.Benchmarks.Application;

/// <summary>Measures a whole client that receives texts from a socket in memory: its receiving loop, and the application that it
/// calls.</summary>
/// <remarks>The socket releases a number of texts at a time, and the loop continues on the thread that releases them, so that no thread
/// waits for another.</remarks>
public class ClientReceiveBenchmarks
{
    private static readonly Uri s_uri = new("ws://memory/");

    private readonly ScriptedSocket _beforeSocket = new();
    private readonly ScriptedSocket _publishedSocket = new();
    private readonly ScriptedSocket _packageSocket = new();
    private readonly ScriptedSocket _observableSocket = new();
    private readonly ScriptedSocket _stringSocket = new();
    private readonly ScriptedSocket _spanSocket = new();
    private readonly ObservableMessages _observable = new();
    private BeforeWebSocketClient? _before;
    private PublishedWebSocketClient? _published;
    private WebsocketClient? _package;
    private ReconnectingWebSocketClient[] _pooled = [];
    private long _received;

    [Params(100, 1000)]
    public int Messages { get; set; }

    [Params(64, 1024, 16_384)]
    public int Size { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        byte[] message = [.. Enumerable.Range(0, Size).Select(i => (byte)('a' + (i % 26)))];
        foreach (ScriptedSocket socket in (ScriptedSocket[])
            [_beforeSocket, _publishedSocket, _packageSocket, _observableSocket, _stringSocket, _spanSocket])
        {
            socket.Message = message;
        }

        _before = new BeforeWebSocketClient(s_uri, connect: ConnectTo(_beforeSocket));
        _before.MessageReceived.Subscribe(new Reader<BeforeMessage>(message => Count(message.Text!)));
        _published = new PublishedWebSocketClient(s_uri, ConnectTo(_publishedSocket));
        _published.MessageReceived.Subscribe(new Reader<BeforeMessage>(message => Count(message.Text!)));
        _package = PackageClient.Create(s_uri, _packageSocket);
        _package.MessageReceived.Subscribe(new Reader<PackageMessage>(message => Count(message.Text!)));
        _observable.Messages.Subscribe(new Reader<ReceivedMessage>(message => Count(message.Text!)));
        _pooled =
        [
            new(s_uri, _observable, connect: ConnectTo(_observableSocket)),
            new(s_uri, new StringMessages(Count), connect: ConnectTo(_stringSocket)),
            new(s_uri, new Handler(this), connect: ConnectTo(_spanSocket)),
        ];
        Task.WaitAll([_before.StartAsync(), _published.StartAsync(), _package.Start(), .. _pooled.Select(client => client.StartAsync())]);
    }

    [GlobalCleanup]
    public async Task Cleanup()
    {
        await _before!.DisposeAsync();
        await _published!.DisposeAsync();
        _package!.Dispose();
        foreach (ReconnectingWebSocketClient client in _pooled)
            await client.DisposeAsync();

        _observable.Dispose();
    }

    /// <summary>Creates a stream for each message, and an array and a box for each trace, although tracing is disabled.</summary>
    [Benchmark(Baseline = true), Row("WSC-client-1*", Role.Before), Row("POOL-client-16KB", Role.Before)]
    public long Before() => Receive(_beforeSocket);

    [Benchmark, Row("WSC-client-1*", Role.Published), Row("POOL-client-16KB", Role.Published)]
    public long KeptWriter() => Receive(_publishedSocket);

    /// <summary>Uses the package itself, whose source the row is taken from.</summary>
    [Benchmark, Row("WSC-client-1*", Role.Peer, "Websocket.Client 5.5.1"), Row("POOL-client-16KB", Role.Peer, "Websocket.Client 5.5.1")]
    public long Package() => Receive(_packageSocket);

    [Benchmark, Row("WSC-client-1*", Role.Ours), Row("POOL-client-16KB", Role.Ours)]
    public long PooledObservable() => Receive(_observableSocket);

    [Benchmark, Row("WSC-client-1*", Role.Advice, "each text as a string: no observable")]
    [Row("POOL-client-16KB", Role.Advice, "each text as a string: no observable")]
    public long PooledString() => Receive(_stringSocket);

    [Benchmark, Row("WSC-client-1*", Role.Advice, "each text as UTF-8 in place: no string")]
    [Row("POOL-client-16KB", Role.Advice, "each text as UTF-8 in place: no string")]
    public long PooledSpan() => Receive(_spanSocket);

    private static WebSocketFactory ConnectTo(ScriptedSocket socket) => (_, _) => Task.FromResult<WebSocket>(socket);

    /// <returns>The number of characters that the application received, plus the last character of each text.</returns>
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
