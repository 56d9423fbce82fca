using System.Diagnostics.CodeAnalysis;
using System.Net;
using Microsoft.AspNetCore.Connections;

namespace Pooling.Samples.ClusterHub;

/// <summary>Counts connections, all together and of each address, and refuses those above a limit. Divides the bytes
/// that may wait among addresses, and those of an address among its rooms.</summary>
/// <param name="maxConnections">The maximum number of connections.</param>
/// <param name="maxPerAddress">The maximum number of connections of an address.</param>
/// <param name="all">The bytes to divide; <see langword="null"/> if only connections are counted.</param>
internal sealed class Admission(long maxConnections, long maxPerAddress, Admission.Part? all = null)
{
    private readonly Lock _gate = new();
    private readonly Dictionary<(IPAddress Address, string Room), Part> _parts = []; // of an address: in the room ""
    private int _count;

    /// <summary>Gets the number of connections.</summary>
    public int Count => Volatile.Read(ref _count);

    /// <summary>Gets the bytes of all members.</summary>
    public Part All { get; } = all ?? new Part(new Budget(null), new Budget(null));

    /// <summary>Attempts to count a connection, which <see cref="Leave"/> ends.</summary>
    public bool TryEnter(IPAddress address, string room, [NotNullWhen(true)] out Part? part)
    {
        address = KeyOf(address);
        part = null;
        lock (_gate)
        {
            if (_count >= maxConnections)
                return false;

            if (_parts.TryGetValue((address, ""), out Part? known) && known.Count >= maxPerAddress)
                return false;

            _count++;
            part = Enter((address, room), Enter((address, ""), All));
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

    /// <summary>Counts the connections of a listener, also those that send no request.</summary>
    /// <returns>A delegate that ends connections above a limit at once.</returns>
    public ConnectionDelegate Limit(ConnectionDelegate next) => async connection =>
    {
        IPAddress address = (connection.RemoteEndPoint as IPEndPoint)?.Address ?? IPAddress.None;
        if (!TryEnter(address, "connections", out _))
        {
            connection.Abort();
            return;
        }

        try
        {
            await next(connection);
        }
        finally
        {
            Leave(address, "connections");
        }
    };

    private Part Enter((IPAddress Address, string Room) key, Part larger)
    {
        if (!_parts.TryGetValue(key, out Part? part))
            _parts[key] = part = new Part(new Budget(larger.Unsent), new Budget(larger.Unconfirmed));

        part.Count++;
        return part;
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

    /// <summary>The part of the bytes that some members share.</summary>
    internal sealed class Part(Budget unsent, Budget unconfirmed)
    {
        public int Count; // of connections

        /// <summary>Gets the bytes that may wait for these members.</summary>
        public Budget Unsent => unsent;

        /// <summary>Gets the bytes of these members that Redis has not confirmed.</summary>
        public Budget Unconfirmed => unconfirmed;
    }
}
