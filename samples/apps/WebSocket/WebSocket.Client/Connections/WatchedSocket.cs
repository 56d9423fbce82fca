using System.Net.WebSockets;

namespace WebSockets.Client.Connections;

/// <summary>A socket of .NET whose frames are followed. It reports an empty close frame as empty.</summary>
/// <param name="inner">The socket.</param>
/// <param name="frames">Follows its frames.</param>
internal sealed class WatchedSocket(WebSocket inner, IncomingFrames frames) : WebSocket
{
    public override WebSocketCloseStatus? CloseStatus =>
        inner.CloseStatus is { } status ? frames.HasEmptyClose ? WebSocketCloseStatus.Empty : status : null;

    public override string? CloseStatusDescription => inner.CloseStatusDescription;

    public override WebSocketState State => inner.State;

    public override string? SubProtocol => inner.SubProtocol;

    public override void Abort() => inner.Abort();

    public override Task CloseAsync(WebSocketCloseStatus closeStatus, string? statusDescription, CancellationToken cancellationToken) =>
        inner.CloseAsync(closeStatus, statusDescription, cancellationToken);

    public override Task CloseOutputAsync(
        WebSocketCloseStatus closeStatus, string? statusDescription, CancellationToken cancellationToken) =>
        inner.CloseOutputAsync(closeStatus, statusDescription, cancellationToken);

    public override ValueTask<ValueWebSocketReceiveResult> ReceiveAsync(Memory<byte> buffer, CancellationToken cancellationToken) =>
        inner.ReceiveAsync(buffer, cancellationToken);

    public override Task<WebSocketReceiveResult> ReceiveAsync(ArraySegment<byte> buffer, CancellationToken cancellationToken) =>
        inner.ReceiveAsync(buffer, cancellationToken);

    public override ValueTask SendAsync(
        ReadOnlyMemory<byte> buffer, WebSocketMessageType messageType, bool endOfMessage, CancellationToken cancellationToken) =>
        inner.SendAsync(buffer, messageType, endOfMessage, cancellationToken);

    public override ValueTask SendAsync(
        ReadOnlyMemory<byte> buffer, WebSocketMessageType messageType, WebSocketMessageFlags messageFlags,
        CancellationToken cancellationToken) => inner.SendAsync(buffer, messageType, messageFlags, cancellationToken);

    public override Task SendAsync(
        ArraySegment<byte> buffer, WebSocketMessageType messageType, bool endOfMessage, CancellationToken cancellationToken) =>
        inner.SendAsync(buffer, messageType, endOfMessage, cancellationToken);

    public override void Dispose() => inner.Dispose();
}
