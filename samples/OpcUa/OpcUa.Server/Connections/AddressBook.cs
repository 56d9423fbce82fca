using System.Net;
using System.Net.Sockets;
using OpcUa.Server.Hosting;

namespace OpcUa.Server.Connections;

/// <summary>Who may connect: as many connections as fit, of all and of each address. Any thread.</summary>
/// <remarks>Connections that are not in a session have places of their own, so that they never hold those of others.</remarks>
internal sealed class AddressBook(ServerLimits limits)
{
    private readonly Dictionary<IPAddress, AddressEntry> _entries = []; // its own lock guards all of it
    private TokenBucket _handshakes = new(limits.HandshakesPerSecond);
    private int _connections;
    private int _halfOpen;

    /// <summary>Counts a new connection.</summary>
    /// <param name="address">Where it comes from.</param>
    /// <param name="entry">What is known of that address.</param>
    /// <returns>Why there is no place for it, and then it was not counted; <see langword="null"/> if there is one.</returns>
    public string? TryEnter(IPAddress address, out AddressEntry entry)
    {
        long now = Environment.TickCount64;
        lock (_entries)
        {
            IPAddress key = Network(address);
            if (!_entries.TryGetValue(key, out AddressEntry? known))
                _entries.Add(key, known = new AddressEntry(limits.HandshakesPerSecondAndAddress));

            entry = known;
            entry.LastUsed = now;
            if (_connections >= limits.Connections)
                return "The server has as many connections as it takes.";

            if (entry.Connections >= limits.PerAddress)
                return "The address has as many connections as the server takes of one.";

            if (_halfOpen >= limits.HalfOpen || entry.HalfOpen >= limits.HalfOpenPerAddress)
                return "Too many connections have no session yet.";

            _connections++;
            _halfOpen++;
            entry.Connections++;
            entry.HalfOpen++;
            return null;
        }
    }

    /// <summary>Counts a channel that is to be opened.</summary>
    /// <returns><see langword="false"/> if it is one too many in this second.</returns>
    public bool TryShakeHands(AddressEntry entry)
    {
        long now = Environment.TickCount64;
        lock (_entries)
            return entry.Handshakes.TryTake(now) && _handshakes.TryTake(now);
    }

    /// <summary>Is told that a connection has a session now, or none any more.</summary>
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

    /// <summary>Counts a session no more.</summary>
    public void EndSession(AddressEntry entry)
    {
        lock (_entries)
        {
            entry.Sessions--;
            entry.LastUsed = Environment.TickCount64;
        }
    }

    /// <summary>Counts a connection no more.</summary>
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

    /// <summary>Forgets addresses that left some time ago.</summary>
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

    // Whoever has an address of IPv6 has the 64 bits of its network, too.
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
