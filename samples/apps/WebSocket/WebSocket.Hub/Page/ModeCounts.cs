namespace WebSockets.Hub.Page;

/// <summary>The counters of a mode. Any thread.</summary>
internal sealed class ModeCounts
{
    private long _messages;
    private int _sockets;

    /// <summary>Gets the number of received messages.</summary>
    public long Messages => Volatile.Read(ref _messages);

    /// <summary>Gets the number of connected sockets.</summary>
    public int Sockets => Volatile.Read(ref _sockets);

    public void AddMessage() => Interlocked.Increment(ref _messages);

    public void AddSockets(int count) => Interlocked.Add(ref _sockets, count);
}
