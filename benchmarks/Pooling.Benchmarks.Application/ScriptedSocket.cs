using System.Net.WebSockets;
using System.Threading.Tasks.Sources;

namespace Pooling.Benchmarks.Application;

/// <summary>A socket in memory that lets texts come when it is told to, on the thread that tells it, and allocates nothing.</summary>
internal sealed class ScriptedSocket : WebSocket, IValueTaskSource<ValueWebSocketReceiveResult>
{
    private readonly ManualResetEventSlim _waits = new(); // whether the loop waits for the next text
    private ManualResetValueTaskSourceCore<ValueWebSocketReceiveResult> _core;
    private Memory<byte> _buffer; // of the loop that waits
    private int _left; // texts that still come

    /// <summary>The text.</summary>
    public byte[] Message { get; set; } = [];

    public override WebSocketCloseStatus? CloseStatus => null;

    public override string? CloseStatusDescription => null;

    public override WebSocketState State => WebSocketState.Open;

    public override string? SubProtocol => null;

    /// <summary>Lets texts come, and returns when the loop has received them all.</summary>
    public void LetCome(int count)
    {
        _waits.Wait();
        _waits.Reset();
        _left = count - 1;
        _core.SetResult(Copy(_buffer)); // the loop goes on here
        _waits.Wait();
    }

    public override ValueTask<ValueWebSocketReceiveResult> ReceiveAsync(Memory<byte> buffer, CancellationToken cancellationToken)
    {
        if (_left > 0)
        {
            _left--;
            return new ValueTask<ValueWebSocketReceiveResult>(Copy(buffer));
        }

        _core.Reset();
        _buffer = buffer;
        return new ValueTask<ValueWebSocketReceiveResult>(this, _core.Version);
    }

    public override ValueTask SendAsync(
        ReadOnlyMemory<byte> buffer, WebSocketMessageType messageType, bool endOfMessage, CancellationToken cancellationToken) => default;

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
        Abort(); // the peer is gone at once
        return Task.CompletedTask;
    }

    public override void Dispose()
    {
    }

    public override Task<WebSocketReceiveResult> ReceiveAsync(ArraySegment<byte> buffer, CancellationToken cancellationToken) =>
        throw new NotSupportedException();

    public override Task SendAsync(
        ArraySegment<byte> buffer, WebSocketMessageType messageType, bool endOfMessage, CancellationToken cancellationToken) =>
        throw new NotSupportedException();

    public ValueWebSocketReceiveResult GetResult(short token) => _core.GetResult(token);

    public ValueTaskSourceStatus GetStatus(short token) => _core.GetStatus(token);

    public void OnCompleted(
        Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags)
    {
        _core.OnCompleted(continuation, state, token, flags);
        _waits.Set(); // not before: the loop is to go on where texts are let come
    }

    private ValueWebSocketReceiveResult Copy(Memory<byte> buffer)
    {
        Message.CopyTo(buffer);
        return new ValueWebSocketReceiveResult(Message.Length, WebSocketMessageType.Text, true);
    }
}
