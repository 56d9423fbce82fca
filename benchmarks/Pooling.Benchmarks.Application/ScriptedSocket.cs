using System.Net.WebSockets;
using System.Threading.Tasks.Sources;

namespace Pooling.Benchmarks.Application;

/// <summary>A socket in memory. It releases texts on request, on the requesting thread, counts sent texts, and allocates nothing.</summary>
internal sealed class ScriptedSocket : WebSocket, IValueTaskSource<ValueWebSocketReceiveResult>
{
    private readonly ManualResetEventSlim _waits = new(); // whether the loop waits for the next text
    private readonly ManualResetEventSlim _isSent = new(); // whether the requested number of texts is sent
    private ManualResetValueTaskSourceCore<ValueWebSocketReceiveResult> _core;
    private Memory<byte> _buffer; // of the waiting loop
    private int _left; // texts that are still to come, including the current one
    private int _copied; // of the current text
    private int _unsent; // texts that are still to be sent
    private long _sent; // bytes, plus the last byte of each text

    /// <summary>Gets or sets the text.</summary>
    public byte[] Message { get; set; } = [];

    public override WebSocketCloseStatus? CloseStatus => null;

    public override string? CloseStatusDescription => null;

    public override WebSocketState State => WebSocketState.Open;

    public override string? SubProtocol => null;

    /// <summary>Releases texts, and returns when the loop has received all of them.</summary>
    public void LetCome(int count)
    {
        _waits.Wait();
        _waits.Reset();
        _left = count;
        _core.SetResult(Next(_buffer)); // the loop continues here
        _waits.Wait();
    }

    /// <summary>Requests that texts are sent, and waits until all are sent.</summary>
    /// <returns>The number of their bytes, plus the last byte of each text.</returns>
    public long WaitForSent(int count, Action send)
    {
        _sent = 0;
        _unsent = count;
        _isSent.Reset();
        send();
        _isSent.Wait();
        return _sent;
    }

    public override ValueTask<ValueWebSocketReceiveResult> ReceiveAsync(Memory<byte> buffer, CancellationToken cancellationToken)
    {
        if (_left > 0)
            return new ValueTask<ValueWebSocketReceiveResult>(Next(buffer));

        _core.Reset();
        _buffer = buffer;
        return new ValueTask<ValueWebSocketReceiveResult>(this, _core.Version);
    }

    public override ValueTask SendAsync(
        ReadOnlyMemory<byte> buffer, WebSocketMessageType messageType, bool endOfMessage, CancellationToken cancellationToken)
    {
        _sent += buffer.Length + buffer.Span[^1];
        if (endOfMessage && --_unsent == 0)
            _isSent.Set();

        return default;
    }

    public override void Abort()
    {
        if (_waits.Wait(0))
            _core.SetException(new WebSocketException(WebSocketError.ConnectionClosedPrematurely));
    }

    public override Task CloseAsync(WebSocketCloseStatus closeStatus, string? statusDescription, CancellationToken cancellationToken) =>
        Task.CompletedTask;

    public override Task CloseOutputAsync(
        WebSocketCloseStatus closeStatus, string? statusDescription, CancellationToken cancellationToken)
    {
        Abort(); // the peer disconnects immediately
        return Task.CompletedTask;
    }

    public override void Dispose()
    {
    }

    public override Task<WebSocketReceiveResult> ReceiveAsync(ArraySegment<byte> buffer, CancellationToken cancellationToken) =>
        throw new NotSupportedException();

    public override Task SendAsync(
        ArraySegment<byte> buffer, WebSocketMessageType messageType, bool endOfMessage, CancellationToken cancellationToken) =>
        SendAsync(buffer.AsMemory(), messageType, endOfMessage, cancellationToken).AsTask(); // a completed task is shared

    public ValueWebSocketReceiveResult GetResult(short token) => _core.GetResult(token);

    public ValueTaskSourceStatus GetStatus(short token) => _core.GetStatus(token);

    public void OnCompleted(
        Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags)
    {
        _core.OnCompleted(continuation, state, token, flags);
        _waits.Set(); // not earlier, because the loop must continue on the thread that releases texts
    }

    /// <summary>Copies the next part of a text, or all of it if there is room.</summary>
    private ValueWebSocketReceiveResult Next(Memory<byte> buffer)
    {
        int count = Math.Min(Message.Length - _copied, buffer.Length);
        Message.AsMemory(_copied, count).CopyTo(buffer);
        _copied += count;
        bool isLast = _copied == Message.Length;
        if (isLast)
        {
            _copied = 0;
            _left--;
        }

        return new ValueWebSocketReceiveResult(count, WebSocketMessageType.Text, isLast);
    }
}
