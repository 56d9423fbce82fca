namespace WebSockets.Protocol.Frames;

/// <summary>Why a connection fails.</summary>
/// <param name="Code">The code of the close frame that says so.</param>
/// <param name="Reason">The reason in words, in ASCII, at most <see cref="ClosePayload.LongestReason"/> characters.</param>
public readonly record struct Violation(int Code, string Reason);
