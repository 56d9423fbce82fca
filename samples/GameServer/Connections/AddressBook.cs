using System.Net;
using System.Net.Sockets;
using Pooling.GameServer.Hosting;
using Pooling.GameServer.Protocol;

namespace Pooling.GameServer.Connections;

/// <summary>Decides who may connect: limits the connections in total and for each address. Any thread.</summary>
/// <remarks>Connections that have not logged in have separate places, so that they never occupy a player's.</remarks>
internal sealed class AddressBook(ServerLimits limits)
{
    private readonly Dictionary<IPAddress, AddressEntry> _entries = []; // also the lock that guards everything
    private int _players;
    private int _halfOpen;

    /// <summary>Counts a new connection.</summary>
    /// <param name="address">The address of the client.</param>
    /// <param name="entry">The entry of the address.</param>
    /// <returns>Why there is no place for the connection, which is then not counted.</returns>
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

    /// <summary>Counts a connection as a player.</summary>
    /// <returns><see langword="false"/> if there are too many players; nothing was changed.</returns>
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

    /// <summary>Reverses <see cref="TryJoin"/>.</summary>
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

    /// <summary>Removes a connection.</summary>
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

    /// <summary>Removes addresses that left some time ago.</summary>
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

    // The owner of an IPv6 address has all addresses of its 64-bit network.
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
