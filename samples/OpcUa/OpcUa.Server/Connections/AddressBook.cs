using System.Net;
using System.Net.Sockets;
using OpcUa.Protocol.Transport;
using OpcUa.Server.Hosting;

namespace OpcUa.Server.Connections;

/// <summary>Limits the connections, in total and per address. Any thread may use it.</summary>
/// <remarks>Connections without a session have a separate limit, so that they do not block others.</remarks>
internal sealed class AddressBook(ServerLimits limits, TransportMemory memory)
{
    private readonly Dictionary<IPAddress, AddressEntry> _entries = []; // also the lock for everything
    private TokenBucket _handshakes = new(limits.HandshakesPerSecond);
    private TokenBucket _keyUses = new(limits.KeyUsesPerSecond);
    private int _connections;
    private int _halfOpen;

    /// <summary>Counts a new connection.</summary>
    /// <param name="address">The address of the client.</param>
    /// <param name="entry">The entry of the address.</param>
    /// <returns>The reason why the connection is rejected and was not counted, or <see langword="null"/> if it is accepted.</returns>
    public string? TryEnter(IPAddress address, out AddressEntry entry)
    {
        long now = Environment.TickCount64;
        lock (_entries)
        {
            IPAddress key = Network(address);
            if (!_entries.TryGetValue(key, out AddressEntry? known))
                _entries.Add(key, known = new AddressEntry(limits, memory.ShareForAddress()));

            entry = known;
            entry.LastUsed = now;
            if (_connections >= limits.Connections)
                return "The server has reached its limit of connections.";

            if (entry.Connections >= limits.PerAddress)
                return "The address has reached its limit of connections.";

            if (_halfOpen >= limits.HalfOpen || entry.HalfOpen >= limits.HalfOpenPerAddress)
                return "Too many connections do not have a session yet.";

            _connections++;
            _halfOpen++;
            entry.Connections++;
            entry.HalfOpen++;
            return null;
        }
    }

    /// <summary>Counts a channel that is being opened.</summary>
    /// <returns><see langword="false"/> if there are too many in this second.</returns>
    public bool TryShakeHands(AddressEntry entry)
    {
        long now = Environment.TickCount64;
        lock (_entries)
            return entry.Handshakes.TryTake(now) && _handshakes.TryTake(now);
    }

    /// <summary>Counts work with the server's private key, which takes milliseconds.</summary>
    /// <param name="entry">The entry of the client's address.</param>
    /// <param name="isKnown">Whether it is for an open channel, which a flood of others must not close.</param>
    /// <returns><see langword="false"/> if there is too much in this second.</returns>
    public bool TryUseKey(AddressEntry entry, bool isKnown)
    {
        long now = Environment.TickCount64;
        lock (_entries)
            return entry.KeyUses.TryTake(now) && (isKnown || _keyUses.TryTake(now));
    }

    /// <summary>Records that a connection has a session now, or no longer.</summary>
    public void SetHalfOpen(AddressEntry entry, bool isHalfOpen)
    {
        int count = isHalfOpen ? 1 : -1;
        lock (_entries)
        {
            _halfOpen += count;
            entry.HalfOpen += count;
        }
    }

    /// <summary>Counts a new session.</summary>
    /// <returns><see langword="false"/> if the address has too many.</returns>
    public bool TryAddSession(AddressEntry entry)
    {
        lock (_entries)
        {
            if (entry.Sessions >= limits.PerAddress)
                return false;

            entry.Sessions++;
            return true;
        }
    }

    /// <summary>Removes a session from the count.</summary>
    public void EndSession(AddressEntry entry)
    {
        lock (_entries)
        {
            entry.Sessions--;
            entry.LastUsed = Environment.TickCount64;
        }
    }

    /// <summary>Removes a connection from the count.</summary>
    public void Leave(AddressEntry entry, bool isHalfOpen)
    {
        lock (_entries)
        {
            _connections--;
            entry.Connections--;
            entry.LastUsed = Environment.TickCount64;
            if (isHalfOpen)
            {
                _halfOpen--;
                entry.HalfOpen--;
            }
        }
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

    // A client with an IPv6 address usually has the whole network of 64 bits.
    private static IPAddress Network(IPAddress address)
    {
        if (address.IsIPv4MappedToIPv6)
            return address.MapToIPv4();

        if (address.AddressFamily != AddressFamily.InterNetworkV6)
            return address;

        byte[] bytes = address.GetAddressBytes();
        bytes.AsSpan(8).Clear();
        return new IPAddress(bytes);
    }
}
