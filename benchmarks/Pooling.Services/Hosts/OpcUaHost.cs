using System.Net;
using System.Net.Sockets;
using System.Text.Json;
using OpcUa.Client;
using OpcUa.Client.After;
using OpcUa.Client.Subscriptions;
using OpcUa.Protocol.BuiltIn;
using Pooling.Services.Loads;

namespace Pooling.Services.Hosts;

/// <summary>The client of the sample OpcUa, which subscribes to a server of the load. The load tells it by lines of
/// text when to connect and when to count.</summary>
internal sealed class OpcUaHost : IAsyncDisposable
{
    private const ushort Namespace = 2; // of ns=2;i=1 to N
    private const uint QueueSize = 1_000; // values of an item, while this process gets no time

    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(1); // for the first values

    private readonly TcpListener _control = new(IPAddress.Loopback, 0);
    private readonly OpcUaValues _values = new();
    private readonly bool _isPooled;
    private UaClient? _client;
    private Subscription? _subscription;

    private OpcUaHost(bool isPooled) => _isPooled = isPooled;

    public static Task<RunningHost> StartAsync(bool isPooled)
    {
        var host = new OpcUaHost(isPooled);
        host._control.Start();
        _ = host.ObeyAsync();
        return Task.FromResult(new RunningHost(host, host._control.LocalEndpoint.ToString()!));
    }

    public async ValueTask DisposeAsync()
    {
        _control.Dispose();
        if (_client is not null)
            await _client.DisposeAsync();
    }

    private async Task ObeyAsync()
    {
        using TcpClient load = await _control.AcceptTcpClientAsync();
        using var reader = new StreamReader(load.GetStream());
        await using var writer = new StreamWriter(load.GetStream()) { AutoFlush = true };
        while (await reader.ReadLineAsync() is { } line)
        {
            if (line.StartsWith("opc.tcp:", StringComparison.Ordinal))
                await SubscribeAsync(line);
            else if (line == "begin")
                _values.Begin();
            else // a busy machine may need more than the warm-up for the first value of each variable
                await _values.Complete.WaitAsync(s_patience).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);

            string figures = line == "end" ? JsonSerializer.Serialize(_values.End()) : "";
            long faults = _subscription!.Lost + _subscription.HandlerFaults + _client!.Reconnections;
            string problem = _values.Problem ?? (faults > 0 ? "Messages were lost." : "");
            await writer.WriteLineAsync(problem + figures);
        }
    }

    private async Task SubscribeAsync(string url)
    {
        _client = await UaClient.ConnectAsync(url);
        INotificationPath path = _isPooled
            ? new PooledNotifications(new PooledOpcUaHandler(_values), _client.Options.Decoding)
            : new PlainOpcUaPath(_values, _client.Options.Decoding);
        _subscription = await _client.SubscribeAsync(path);
        await _subscription.AddItemsAsync(Enumerable.Range(1, OpcUaLoad.Nodes).Select(static number =>
            new MonitoredItemSettings(new NodeId((uint)number, Namespace)) { QueueSize = QueueSize }));
    }
}
