namespace WebSockets.Hub.Before;

/// <summary>Why a socket ends.</summary>
internal sealed record BeforeClose(int Code, string Reason);
