using System.Net.WebSockets;
using Websocket.Client;

namespace WebSockets.App.Loads;

/// <summary>The client of the package Websocket.Client. It receives texts as strings, in objects, from an observable.</summary>
internal sealed class PlainEcho : IEchoClient
{
    private readonly WebsocketClient _client;
    private readonly IDisposable[] _subscriptions;
    private int _losses;

    public PlainEcho(Uri url, EchoLedger ledger)
    {
        Ledger = ledger;
        _client = new WebsocketClient(url) { IsReconnectionEnabled = false, ReconnectTimeout = null, ErrorReconnectTimeout = null };
        _subscriptions =
        [
            _client.MessageReceived.Subscribe(message => Ledger.OnEcho(message.Text)),
            _client.DisconnectionHappened.Subscribe(OnDisconnection),
        ];
    }

    public EchoLedger Ledger { get; }

    /// <summary>Always 0, because the package does not report it.</summary>
    public long Waiting => 0;

    public long Faults => Volatile.Read(ref _losses);

    public async Task StartAsync(CancellationToken cancellationToken)
    {
        try
        {
            await _client.StartOrFail().WaitAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (global::Websocket.Client.Exceptions.WebsocketException exception)
        {
            throw new WebSocketException(exception.InnerException?.Message ?? exception.Message, exception);
        }
    }

    public bool Send(string text) => _client.Send(text);

    public Task CloseAsync() => _client.Stop(WebSocketCloseStatus.NormalClosure, "");

    public ValueTask DisposeAsync()
    {
        foreach (IDisposable subscription in _subscriptions)
            subscription.Dispose();

        _client.Dispose();
        return default;
    }

    private void OnDisconnection(DisconnectionInfo info)
    {
        if (info.Type is not (DisconnectionType.ByUser or DisconnectionType.Exit))
            Interlocked.Increment(ref _losses);
    }
}
