using WebSockets.Protocol.Frames;

namespace WebSockets.Hub.Connections;

/// <summary>All sockets of a hub. Any thread.</summary>
internal sealed class SocketTable
{
    private readonly HashSet<ISweptSocket> _sockets = []; // also the lock for everything
    private bool _isClosed;

    public int Count
    {
        get
        {
            lock (_sockets)
                return _sockets.Count;
        }
    }

    /// <summary>Gets whether the hub accepts no more sockets.</summary>
    public bool IsClosed
    {
        get
        {
            lock (_sockets)
                return _isClosed;
        }
    }

    /// <summary>Adds a socket. After <see cref="CloseAll"/>, the socket is closed immediately.</summary>
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

    /// <summary>Closes all sockets after their waiting messages, and all that are added later.</summary>
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
