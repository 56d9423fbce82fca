using System.Net;
using System.Net.Sockets;
using Pooling.GameServer.Hosting;
using Pooling.GameServer.Protocol;

namespace Pooling.GameServer.Connections;

/// <summary>Who may connect: as many connections as fit, of all and of each address. Any thread.</summary>
/// <remarks>Connections that have not logged in have places of their own, so that they never hold a player's.</remarks>
internal sealed class AddressBook(ServerLimits limits)
{
    private readonly Dictionary<IPAddress, AddressEntry> _entries = []; // its own lock guards all of it
    private int _players;
    private int _halfOpen;

    /// <summary>Counts a new connection.</summary>
    /// <param name="address">Where it comes from.</param>
    /// <param name="entry">What is known of that address.</param>
    /// <returns>Why there is no place for it; then it was not counted.</returns>
    public DisconnectReason TryEnter(IPAddress address, out AddressEntry entry)
    {
        lock (_entries)
        {
            IPAddress key = Network(address);
            if (!_entries.TryGetValue(key, out AddressEntry? known))
                _entries.Add(key, known = new AddressEntry(Math.Max(1, limits.HandshakesPerSecond / 2)));

            entry = known;
            if (_players >= limits.Clients)
                return DisconnectReason.ServerFull;

            if (entry.Connections >= limits.PerAddress)
                return DisconnectReason.AddressFull;

            if (_halfOpen >= limits.HalfOpen || entry.HalfOpen >= limits.HalfOpenPerAddress)
                return DisconnectReason.ServerBusy;

            _halfOpen++;
            entry.HalfOpen++;
            entry.Connections++;
            return DisconnectReason.None;
        }
    }

    /// <summary>Makes a player of a connection.</summary>
    /// <returns><see langword="false"/> if there are too many; it is counted as it was.</returns>
    public bool TryJoin(AddressEntry entry)
    {
        lock (_entries)
        {
            if (_players >= limits.Clients)
                return false;

            _halfOpen--;
            entry.HalfOpen--;
            _players++;
            entry.AddPlayer(1);
            return true;
        }
    }

    /// <summary>Takes that back.</summary>
    public void Unjoin(AddressEntry entry)
    {
        lock (_entries)
        {
            _halfOpen++;
            entry.HalfOpen++;
            _players--;
            entry.AddPlayer(-1);
        }
    }

    /// <summary>Counts a connection no more.</summary>
    public void Leave(AddressEntry entry, bool isPlayer)
    {
        lock (_entries)
        {
            entry.Connections--;
            if (isPlayer)
            {
                _players--;
                entry.AddPlayer(-1);
            }
            else
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
