namespace WebSockets.Hub.Before;

/// <summary>A message that waits to be sent.</summary>
/// <remarks>Published as the baseline of "WSC request envelope": a class in a channel.</remarks>
/// <param name="Text">The text of a text message.</param>
/// <param name="Bytes">The bytes of a binary message.</param>
internal sealed record BeforeEnvelope(string? Text, byte[]? Bytes)
{
    public int Length => Text?.Length ?? Bytes!.Length;
}
