using System.Net.WebSockets;

namespace Pooling.WebSockets.Client;

/// <summary>A socket in memory that receives the same message a number of times, accepts everything that is sent, and allocates
/// nothing.</summary>
/// <param name="type">Text or binary.</param>
/// <param name="message">The message.</param>
/// <param name="count">The number of times that it is received, before the peer closes.</param>
internal sealed class RepeatingWebSocket(WebSocketMessageType type, byte[] message, int count) : WebSocket
{
    private int _given;
    private int _taken; // of the message

    /// <summary>Gets the number of sent frames.</summary>
    public long Sent { get; private set; }

    public override WebSocketCloseStatus? CloseStatus => WebSocketCloseStatus.NormalClosure;

    public override string? CloseStatusDescription => null;

    public override WebSocketState State => WebSocketState.Open;

    public override string? SubProtocol => null;

    public override ValueTask<ValueWebSocketReceiveResult> ReceiveAsync(Memory<byte> buffer, CancellationToken cancellationToken)
    {
        if (_given == count)
            return new ValueTask<ValueWebSocketReceiveResult>(new ValueWebSocketReceiveResult(0, WebSocketMessageType.Close, true));

        int length = Math.Min(buffer.Length, message.Length - _taken);
        message.AsSpan(_taken, length).CopyTo(buffer.Span);
        _taken += length;
        bool ends = _taken == message.Length;
        if (ends)
        {
            _given++;
            _taken = 0;
        }

        return new ValueTask<ValueWebSocketReceiveResult>(new ValueWebSocketReceiveResult(length, type, ends));
    }

    public override ValueTask SendAsync(
        ReadOnlyMemory<byte> buffer, WebSocketMessageType messageType, bool endOfMessage, CancellationToken cancellationToken)
    {
        Sent++;
        return default;
    }

    public override void Abort()
    {
    }

    public override Task CloseAsync(WebSocketCloseStatus closeStatus, string? statusDescription, CancellationToken cancellationToken) =>
        Task.CompletedTask;

    public override Task CloseOutputAsync(
        WebSocketCloseStatus closeStatus, string? statusDescription, CancellationToken cancellationToken) => Task.CompletedTask;

    public override void Dispose()
    {
    }

    public override Task<WebSocketReceiveResult> ReceiveAsync(ArraySegment<byte> buffer, CancellationToken cancellationToken) =>
        throw new NotSupportedException();

    public override Task SendAsync(
        ArraySegment<byte> buffer, WebSocketMessageType messageType, bool endOfMessage, CancellationToken cancellationToken) =>
        throw new NotSupportedException();
}
