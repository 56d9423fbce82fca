using System.Net.WebSockets;
using Websocket.Client;
using WebSockets.Client;
using WebSockets.Client.After;
using WebSockets.Client.Before;

namespace Pooling.Benchmarks.Application;

/// <summary>Measures a whole client that sends texts to a socket in memory. The texts are accepted, queued for the sending loop, and
/// encoded.</summary>
[AllThreads]
public class ClientSendBenchmarks
{
    private const int Texts = 1000;

    private static readonly Uri s_uri = new("ws://memory/");

    private readonly ScriptedSocket _beforeSocket = new();
    private readonly ScriptedSocket _packageSocket = new();
    private readonly ScriptedSocket _pooledSocket = new();
    private BeforeWebSocketClient? _before;
    private WebsocketClient? _package;
    private ReconnectingWebSocketClient? _pooled;
    private Action _sendBefore = static () => { };
    private Action _sendPackage = static () => { };
    private Action _sendPooled = static () => { };

    [Params(64, 1024, 16_384)]
    public int Size { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        string text = string.Concat(Enumerable.Range(0, Size).Select(static i => (char)('a' + (i % 26))));
        _before = new BeforeWebSocketClient(s_uri, connect: (_, _) => Task.FromResult<WebSocket>(_beforeSocket));
        _package = PackageClient.Create(s_uri, _packageSocket);
        _pooled = new ReconnectingWebSocketClient(
            s_uri, new StringMessages(static _ => { }), connect: (_, _) => Task.FromResult<WebSocket>(_pooledSocket));
        _sendBefore = () => Repeat(() => _before.Outbox.Send(text));
        _sendPackage = () => Repeat(() => _package.Send(text));
        _sendPooled = () => Repeat(() => _pooled.SendText(text));
        Task.WaitAll(_before.StartAsync(), _package.Start(), _pooled.StartAsync());
    }

    [GlobalCleanup]
    public async Task Cleanup()
    {
        await _before!.DisposeAsync();
        _package!.Dispose();
        await _pooled!.DisposeAsync();
    }

    /// <summary>Creates an object and an array for each text.</summary>
    [Benchmark(Baseline = true, OperationsPerInvoke = Texts), Row("POOL-client-send-*", Role.Before)]
    public long Before() => _beforeSocket.WaitForSent(Texts, _sendBefore);

    [Benchmark(OperationsPerInvoke = Texts), Row("POOL-client-send-*", Role.Peer, "Websocket.Client 5.5.1")]
    public long Package() => _packageSocket.WaitForSent(Texts, _sendPackage);

    [Benchmark(OperationsPerInvoke = Texts), Row("POOL-client-send-*", Role.Ours)]
    public long Pooled() => _pooledSocket.WaitForSent(Texts, _sendPooled);

    private static void Repeat(Func<bool> send)
    {
        for (int i = 0; i < Texts; i++)
        {
            if (!send())
                throw new InvalidOperationException("A text was not taken.");
        }
    }
}
