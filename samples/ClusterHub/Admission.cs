using System.Net;

namespace Pooling.Samples.ClusterHub;

/// <summary>Counts connections, all together and of each address, and refuses those above a limit.</summary>
internal sealed class Admission(int maxConnections, int maxPerAddress)
{
    private readonly Lock _gate = new();
    private readonly Dictionary<IPAddress, int> _counts = [];
    private int _count;

    /// <summary>Gets the number of connections.</summary>
    public int Count => Volatile.Read(ref _count);

    /// <summary>Attempts to count a connection, which <see cref="Leave"/> ends.</summary>
    public bool TryEnter(IPAddress address)
    {
        address = KeyOf(address);
        lock (_gate)
        {
            int own = _counts.GetValueOrDefault(address);
            if (_count >= maxConnections || own >= maxPerAddress)
                return false;

            _counts[address] = own + 1;
            _count++;
            return true;
        }
    }

    public void Leave(IPAddress address)
    {
        address = KeyOf(address);
        lock (_gate)
        {
            _count--;
            if (--_counts[address] == 0)
                _counts.Remove(address);
        }
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
}
