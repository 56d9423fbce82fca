using WebSockets.Client.Before;
using WebSockets.Client.Connections;

namespace WebSockets.App.Loads;

/// <summary>The before client. It receives texts as strings, in objects, from an observable.</summary>
internal sealed class BeforeEcho : IEchoClient
{
    private readonly BeforeWebSocketClient _client;
    private readonly IDisposable _subscription;

    public BeforeEcho(Uri url, EchoLedger ledger, ConnectionOptions options, int maxMessageSize)
    {
        Ledger = ledger;
        _client = new BeforeWebSocketClient(url, options, maxMessageSize);
        _subscription = _client.MessageReceived.Subscribe(new Observer(ledger));
    }

    public EchoLedger Ledger { get; }

    public long Waiting => _client.Outbox.Waiting;

    public long Faults => _client.HandlerFaults + _client.Outbox.Lost + Math.Max(0, _client.Connections - 1);

    public Task StartAsync(CancellationToken cancellationToken) => _client.StartAsync(cancellationToken);

    public bool Send(string text) => _client.Outbox.Send(text);

    public Task CloseAsync() => _client.CloseAsync();

    public async ValueTask DisposeAsync()
    {
        await _client.DisposeAsync().ConfigureAwait(false);
        _subscription.Dispose();
    }

    private sealed class Observer(EchoLedger ledger) : IObserver<ResponseMessage>
    {
        public void OnNext(ResponseMessage value) => ledger.OnEcho(value.Text);

        public void OnError(Exception error)
        {
        }

        public void OnCompleted()
        {
        }
    }
}
