namespace WebSockets.Client.Connections;

/// <summary>A server sent more frames in a second that bring nothing than <see cref="ConnectionOptions.EmptyFramesPerSecond"/> allows.
/// </summary>
public sealed class TooManyFramesException() : IOException("The server sends too many pings, pongs or empty fragments.");
