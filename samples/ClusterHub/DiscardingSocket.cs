using System.Net.WebSockets;

namespace Pooling.Samples.ClusterHub;

/// <summary>A WebSocket without a network: receives nothing but the end, and passes what it sends to a callback, within the call.</summary>
internal sealed class DiscardingSocket(Action<ReadOnlyMemory<byte>> sent) : WebSocket
{
    private readonly TaskCompletionSource<ValueWebSocketReceiveResult> _received = new();

    public override WebSocketCloseStatus? CloseStatus => null;

    public override string? CloseStatusDescription => null;

    public override WebSocketState State => _received.Task.IsCompleted ? WebSocketState.Closed : WebSocketState.Open;

    public override string? SubProtocol => null;

    public override void Abort() => _received.TrySetException(new WebSocketException(WebSocketError.ConnectionClosedPrematurely));

    public override ValueTask<ValueWebSocketReceiveResult> ReceiveAsync(Memory<byte> buffer, CancellationToken cancellationToken) =>
        new(_received.Task);

    public override ValueTask SendAsync(
        ReadOnlyMemory<byte> buffer, WebSocketMessageType messageType, bool endOfMessage, CancellationToken cancellationToken)
    {
        sent(buffer);
        return ValueTask.CompletedTask;
    }

    public override Task<WebSocketReceiveResult> ReceiveAsync(ArraySegment<byte> buffer, CancellationToken cancellationToken) =>
        throw new NotSupportedException();

    public override Task SendAsync(
        ArraySegment<byte> buffer, WebSocketMessageType messageType, bool endOfMessage, CancellationToken cancellationToken) =>
        throw new NotSupportedException();

    public override Task CloseAsync(WebSocketCloseStatus closeStatus, string? statusDescription, CancellationToken cancellationToken) =>
        Task.CompletedTask;

    public override Task CloseOutputAsync(
        WebSocketCloseStatus closeStatus, string? statusDescription, CancellationToken cancellationToken)
    {
        _received.TrySetResult(new ValueWebSocketReceiveResult(0, WebSocketMessageType.Close, true)); // the other side closes, too
        return Task.CompletedTask;
    }

    public override void Dispose() => Abort();
}
