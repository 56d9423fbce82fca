using WebSockets.Client;
using WebSockets.Client.Before;
using WebSockets.Client.Connections;

namespace Pooling.WebSockets.Client;

/// <summary>Either client, by what they have in common.</summary>
internal sealed class ClientUnderTest : IAsyncDisposable
{
    public const string Stock = "stock";
    public const string Pooled = "pooled";

    private readonly StockWebSocketClient? _stock;
    private readonly ReconnectingWebSocketClient? _pooled;
    private readonly List<string> _messages = [];
    private readonly List<Disconnection> _disconnections = [];

    public ClientUnderTest(string kind, ConnectionOptions options, WebSocketFactory connect, int maxMessageSize = 1 << 20)
    {
        var uri = new Uri("ws://nowhere.invalid/");
        if (kind == Stock)
        {
            _stock = new StockWebSocketClient(uri, options, maxMessageSize, connect);
            _stock.MessageReceived.Subscribe(message => Keep(message.Text!));
            _stock.Disconnected += Keep;
        }
        else
        {
            var handler = new RecordingHandler { OnMessage = Keep };
            var pooledOptions = new ReconnectingClientOptions { Connection = options, MaxMessageSize = maxMessageSize };
            _pooled = new ReconnectingWebSocketClient(uri, handler, pooledOptions, connect);
            _pooled.Disconnected += Keep;
        }
    }

    /// <summary>Runs with each message, after it was kept.</summary>
    public Action<string> OnMessage { get; set; } = static _ => { };

    /// <summary>Runs with each disconnection, after it was kept.</summary>
    public Action<Disconnection> OnDisconnected { get; set; } = static _ => { };

    public string[] Messages
    {
        get
        {
            lock (_messages)
                return [.. _messages];
        }
    }

    public Disconnection[] Disconnections
    {
        get
        {
            lock (_disconnections)
                return [.. _disconnections];
        }
    }

    public ClientState State => _stock?.State ?? _pooled!.State;

    public long Connections => _stock?.Connections ?? _pooled!.Connections;

    public long HandlerFaults => _stock?.HandlerFaults ?? _pooled!.HandlerFaults;

    public IOutbox Outbox => _stock is not null ? _stock.Outbox : _pooled!.Outbox;

    public Task Start() => (_stock?.StartAsync() ?? _pooled!.StartAsync()).WaitAsync(Wait.Patience);

    public bool Send(string text) => _stock?.Outbox.Send(text) ?? _pooled!.SendText(text);

    public Task Close(System.Net.WebSockets.WebSocketCloseStatus status, string? description = null) =>
        _stock?.CloseAsync(status, description) ?? _pooled!.CloseAsync(status, description);

    public ValueTask DisposeAsync() => _stock?.DisposeAsync() ?? _pooled!.DisposeAsync();

    private void Keep(string message)
    {
        lock (_messages)
            _messages.Add(message);

        OnMessage(message);
    }

    private void Keep(Disconnection why)
    {
        lock (_disconnections)
            _disconnections.Add(why);

        OnDisconnected(why);
    }
}
