using System.Diagnostics.CodeAnalysis;
using System.Net;

namespace Pooling.Samples.ClusterHub;

/// <summary>Counts connections, all together and of each address, and refuses those above a limit. Divides the bytes
/// that may wait among addresses, and those of an address among its rooms.</summary>
internal sealed class Admission(int maxConnections, int maxPerAddress, long maxUnsent = long.MaxValue)
{
    private readonly Lock _gate = new();
    private readonly Dictionary<(IPAddress Address, string Room), Part> _parts = []; // of an address: in the room ""
    private int _count;

    /// <summary>Gets the number of connections.</summary>
    public int Count => Volatile.Read(ref _count);

    /// <summary>Gets the bytes that may wait for all members.</summary>
    public Budget Budget { get; } = new(null, maxUnsent);

    /// <summary>Attempts to count a connection, which <see cref="Leave"/> ends.</summary>
    public bool TryEnter(IPAddress address, string room, [NotNullWhen(true)] out Budget? budget)
    {
        address = KeyOf(address);
        budget = null;
        lock (_gate)
        {
            if (_count >= maxConnections)
                return false;

            if (_parts.TryGetValue((address, ""), out Part? known) && known.Count >= maxPerAddress)
                return false;

            _count++;
            budget = Enter((address, room), Enter((address, ""), Budget));
            return true;
        }
    }

    public void Leave(IPAddress address, string room)
    {
        address = KeyOf(address);
        lock (_gate)
        {
            _count--;
            LeavePart((address, room));
            LeavePart((address, ""));
        }
    }

    private Budget Enter((IPAddress Address, string Room) key, Budget larger)
    {
        if (!_parts.TryGetValue(key, out Part? part))
            _parts[key] = part = new Part(new Budget(larger));

        part.Count++;
        return part.Budget;
    }

    private void LeavePart((IPAddress Address, string Room) key)
    {
        if (--_parts[key].Count == 0)
            _parts.Remove(key);
    }

    /// <summary>Returns what is counted as one address: with IPv6 the first 64 bits, because a subscriber has all of the rest.</summary>
    private static IPAddress KeyOf(IPAddress address)
    {
        if (address.IsIPv4MappedToIPv6)
            return address.MapToIPv4();

        Span<byte> bytes = stackalloc byte[16];
        if (!address.TryWriteBytes(bytes, out int length) || length < bytes.Length)
            return address;

        bytes[8..].Clear();
        return new IPAddress(bytes);
    }

    private sealed class Part(Budget budget)
    {
        public int Count;

        public Budget Budget => budget;
    }
}
