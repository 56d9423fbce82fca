using System.Net.WebSockets;

namespace Pooling.Samples.ClusterHub;

/// <summary>A WebSocket without a network: receives nothing, and passes what it sends to a callback, within the call.</summary>
internal sealed class DiscardingSocket(Action<ReadOnlyMemory<byte>> sent) : WebSocket
{
    private readonly TaskCompletionSource<ValueWebSocketReceiveResult> _aborted = new();

    public override WebSocketCloseStatus? CloseStatus => null;

    public override string? CloseStatusDescription => null;

    public override WebSocketState State => _aborted.Task.IsCompleted ? WebSocketState.Aborted : WebSocketState.Open;

    public override string? SubProtocol => null;

    public override void Abort() => _aborted.TrySetException(new WebSocketException(WebSocketError.ConnectionClosedPrematurely));

    public override ValueTask<ValueWebSocketReceiveResult> ReceiveAsync(Memory<byte> buffer, CancellationToken cancellationToken) =>
        new(_aborted.Task);

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
        WebSocketCloseStatus closeStatus, string? statusDescription, CancellationToken cancellationToken) => Task.CompletedTask;

    public override void Dispose() => Abort();
}
