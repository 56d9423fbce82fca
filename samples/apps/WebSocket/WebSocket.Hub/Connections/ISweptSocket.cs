namespace WebSockets.Hub.Connections;

/// <summary>A socket whose patience is looked after.</summary>
internal interface ISweptSocket
{
    /// <summary>Asks a peer that is silent, and ends one that was silent or slow for too long.</summary>
    /// <param name="now">The time, by <see cref="TimeProvider.GetTimestamp"/>.</param>
    void Sweep(long now);

    void Close(int code, string reason);
}
