namespace WebSockets.Client;

/// <summary>A text of the peer is no UTF-8.</summary>
public sealed class InvalidTextException() : Exception("A text is not valid UTF-8.");
