using System.Net.WebSockets;
using System.Text;
using System.Threading.Channels;

namespace Pooling.WebSockets.Client;

/// <summary>A socket in memory whose received data a test provides, and whose sent data it checks.</summary>
/// <remarks>It checks the rules of a real one: one receive and one send at a time, and nothing after a close.</remarks>
internal sealed class ScriptedWebSocket : WebSocket
{
    private readonly Channel<(WebSocketMessageType Type, byte[] Data, bool End)> _incoming =
        Channel.CreateUnbounded<(WebSocketMessageType Type, byte[] Data, bool End)>();

    private readonly CancellationTokenSource _aborted = new();
    private readonly Lock _lock = new();
    private readonly List<string> _sent = [];
    private (WebSocketMessageType Type, byte[] Data, bool End)? _part;
    private int _taken; // of the part
    private int _receives;
    private int _sends;
    private volatile WebSocketState _state = WebSocketState.Open;
    private WebSocketCloseStatus? _closeStatus;
    private string? _closeDescription;

    /// <summary>Gets or sets a function that runs before a message is sent. If its task does not complete, the peer receives
    /// nothing.</summary>
    public Func<string, Task> OnSend { get; set; } = static _ => Task.CompletedTask;

    /// <summary>Gets whether the peer answers a close.</summary>
    public bool AnswersClose { get; init; } = true;

    /// <summary>Gets the sent frames, with a vertical bar after those that do not end a message.</summary>
    public string[] Sent
    {
        get
        {
            lock (_lock)
                return [.. _sent];
        }
    }

    /// <summary>Gets the code that was sent to the peer.</summary>
    public WebSocketCloseStatus? SentClose { get; private set; }

    public string? SentCloseDescription { get; private set; }

    public bool IsDisposed { get; private set; }

    /// <summary>Gets the operation that a socket does not allow, if there was one.</summary>
    public string? Misuse { get; private set; }

    public override WebSocketCloseStatus? CloseStatus => _closeStatus;

    public override string? CloseStatusDescription => _closeDescription;

    public override WebSocketState State => _state;

    public override string? SubProtocol => null;

    /// <summary>Adds a received part of a text.</summary>
    public void Text(string text, bool end = true) => Part(WebSocketMessageType.Text, Encoding.UTF8.GetBytes(text), end);

    /// <summary>Adds a received part of a message.</summary>
    public void Part(WebSocketMessageType type, byte[] data, bool end = true) => _incoming.Writer.TryWrite((type, data, end));

    /// <summary>Closes the connection from the peer's end.</summary>
    public void PeerCloses(WebSocketCloseStatus status, string? description = null)
    {
        (_closeStatus, _closeDescription) = (status, description);
        Part(WebSocketMessageType.Close, []);
    }

    /// <summary>Breaks the connection.</summary>
    public void Break(WebSocketError error = WebSocketError.ConnectionClosedPrematurely) =>
        _incoming.Writer.TryComplete(new WebSocketException(error));

    public override async ValueTask<ValueWebSocketReceiveResult> ReceiveAsync(Memory<byte> buffer, CancellationToken cancellationToken)
    {
        Enter(ref _receives, "two receives at a time");
        try
        {
            using var either = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, _aborted.Token);
            _part ??= await _incoming.Reader.ReadAsync(either.Token);
            (WebSocketMessageType type, byte[] data, bool end) = _part.Value;
            int count = Math.Min(buffer.Length, data.Length - _taken);
            data.AsSpan(_taken, count).CopyTo(buffer.Span);
            _taken += count;
            if (_taken < data.Length)
                return new ValueWebSocketReceiveResult(count, type, false);

            (_part, _taken) = (null, 0);
            if (type == WebSocketMessageType.Close)
                _state = _state == WebSocketState.CloseSent ? WebSocketState.Closed : WebSocketState.CloseReceived;

            return new ValueWebSocketReceiveResult(count, type, end);
        }
        catch (ChannelClosedException exception) when (exception.InnerException is { } inner)
        {
            throw inner;
        }
        finally
        {
            Interlocked.Decrement(ref _receives);
        }
    }

    public override async ValueTask SendAsync(
        ReadOnlyMemory<byte> buffer, WebSocketMessageType messageType, bool endOfMessage, CancellationToken cancellationToken)
    {
        Enter(ref _sends, "two sends at a time");
        try
        {
            if (_state is not (WebSocketState.Open or WebSocketState.CloseReceived))
                throw new WebSocketException(WebSocketError.InvalidState);

            string text = Encoding.UTF8.GetString(buffer.Span) + (endOfMessage ? "" : "|");
            await OnSend(text).WaitAsync(_aborted.Token);
            if (Encoding.UTF8.GetString(buffer.Span) + (endOfMessage ? "" : "|") != text)
                Misuse ??= "the buffer changed while it was sent";

            lock (_lock)
                _sent.Add(text);
        }
        finally
        {
            Interlocked.Decrement(ref _sends);
        }
    }

    public override Task CloseOutputAsync(
        WebSocketCloseStatus closeStatus, string? statusDescription, CancellationToken cancellationToken)
    {
        if (Volatile.Read(ref _sends) != 0)
            Misuse ??= "a close while something is sent";

        if (SentClose is not null)
            Misuse ??= "two closes";

        (SentClose, SentCloseDescription) = (closeStatus, statusDescription);
        bool first = _state == WebSocketState.Open;
        _state = first ? WebSocketState.CloseSent : WebSocketState.Closed;
        if (first && AnswersClose)
            PeerCloses(closeStatus);

        return Task.CompletedTask;
    }

    public override async Task CloseAsync(
        WebSocketCloseStatus closeStatus, string? statusDescription, CancellationToken cancellationToken)
    {
        await CloseOutputAsync(closeStatus, statusDescription, cancellationToken);
        byte[] thrownAway = new byte[1024];
        while ((await ReceiveAsync(thrownAway.AsMemory(), cancellationToken)).MessageType != WebSocketMessageType.Close)
        {
        }
    }

    public override void Abort()
    {
        _state = WebSocketState.Aborted;
        _aborted.Cancel();
    }

    public override void Dispose()
    {
        IsDisposed = true;
        Abort();
    }

    public override async Task<WebSocketReceiveResult> ReceiveAsync(ArraySegment<byte> buffer, CancellationToken cancellationToken)
    {
        ValueWebSocketReceiveResult result = await ReceiveAsync(buffer.AsMemory(), cancellationToken);
        return new WebSocketReceiveResult(result.Count, result.MessageType, result.EndOfMessage);
    }

    public override Task SendAsync(
        ArraySegment<byte> buffer, WebSocketMessageType messageType, bool endOfMessage, CancellationToken cancellationToken) =>
        SendAsync(buffer.AsMemory(), messageType, endOfMessage, cancellationToken).AsTask();

    private void Enter(ref int count, string misuse)
    {
        if (Interlocked.Increment(ref count) != 1)
            Misuse ??= misuse;

        if (IsDisposed)
            Misuse ??= "used behind its end";
    }
}
