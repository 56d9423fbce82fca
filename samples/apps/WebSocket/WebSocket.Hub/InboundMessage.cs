using System.Buffers;

namespace WebSockets.Hub;

/// <summary>A message that was received. Valid until the endpoint's call ends.</summary>
/// <param name="Payload">What it carries.</param>
/// <param name="IsText">Whether that is text, in valid UTF-8.</param>
public readonly record struct InboundMessage(ReadOnlySequence<byte> Payload, bool IsText);
