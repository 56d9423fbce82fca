using System.Diagnostics.CodeAnalysis;
using System.Net;
using System.Net.Sockets;

namespace Pooling.Samples;

/// <summary>A limited number of places for clients, for example for their connections, with a limit for each address. When all are taken,
/// the address with the most places loses its oldest one to an address that has fewer.</summary>
/// <typeparam name="T">The type of the objects that have places. Instances are compared by reference.</typeparam>
/// <param name="limit">The number of places.</param>
/// <param name="perAddress">The maximum number of places of one address.</param>
/// <remarks>
/// <para>So a new address gets a place while any other address has two. It can only be kept out by as many addresses as there are
/// places.</para>
/// <para>Thread safety: any thread may use it.</para>
/// <para>Allocation: a node for each place that is taken, and a list for each address that has one.</para>
/// </remarks>
internal sealed class Places<T>(int limit, int perAddress) where T : class
{
    private readonly Dictionary<IPAddress, LinkedList<T>> _holders = []; // oldest first; also the lock for everything
    private int _count;

    /// <summary>Gets the number of places that are taken.</summary>
    public int Count
    {
        get
        {
            lock (_holders)
                return _count;
        }
    }

    /// <summary>Attempts to take a place.</summary>
    /// <param name="key">The address, from <see cref="Places.KeyOf"/>.</param>
    /// <param name="holder">The object that gets the place; it has none.</param>
    /// <param name="givenUp">The object that has just lost its place to the holder, if any. The caller closes it.</param>
    /// <returns><see langword="false"/> if the address has its share, or all places are taken and no address has more of them.</returns>
    public bool TryTake(IPAddress key, T holder, out T? givenUp)
    {
        givenUp = null;
        lock (_holders)
        {
            int own = _holders.GetValueOrDefault(key)?.Count ?? 0;
            if (own >= perAddress || (_count >= limit && !TryGiveUp(own, out givenUp)))
                return false;

            if (!_holders.TryGetValue(key, out LinkedList<T>? holders))
                _holders.Add(key, holders = []);

            holders.AddLast(holder);
            _count++;
            return true;
        }
    }

    /// <summary>Gives back a place.</summary>
    /// <param name="key">The address for which it was taken.</param>
    /// <param name="holder">The object that has the place.</param>
    /// <returns><see langword="false"/> if the holder has none, because it lost its place.</returns>
    public bool Give(IPAddress key, T holder)
    {
        lock (_holders)
        {
            if (_holders.GetValueOrDefault(key) is not { } holders || !holders.Remove(holder))
                return false;

            Forget(key, holders);
            return true;
        }
    }

    /// <summary>Returns the number of places of an address.</summary>
    /// <param name="key">The address, from <see cref="Places.KeyOf"/>.</param>
    public int CountOf(IPAddress key)
    {
        lock (_holders)
            return _holders.GetValueOrDefault(key)?.Count ?? 0;
    }

    // The other address must keep at least as many places as the new address then has. Otherwise two addresses would take the last place
    // from each other forever.
    private bool TryGiveUp(int own, [NotNullWhen(true)] out T? givenUp)
    {
        givenUp = null;
        if (_holders.Count == 0)
            return false;

        (IPAddress key, LinkedList<T> holders) = _holders.MaxBy(static pair => pair.Value.Count);
        if (holders.Count < own + 2)
            return false;

        givenUp = holders.First!.Value;
        holders.RemoveFirst();
        Forget(key, holders);
        return true;
    }

    private void Forget(IPAddress key, LinkedList<T> holders)
    {
        _count--;
        if (holders.Count == 0)
            _holders.Remove(key);
    }
}

/// <summary>The addresses of clients that have places.</summary>
internal static class Places
{
    /// <summary>Returns the address that the limits are for: clients with an IPv6 address usually have its whole network of 64
    /// bits.</summary>
    /// <param name="address">The address of a client.</param>
    public static IPAddress KeyOf(IPAddress address)
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
