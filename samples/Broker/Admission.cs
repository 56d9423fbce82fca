using System.Net;

namespace Pooling.Samples.Broker;

/// <summary>The places of connections: for a while without CONNECT, and afterwards. Both have limits for each address
/// and for all.</summary>
/// <remarks>A newcomer without CONNECT is never refused: the one that has waited longest leaves instead. So whoever
/// sends CONNECT at once gets in, also beside thousands who do not. Thread safety: any thread may use it.</remarks>
internal sealed class Admission(MqttBroker limits)
{
    private readonly Lock _gate = new();
    private readonly Dictionary<IPAddress, Client> _clients = [];
    private readonly LinkedList<Place> _waiting = []; // for CONNECT, the oldest first
    private readonly Budget _budget = new(null, limits.MaxUnsentOfAll);
    private int _welcomed;

    /// <summary>Gets the number of connections that were welcomed.</summary>
    public int Count => Volatile.Read(ref _welcomed);

    /// <summary>Gets the bytes that wait for all clients.</summary>
    public long Unsent => _budget.Used;

    /// <summary>Gives a connection a place to wait for CONNECT.</summary>
    /// <param name="address">The address of the client.</param>
    /// <param name="drop">Ends the connection if others need its place before it has sent CONNECT.</param>
    public Place Enter(IPAddress address, Action drop)
    {
        address = KeyOf(address);
        Place? oldest = null;
        Place place;
        lock (_gate)
        {
            if (!_clients.TryGetValue(address, out Client? client))
                _clients[address] = client = new Client(new Budget(_budget));

            client.Connections++;
            client.Waiting++;
            place = new Place(address, client, drop);
            place.Node = _waiting.AddLast(place);
            if (client.Waiting > limits.MaxWaitingPerAddress)
                oldest = _waiting.First(other => other.Client == client);
            else if (_waiting.Count > limits.MaxWaiting)
                oldest = _waiting.First!.Value;

            EndWaiting(oldest);
        }

        oldest?.Drop();
        return place;
    }

    /// <summary>Attempts to count a connection that has sent CONNECT. One that is refused waits until it
    /// leaves.</summary>
    public bool TryWelcome(Place place)
    {
        lock (_gate)
        {
            if (_welcomed >= limits.MaxConnections || place.Client.Welcomed >= limits.MaxConnectionsPerAddress)
                return false;

            EndWaiting(place);
            _welcomed++;
            place.Client.Welcomed++;
            return place.IsWelcome = true;
        }
    }

    public void Leave(Place place)
    {
        lock (_gate)
        {
            EndWaiting(place);
            _welcomed -= place.IsWelcome ? 1 : 0;
            place.Client.Welcomed -= place.IsWelcome ? 1 : 0;
            if (--place.Client.Connections == 0)
                _clients.Remove(place.Address);
        }
    }

    private void EndWaiting(Place? place)
    {
        if (place?.Node is not { } node)
            return;

        place.Node = null;
        place.Client.Waiting--;
        _waiting.Remove(node);
    }

    /// <summary>Returns what is counted as one address: with IPv6 the first 64 bits, because a subscriber has all of
    /// the rest.</summary>
    private static IPAddress KeyOf(IPAddress address)
    {
        Span<byte> bytes = stackalloc byte[16];
        if (address.IsIPv4MappedToIPv6 || !address.TryWriteBytes(bytes, out int length) || length < bytes.Length)
            return address.MapToIPv4();

        bytes[8..].Clear();
        return new IPAddress(bytes);
    }

    /// <summary>All connections of an address.</summary>
    internal sealed class Client(Budget budget)
    {
        public int Connections;
        public int Waiting; // for CONNECT
        public int Welcomed;

        public Budget Budget => budget;
    }

    /// <summary>The place of one connection.</summary>
    internal sealed record Place(IPAddress Address, Client Client, Action Drop)
    {
        public LinkedListNode<Place>? Node { get; set; } // while it waits

        public bool IsWelcome { get; set; }
    }
}
