using WebSockets.Client;
using WebSockets.Client.Before;
using WebSockets.Client.Connections;

namespace Pooling.WebSockets.Client;

/// <summary>Provides the common members of both clients.</summary>
internal sealed class ClientUnderTest : IAsyncDisposable
{
    public const string Before = "before";
    public const string Pooled = "pooled";

    private readonly BeforeWebSocketClient? _before;
    private readonly ReconnectingWebSocketClient? _pooled;
    private readonly List<string> _messages = [];
    private readonly List<Disconnection> _disconnections = [];

    public ClientUnderTest(string kind, ConnectionOptions options, WebSocketFactory connect, int maxMessageSize = 1 << 20)
    {
        var uri = new Uri("ws://nowhere.invalid/");
        if (kind == Before)
        {
            _before = new BeforeWebSocketClient(uri, options, maxMessageSize, connect);
            _before.MessageReceived.Subscribe(message => Keep(message.Text!));
            _before.Disconnected += Keep;
        }
        else
        {
            var handler = new RecordingHandler { OnMessage = Keep };
            var pooledOptions = new ReconnectingClientOptions { Connection = options, MaxMessageSize = maxMessageSize };
            _pooled = new ReconnectingWebSocketClient(uri, handler, pooledOptions, connect);
            _pooled.Disconnected += Keep;
        }
    }

    /// <summary>Gets or sets an action that runs for each message, after it was recorded.</summary>
    public Action<string> OnMessage { get; set; } = static _ => { };

    /// <summary>Gets or sets an action that runs for each disconnection, after it was recorded.</summary>
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

    public ClientState State => _before?.State ?? _pooled!.State;

    public long Connections => _before?.Connections ?? _pooled!.Connections;

    public long HandlerFaults => _before?.HandlerFaults ?? _pooled!.HandlerFaults;

    public IOutbox Outbox => _before is not null ? _before.Outbox : _pooled!.Outbox;

    public Task Start() => (_before?.StartAsync() ?? _pooled!.StartAsync()).WaitAsync(Wait.Patience);

    public bool Send(string text) => _before?.Outbox.Send(text) ?? _pooled!.SendText(text);

    public Task Close(System.Net.WebSockets.WebSocketCloseStatus status, string? description = null) =>
        _before?.CloseAsync(status, description) ?? _pooled!.CloseAsync(status, description);

    public ValueTask DisposeAsync() => _before?.DisposeAsync() ?? _pooled!.DisposeAsync();

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
