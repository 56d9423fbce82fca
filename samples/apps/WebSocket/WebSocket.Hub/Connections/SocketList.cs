using System.Runtime.InteropServices;

namespace WebSockets.Hub.Connections;

/// <summary>A list of sockets that is fast to enumerate. Guarded by the lock of its owner.</summary>
internal sealed class SocketList<T> where T : class
{
    private readonly Dictionary<T, int> _places = [];
    private readonly List<T> _sockets = [];

    public int Count => _sockets.Count;

    public ReadOnlySpan<T> Span => CollectionsMarshal.AsSpan(_sockets);

    /// <summary>Adds a socket.</summary>
    /// <returns><see langword="false"/> if it is already in the list.</returns>
    public bool Add(T socket)
    {
        if (!_places.TryAdd(socket, _sockets.Count))
            return false;

        _sockets.Add(socket);
        return true;
    }

    /// <summary>Removes a socket. The last one takes its place.</summary>
    /// <returns><see langword="false"/> if it is not in the list.</returns>
    public bool Remove(T socket)
    {
        if (!_places.Remove(socket, out int place))
            return false;

        T last = _sockets[^1];
        _sockets.RemoveAt(_sockets.Count - 1);
        if (place == _sockets.Count)
            return true;

        _sockets[place] = last;
        _places[last] = place;
        return true;
    }
}
