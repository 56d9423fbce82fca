using System.Net;
using Pooling.Samples;
using WebSockets.Hub.Hosting;
using WebSockets.Protocol.Memory;

namespace WebSockets.Hub.Connections;

/// <summary>Who may connect: as many connections and sockets as fit, of all and of each address. When all places are taken, the address
/// that has most gives up its oldest one to an address that has fewer. Any thread.</summary>
/// <remarks>An address has an entry while it has connections, those included that had to give up their places and have not ended yet.
/// </remarks>
internal sealed class AddressBook(HubLimits limits, MemoryBudget receiving, MemoryBudget compressing, TimeProvider time)
{
    private const int Spare = 64; // connections of an address that are told that there are too many sockets
    private const int SpareOfAll = 256;

    private readonly Dictionary<IPAddress, AddressEntry> _entries = []; // its own lock guards it
    private readonly Places<Action> _connections = new(Sum(limits.Connections, SpareOfAll), Sum(limits.PerAddress, Spare));
    private readonly Places<Action> _sockets = new(limits.Connections, limits.PerAddress);

    /// <summary>Counts a connection, before anything is read from it.</summary>
    /// <param name="address">Where it comes from.</param>
    /// <param name="abort">Ends it if it has to give up its place. The same object counts it no more.</param>
    /// <returns><see langword="false"/> if there are too many; it is not counted.</returns>
    public bool TryConnect(IPAddress address, Action abort)
    {
        IPAddress key = Places.KeyOf(address);
        if (!_connections.TryTake(key, abort, out Action? abortOther))
            return false;

        lock (_entries)
        {
            if (!_entries.TryGetValue(key, out AddressEntry? entry))
                _entries.Add(key, entry = Create(key));

            entry.Connections++;
        }

        abortOther?.Invoke();
        return true;
    }

    /// <summary>Counts a connection no more; who has gone is forgotten.</summary>
    public void Disconnect(IPAddress address, Action abort)
    {
        IPAddress key = Places.KeyOf(address);
        _connections.Give(key, abort);
        lock (_entries)
        {
            AddressEntry entry = _entries[key];
            if (--entry.Connections == 0)
                _entries.Remove(key);
        }
    }

    /// <summary>Makes a socket of a request, whose connection is counted.</summary>
    /// <param name="address">Where it comes from.</param>
    /// <param name="abort">Ends it if it has to give up its place. The same object counts it no more.</param>
    /// <returns><see langword="null"/> if there are too many.</returns>
    public AddressEntry? TryEnter(IPAddress address, Action abort)
    {
        IPAddress key = Places.KeyOf(address);
        if (!_sockets.TryTake(key, abort, out Action? abortOther))
            return null;

        abortOther?.Invoke();
        lock (_entries)
            return _entries[key];
    }

    /// <summary>Counts a socket no more.</summary>
    public void Leave(AddressEntry entry, Action abort) => _sockets.Give(entry.Address, abort);

    private static int Sum(int one, int other) => (int)Math.Min(int.MaxValue, (long)one + other);

    private AddressEntry Create(IPAddress key) => new(
        key,
        new MemoryBudget(limits.ReceivingPerAddress, receiving, isFair: true),
        new MemoryBudget(limits.CompressingPerAddress, compressing, isFair: true),
        new SharedRate(limits.InflatedPerSecondOfAddress, time));
}
