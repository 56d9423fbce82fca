namespace Pooling.Benchmarks.Mono;

/// <summary>A socket in memory that receives a number of texts and then the peer's close, and allocates nothing.</summary>
/// <remarks>The allocations of a .NET Framework socket for each call, a task and its result, are not in these rows, because they are the
/// same for all receivers.</remarks>
internal sealed class ScriptedSocket(byte[] message) : WebSocket
{
    private readonly Task<WebSocketReceiveResult> _text = Task.FromResult(Result(message.Length, WebSocketMessageType.Text));
    private readonly Task<WebSocketReceiveResult> _close = Task.FromResult(Result(0, WebSocketMessageType.Close));

    /// <summary>Gets or sets the number of remaining texts.</summary>
    public int Left { get; set; }

    public override WebSocketCloseStatus? CloseStatus => null;

    public override string? CloseStatusDescription => null;

    public override WebSocketState State => WebSocketState.Open;

    public override string? SubProtocol => null;

    public override Task<WebSocketReceiveResult> ReceiveAsync(ArraySegment<byte> buffer, CancellationToken cancellationToken)
    {
        if (Left == 0)
            return _close;

        Left--;
        Buffer.BlockCopy(message, 0, buffer.Array!, buffer.Offset, message.Length);
        return _text;
    }

    public override Task SendAsync(
        ArraySegment<byte> buffer, WebSocketMessageType messageType, bool endOfMessage, CancellationToken cancellationToken) =>
        Task.CompletedTask;

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

    private static WebSocketReceiveResult Result(int count, WebSocketMessageType type) => new(count, type, endOfMessage: true);
}
