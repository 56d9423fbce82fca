namespace Pooling.Benchmarks.Mono;

/// <summary>A message as an object with its text or its bytes. Copied from the WebSocket sample's <c>Before/</c>.</summary>
internal sealed class ResponseMessage(WebSocketMessageType type, string? text, byte[]? data)
{
    internal WebSocketMessageType MessageType { get; } = type;

    internal string? Text { get; } = text;

    internal byte[]? Data { get; } = data;

    public override string ToString() => Text ?? $"Binary message, length: {Data!.Length}";
}
