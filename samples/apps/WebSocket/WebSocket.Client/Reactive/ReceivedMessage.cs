using System.Net.WebSockets;

namespace WebSockets.Client.Reactive;

/// <summary>A message that whoever observes may keep.</summary>
/// <param name="Type">Text or binary.</param>
/// <param name="Text">The text of a text.</param>
/// <param name="Data">The bytes of binary data.</param>
public readonly record struct ReceivedMessage(WebSocketMessageType Type, string? Text, ReadOnlyMemory<byte> Data);
