namespace WebSockets.Hub.Before;

/// <summary>The code and the reason with which the hub closes a socket.</summary>
internal sealed record BeforeClose(int Code, string Reason);
