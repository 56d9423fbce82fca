using System.Net;
using WebSockets.Hub.Hosting;
using WebSockets.Protocol.Memory;

namespace WebSockets.Hub.Connections;

/// <summary>Limits the connections and sockets, in total and per address. When all places are taken, the address with the most places loses
/// its oldest one to an address that has fewer. Any thread.</summary>
/// <remarks>An address has an entry while it has connections. This includes connections that lost their places and have not ended
/// yet.</remarks>
internal sealed class AddressBook(HubLimits limits, MemoryBudget receiving, MemoryBudget compressing, TimeProvider time)
{
    private const int Spare = 64; // connections per address that are notified that there are too many sockets
    private const int SpareOfAll = 256;

    private readonly Dictionary<IPAddress, AddressEntry> _entries = []; // also guarded by its own lock
    private readonly Places<PlaceHolder> _connections = new(
        Sum(limits.Connections, SpareOfAll), Sum(limits.PerAddress, Spare));

    private readonly Places<PlaceHolder> _sockets = new(limits.Connections, limits.PerAddress);

    /// <summary>Counts a connection, before anything is read from it.</summary>
    /// <param name="address">The address of the client.</param>
    /// <param name="holder">The connection, which is aborted if it loses its place. Pass the same object to
    /// <see cref="Disconnect"/>.</param>
    /// <returns><see langword="false"/> if there are too many connections; it is not counted.</returns>
    public bool TryConnect(IPAddress address, PlaceHolder holder)
    {
        IPAddress key = Places.KeyOf(address);
        if (!_connections.TryTake(key, holder, out PlaceHolder? givenUp))
            return false;

        lock (_entries)
        {
            if (!_entries.TryGetValue(key, out AddressEntry? entry))
                _entries.Add(key, entry = Create(key));

            entry.Connections++;
        }

        givenUp?.Abort();
        return true;
    }

    /// <summary>Stops counting a connection, which is not aborted any more, and removes the entry of an address without
    /// connections.</summary>
    public void Disconnect(IPAddress address, PlaceHolder holder)
    {
        IPAddress key = Places.KeyOf(address);
        _connections.Give(key, holder);
        holder.End();
        lock (_entries)
        {
            AddressEntry entry = _entries[key];
            if (--entry.Connections == 0)
                _entries.Remove(key);
        }
    }

    /// <summary>Counts a socket for a request. Its connection is counted already.</summary>
    /// <param name="address">The address of the client.</param>
    /// <param name="holder">The request, which is aborted if it loses its place. Pass the same object to
    /// <see cref="Leave"/>.</param>
    /// <returns><see langword="null"/> if there are too many sockets.</returns>
    public AddressEntry? TryEnter(IPAddress address, PlaceHolder holder)
    {
        IPAddress key = Places.KeyOf(address);
        if (!_sockets.TryTake(key, holder, out PlaceHolder? givenUp))
            return null;

        givenUp?.Abort();
        lock (_entries)
            return _entries[key];
    }

    /// <summary>Stops counting a socket. Its request is not aborted any more.</summary>
    public void Leave(AddressEntry entry, PlaceHolder holder)
    {
        _sockets.Give(entry.Address, holder);
        holder.End();
    }

    private static int Sum(int one, int other) => (int)Math.Min(int.MaxValue, (long)one + other);

    private AddressEntry Create(IPAddress key) => new(
        key,
        new MemoryBudget(limits.ReceivingPerAddress, receiving, isFair: true),
        new MemoryBudget(limits.CompressingPerAddress, compressing, isFair: true),
        new SharedRate(limits.InflatedPerSecondOfAddress, time));
}
