namespace WebSockets.Client;

/// <summary>The exception that is thrown when a text of the peer is not UTF-8.</summary>
public sealed class InvalidTextException() : Exception("A text is not valid UTF-8.");
