using System.Net;
using OpcUa.Protocol.Transport;
using OpcUa.Server.Hosting;

namespace OpcUa.Server.Connections;

/// <summary>Limits the connections, in total and per address. Any thread may use it.</summary>
/// <remarks>Connections without a session have separate places, so that they do not block others. A connection loses its place if its
/// address has the most of all and another address needs it.</remarks>
internal sealed class AddressBook(ServerLimits limits, TransportMemory memory, HeldShares held)
{
    private readonly Dictionary<IPAddress, AddressEntry> _entries = []; // also the lock for them and the rates
    private readonly Places<ServerConnection> _connections = new(limits.Connections, limits.PerAddress);
    private readonly Places<ServerConnection> _halfOpen = new(limits.HalfOpen, limits.HalfOpenPerAddress);
    private TokenBucket _handshakes = new(limits.HandshakesPerSecond);
    private TokenBucket _keyUses = new(limits.KeyUsesPerSecond);

    /// <summary>Finds or adds the entry of an address, and counts a use until <see cref="Release"/>.</summary>
    public AddressEntry Use(IPAddress address)
    {
        IPAddress key = Places.KeyOf(address);
        lock (_entries)
        {
            if (!_entries.TryGetValue(key, out AddressEntry? entry))
                _entries.Add(key, entry = new AddressEntry(key, limits, memory.ShareForAddress(), held.ForAddress()));

            entry.Users++;
            return entry;
        }
    }

    /// <summary>Counts a further use of an entry.</summary>
    public void Use(AddressEntry entry)
    {
        lock (_entries)
            entry.Users++;
    }

    /// <summary>Reverses <see cref="Use(IPAddress)"/>.</summary>
    public void Release(AddressEntry entry)
    {
        lock (_entries)
        {
            entry.Users--;
            entry.LastUsed = Environment.TickCount64;
        }
    }

    /// <summary>Gives a place to a new connection, which has no session yet.</summary>
    /// <returns>The reason why there is no place, or <see langword="null"/> if it has one.</returns>
    public string? TryEnter(ServerConnection connection)
    {
        if (!TryEnterHalfOpen(connection))
            return "Too many connections do not have a session yet.";

        if (TryTake(_connections, connection))
            return null;

        LeaveHalfOpen(connection);
        return "The server has reached its limit of connections. It is for all of them, or for this address.";
    }

    /// <summary>Records that a connection has no session.</summary>
    /// <returns><see langword="false"/> if there is no place for it.</returns>
    public bool TryEnterHalfOpen(ServerConnection connection) => TryTake(_halfOpen, connection);

    /// <summary>Records that a connection has a session.</summary>
    public void LeaveHalfOpen(ServerConnection connection) => _halfOpen.Give(connection.Address.Key, connection);

    /// <summary>Removes a connection, which may have given up its places before.</summary>
    public void Leave(ServerConnection connection)
    {
        _halfOpen.Give(connection.Address.Key, connection);
        _connections.Give(connection.Address.Key, connection);
        Release(connection.Address);
    }

    /// <summary>Counts a channel that is being opened or renewed without security.</summary>
    /// <param name="entry">The entry of the client's address.</param>
    /// <param name="isKnown">Whether it is an open channel, which a flood of others must not close.</param>
    /// <returns><see langword="false"/> if there are too many in this second.</returns>
    public bool TryShakeHands(AddressEntry entry, bool isKnown)
    {
        long now = Environment.TickCount64;
        lock (_entries)
            return entry.Handshakes.TryTake(now) == 0 && (isKnown || _handshakes.TryTake(now) == 0);
    }

    /// <summary>Counts work with the server's private key, which takes milliseconds.</summary>
    /// <param name="entry">The entry of the client's address.</param>
    /// <param name="isKnown">Whether it is for an open channel, which a flood of others must not close.</param>
    /// <returns><see langword="false"/> if there is too much in this second.</returns>
    public bool TryUseKey(AddressEntry entry, bool isKnown)
    {
        long now = Environment.TickCount64;
        lock (_entries)
            return entry.KeyUses.TryTake(now) == 0 && (isKnown || _keyUses.TryTake(now) == 0);
    }

    /// <summary>Removes the entries of addresses without recent connections.</summary>
    public void Forget(long now)
    {
        lock (_entries)
        {
            foreach ((IPAddress address, AddressEntry entry) in _entries)
            {
                if (entry.IsForgotten(now))
                    _entries.Remove(address);
            }
        }
    }

    private static bool TryTake(Places<ServerConnection> places, ServerConnection connection)
    {
        bool isTaken = places.TryTake(connection.Address.Key, connection, out ServerConnection? givenUp);
        givenUp?.GiveUp();
        return isTaken;
    }
}
