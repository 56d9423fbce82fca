using System.Net.WebSockets;

namespace WebSockets.Client.Reactive;

/// <summary>A message that an observer may keep.</summary>
/// <param name="Type">Text or binary.</param>
/// <param name="Text">The text of a text message.</param>
/// <param name="Data">The bytes of a binary message.</param>
public readonly record struct ReceivedMessage(WebSocketMessageType Type, string? Text, ReadOnlyMemory<byte> Data);
