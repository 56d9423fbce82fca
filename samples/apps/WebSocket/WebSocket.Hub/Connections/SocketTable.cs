using WebSockets.Protocol.Frames;

namespace WebSockets.Hub.Connections;

/// <summary>All sockets of a hub. Any thread.</summary>
internal sealed class SocketTable
{
    private readonly HashSet<ISweptSocket> _sockets = []; // its own lock guards all of it
    private bool _isClosed;

    public int Count
    {
        get
        {
            lock (_sockets)
                return _sockets.Count;
        }
    }

    /// <summary>Whether the hub takes no more sockets.</summary>
    public bool IsClosed
    {
        get
        {
            lock (_sockets)
                return _isClosed;
        }
    }

    /// <summary>Adds a socket; one that comes too late is closed at once.</summary>
    public void Add(ISweptSocket socket)
    {
        lock (_sockets)
        {
            _sockets.Add(socket);
            if (_isClosed)
                Close(socket);
        }
    }

    public void Remove(ISweptSocket socket)
    {
        lock (_sockets)
            _sockets.Remove(socket);
    }

    public void Sweep(long now)
    {
        lock (_sockets)
        {
            foreach (ISweptSocket socket in _sockets)
                socket.Sweep(now);
        }
    }

    /// <summary>Closes all sockets, behind what waits in them, and those that still come.</summary>
    public void CloseAll()
    {
        lock (_sockets)
        {
            _isClosed = true;
            foreach (ISweptSocket socket in _sockets)
                Close(socket);
        }
    }

    private static void Close(ISweptSocket socket) => socket.Close(CloseCode.GoingAway, "The hub is stopping.");
}
