namespace WebSockets.Hub.Connections;

/// <summary>A socket whose timeouts are checked regularly.</summary>
internal interface ISweptSocket
{
    /// <summary>Sends a ping to a silent peer, and ends a socket whose peer was silent or slow for too long.</summary>
    /// <param name="now">The current time, by <see cref="TimeProvider.GetTimestamp"/>.</param>
    void Sweep(long now);

    void Close(int code, string reason);
}
