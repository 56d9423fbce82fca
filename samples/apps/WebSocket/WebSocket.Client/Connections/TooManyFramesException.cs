namespace WebSockets.Client.Connections;

/// <summary>The exception that is thrown when a server sends more frames without message data per second than
/// <see cref="ConnectionOptions.EmptyFramesPerSecond"/> allows.</summary>
public sealed class TooManyFramesException() : IOException("The server sends too many pings, pongs or empty fragments.");
