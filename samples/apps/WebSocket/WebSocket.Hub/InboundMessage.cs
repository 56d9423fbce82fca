using System.Buffers;

namespace WebSockets.Hub;

/// <summary>A received message. Valid until the endpoint's call ends.</summary>
/// <param name="Payload">The bytes of the message.</param>
/// <param name="IsText">Whether the bytes are text, in valid UTF-8.</param>
public readonly record struct InboundMessage(ReadOnlySequence<byte> Payload, bool IsText);
