namespace WebSockets.Hub.Page;

/// <summary>What one of the ways has done, and has. Any thread.</summary>
internal sealed class ModeCounts
{
    private long _messages;
    private int _sockets;

    /// <summary>Messages that were received.</summary>
    public long Messages => Volatile.Read(ref _messages);

    /// <summary>Sockets that are connected.</summary>
    public int Sockets => Volatile.Read(ref _sockets);

    public void AddMessage() => Interlocked.Increment(ref _messages);

    public void AddSockets(int count) => Interlocked.Add(ref _sockets, count);
}
