namespace WebSockets.Protocol.Frames;

/// <summary>The reason for which a connection fails.</summary>
/// <param name="Code">The code of the close frame.</param>
/// <param name="Reason">The reason in words, in ASCII, at most <see cref="ClosePayload.MaxReasonLength"/> characters.</param>
public readonly record struct Violation(int Code, string Reason);
