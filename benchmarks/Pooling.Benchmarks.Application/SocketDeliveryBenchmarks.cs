using Pooling.Benchmarks.Application.Deliveries;
using WebSockets.Hub;
using WebSockets.Hub.Before;
using WebSockets.Hub.Hosting;

namespace Pooling.Benchmarks.Application;

/// <summary>Measures broadcasts of texts over Kestrel to 100 WebSockets. Each is sent when the previous one has arrived everywhere. An
/// operation is the delivery to one socket, including the work of both ends. The peers only receive and compare, and allocate
/// nothing.</summary>
[AllThreads]
public class SocketDeliveryBenchmarks
{
    private const int Sockets = 100;
    private const int Broadcasts = 10;
    private const int Deliveries = Broadcasts * Sockets;

    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(1); // reached only if something is wrong

    private readonly ManualResetEventSlim _arrived = new();
    private DeliveryPeer[] _peers = [];
    private DeliveryServer? _server;
    private byte[] _text = [];
    private int _missing;

    [Params(64, 1024, 16_384)]
    public int Size { get; set; }

    [GlobalSetup]
    public void Setup() => _text = [.. Enumerable.Range(0, Size).Select(static i => (byte)('a' + (i % 26)))];

    [GlobalCleanup]
    public async Task Cleanup()
    {
        foreach (DeliveryPeer peer in _peers)
            peer.Dispose();

        if (_server is not null)
            await _server.Stop();
    }

    /// <summary>Uses common code for ASP.NET Core. It has no queues, so the slowest reader delays all others.</summary>
    [Benchmark(Baseline = true, OperationsPerInvoke = Deliveries), Row("POOL-delivery-*", Role.Before)]
    public Task<int> PlainLoop() => Deliver(() => PlainServer.StartAsync(_text));

    /// <summary>Encodes and queues the text for each socket.</summary>
    [Benchmark(OperationsPerInvoke = Deliveries)]
    [Row("POOL-delivery-*", Role.Peer, "the sample's Before/: encoded and queued for each socket")]
    public Task<int> EncodedForEach() => Deliver(() => DeliveryServer.StartAsync(BeforeHub.StartAsync(Options), _text));

    [Benchmark(OperationsPerInvoke = Deliveries), Row("POOL-delivery-*", Role.Peer, "SignalR of ASP.NET Core 10, JSON")]
    public Task<int> SignalR() => Deliver(() => SignalRServer.StartAsync(_text));

    [Benchmark(OperationsPerInvoke = Deliveries), Row("POOL-delivery-*", Role.Ours)]
    public Task<int> SharedFrame() => Deliver(() => DeliveryServer.StartAsync(HubServer.StartAsync(Options), _text));

    private static HubOptions Options => new() { Limits = new HubLimits { PingAfter = TimeSpan.FromHours(1) } }; // the peers send nothing

    /// <returns>The number of texts that arrived unchanged.</returns>
    private async Task<int> Deliver(Func<Task<DeliveryServer>> start)
    {
        _server ??= await Connect(await start());
        int arrived = 0;
        for (int i = 0; i < Broadcasts; i++)
        {
            _arrived.Reset();
            Volatile.Write(ref _missing, Sockets);
            await _server.Broadcast();
            if (!_arrived.Wait(s_patience))
            {
                string? fault = _peers.Select(static peer => peer.Fault).FirstOrDefault(static fault => fault is not null);
                throw new InvalidOperationException($"{_missing} of {Sockets} texts are missing. {fault}");
            }

            arrived += Sockets - Volatile.Read(ref _missing);
        }

        return arrived;
    }

    private async Task<DeliveryServer> Connect(DeliveryServer server)
    {
        _peers = [.. Enumerable.Range(0, Sockets).Select(_ => new DeliveryPeer(_text, Arrive))];
        foreach (DeliveryPeer peer in _peers)
            await peer.ConnectAsync(server);

        for (long end = Environment.TickCount64 + (long)s_patience.TotalMilliseconds; server.Count() < Sockets; await Task.Delay(1))
        {
            if (Environment.TickCount64 > end)
                throw new InvalidOperationException($"The server has {server.Count()} of {Sockets} sockets.");
        }

        return server;
    }

    private void Arrive()
    {
        if (Interlocked.Decrement(ref _missing) == 0)
            _arrived.Set();
    }
}
