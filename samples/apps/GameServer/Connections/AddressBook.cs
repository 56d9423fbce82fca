using System.Net;
using Pooling.GameServer.Hosting;
using Pooling.GameServer.Protocol;

namespace Pooling.GameServer.Connections;

/// <summary>Limits the connections in total and for each address. Any thread.</summary>
/// <remarks>Connections that have not logged in have separate places, so that they never occupy a player's. When all of these are taken,
/// the address that has the most gives up its oldest one. Players keep their places.</remarks>
internal sealed class AddressBook(ServerLimits limits)
{
    private readonly Dictionary<IPAddress, AddressEntry> _entries = []; // also the lock that guards everything
    private readonly Places<IDisposable> _halfOpen = new(limits.HalfOpen, limits.HalfOpenPerAddress);
    private int _players;

    /// <summary>Counts a new connection.</summary>
    /// <param name="address">The address of the client.</param>
    /// <param name="connection">The connection, which is disposed if it has to give up its place before it has logged in.</param>
    /// <param name="entry">The entry of the address.</param>
    /// <returns>The reason why there is no place for the connection, which is then not counted.</returns>
    public DisconnectReason TryEnter(IPAddress address, IDisposable connection, out AddressEntry entry)
    {
        IPAddress key = Places.KeyOf(address);
        IDisposable? givenUp;
        lock (_entries)
        {
            if (!_entries.TryGetValue(key, out AddressEntry? known))
                _entries.Add(key, known = new AddressEntry(key, Math.Max(1, limits.HandshakesPerSecond / 2)));

            entry = known;
            if (_players >= limits.Clients)
                return DisconnectReason.ServerFull;

            if (entry.Connections >= limits.PerAddress)
                return DisconnectReason.AddressFull;

            if (!_halfOpen.TryTake(key, connection, out givenUp))
                return DisconnectReason.ServerBusy;

            entry.Connections++;
        }

        givenUp?.Dispose();
        return DisconnectReason.None;
    }

    /// <summary>Counts a connection as a player.</summary>
    /// <returns><see langword="false"/> if there are too many players; nothing was changed.</returns>
    public bool TryJoin(AddressEntry entry, IDisposable connection)
    {
        lock (_entries)
        {
            if (_players >= limits.Clients)
                return false;

            _halfOpen.Give(entry.Key, connection);
            _players++;
            entry.AddPlayer(1);
            return true;
        }
    }

    /// <summary>Stops counting a connection as a player. The connection is about to end.</summary>
    public void Unjoin(AddressEntry entry)
    {
        lock (_entries)
        {
            _players--;
            entry.AddPlayer(-1);
        }
    }

    /// <summary>Removes a connection.</summary>
    public void Leave(AddressEntry entry, IDisposable connection, bool isPlayer)
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
                _halfOpen.Give(entry.Key, connection); // unless it had to give it up
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
}
