namespace Pooling.Benchmarks.Mono;

/// <summary>A message that an observer may keep. Copied from the WebSocket sample.</summary>
internal readonly record struct ReceivedMessage(WebSocketMessageType Type, string? Text, ReadOnlyMemory<byte> Data);
