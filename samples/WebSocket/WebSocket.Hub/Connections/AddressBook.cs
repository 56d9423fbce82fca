using System.Net;
using System.Net.Sockets;
using WebSockets.Hub.Hosting;
using WebSockets.Protocol.Memory;

namespace WebSockets.Hub.Connections;

/// <summary>Who may connect: as many sockets as fit, of all and of each address. Any thread.</summary>
internal sealed class AddressBook(HubLimits limits, MemoryBudget receiving, MemoryBudget compressing)
{
    private const int Spare = 64; // connections of an address that are told that there are too many

    private readonly Dictionary<IPAddress, AddressEntry> _entries = []; // its own lock guards all of it
    private int _sockets;

    /// <summary>Counts a connection, before anything is read from it.</summary>
    /// <returns><see langword="false"/> if the address has too many; it is not counted.</returns>
    public bool TryConnect(IPAddress address)
    {
        IPAddress key = Network(address);
        lock (_entries)
        {
            if (!_entries.TryGetValue(key, out AddressEntry? entry))
                _entries.Add(key, entry = Create());

            if (entry.Connections >= (2L * limits.PerAddress) + Spare)
                return false;

            entry.Connections++;
            return true;
        }
    }

    /// <summary>Counts a connection no more; who has gone is forgotten.</summary>
    public void Disconnect(IPAddress address)
    {
        IPAddress key = Network(address);
        lock (_entries)
        {
            AddressEntry entry = _entries[key];
            if (--entry.Connections == 0)
                _entries.Remove(key);
        }
    }

    /// <summary>Makes a socket of a connection.</summary>
    /// <returns><see langword="null"/> if there are too many.</returns>
    public AddressEntry? TryEnter(IPAddress address)
    {
        IPAddress key = Network(address);
        lock (_entries)
        {
            AddressEntry entry = _entries[key];
            if (_sockets >= limits.Connections || entry.Sockets >= limits.PerAddress)
                return null;

            _sockets++;
            entry.Sockets++;
            return entry;
        }
    }

    /// <summary>Counts a socket no more.</summary>
    public void Leave(AddressEntry entry)
    {
        lock (_entries)
        {
            _sockets--;
            entry.Sockets--;
        }
    }

    private AddressEntry Create() =>
        new(new MemoryBudget(limits.ReceivingPerAddress, receiving), new MemoryBudget(limits.CompressingPerAddress, compressing));

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
