namespace Pooling.Benchmarks.Mono;

/// <summary>A message that whoever observes may keep: that of the WebSocket sample.</summary>
internal readonly record struct ReceivedMessage(WebSocketMessageType Type, string? Text, ReadOnlyMemory<byte> Data);
