namespace WebSockets.Hub.Before;

/// <summary>Why a socket ends.</summary>
internal sealed record StockClose(int Code, string Reason);
