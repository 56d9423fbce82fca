using System.Buffers;
using WebSockets.Client;
using WebSockets.Client.After;

namespace WebSockets.App.Loads;

/// <summary>The pooled client. It compares texts in the receive buffer.</summary>
internal sealed class PooledEcho : IEchoClient, IMessageHandler
{
    private readonly ReconnectingWebSocketClient _client;

    public PooledEcho(Uri url, EchoLedger ledger, ReconnectingClientOptions options)
    {
        Ledger = ledger;
        _client = new ReconnectingWebSocketClient(url, this, options);
    }

    public EchoLedger Ledger { get; }

    public long Waiting => _client.Outbox.Waiting;

    public long Faults => _client.HandlerFaults + _client.Outbox.Lost + Math.Max(0, _client.Connections - 1);

    public Task StartAsync(CancellationToken cancellationToken) => _client.StartAsync(cancellationToken);

    public bool Send(string text) => _client.SendText(text);

    public void OnText(ReadOnlySpan<byte> utf8) => Ledger.OnEcho(utf8);

    public void OnBinary(in ReadOnlySequence<byte> data) => Ledger.OnEcho(default(string));

    public Task CloseAsync() => _client.CloseAsync();

    public ValueTask DisposeAsync() => _client.DisposeAsync();
}
