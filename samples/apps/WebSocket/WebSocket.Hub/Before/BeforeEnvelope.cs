namespace WebSockets.Hub.Before;

/// <summary>A message that waits to be sent.</summary>
/// <remarks>Published as the baseline of "WSC request envelope": a class in a channel.</remarks>
/// <param name="Text">What it carries, if that is text.</param>
/// <param name="Bytes">If not.</param>
internal sealed record BeforeEnvelope(string? Text, byte[]? Bytes)
{
    public int Length => Text?.Length ?? Bytes!.Length;
}
