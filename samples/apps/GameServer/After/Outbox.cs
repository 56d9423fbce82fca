using Pooling.Queues;

namespace Pooling.GameServer.After;

/// <summary>The bounded queues of packets for one player. In the queue for state, new packets replace the oldest; all other packets are
/// kept or refused.</summary>
/// <remarks>For one thread. Packets are not encrypted here, so a replaced packet has not used a nonce.</remarks>
internal sealed class Outbox(int stateCapacity, int reliableCapacity) : IDisposable
{
    private const int AtFirst = 128; // initial capacity of a queue that grows when its player is slow

    private readonly RingQueue<OutboundPacket> _state = new(stateCapacity, stateCapacity);
    private readonly RingQueue<OutboundPacket> _reliable = new(Math.Min(AtFirst, reliableCapacity), reliableCapacity);
    private long _order;
    private int _dropped;

    public bool IsEmpty => _state.IsEmpty && _reliable.IsEmpty;

    public int Count => _state.Count + _reliable.Count;

    /// <summary>The remaining room for packets that must arrive.</summary>
    public int Room => reliableCapacity - _reliable.Count;

    /// <summary>Adds a packet that newer packets may replace.</summary>
    /// <param name="packet">The packet. Its share ends with it.</param>
    /// <returns>The number of replaced packets.</returns>
    public int AddState(in OutboundPacket packet)
    {
        int before = _dropped;
        if (!_state.TryEnqueueOverwrite(packet with { Order = _order++ }, static (dropped, outbox) => outbox.Drop(in dropped), this))
            packet.End(); // the player has left

        return _dropped - before;
    }

    /// <summary>Adds a packet that must arrive.</summary>
    /// <returns><see langword="false"/> if there is no room: the caller keeps the packet.</returns>
    public bool TryAdd(in OutboundPacket packet) => _reliable.TryEnqueue(packet with { Order = _order++ });

    /// <summary>Removes packets in the order in which they were added.</summary>
    /// <param name="packets">Receives the packets, with room for <paramref name="most"/> and the parts of one share.</param>
    /// <param name="most">The maximum number, 1 or more. Further packets are included if they use the same share as the last one: otherwise
    /// newer state could replace the last part and end the share while the first part is still being read.</param>
    /// <returns>The number of packets.</returns>
    public int Take(Span<OutboundPacket> packets, int most)
    {
        int count = 0;
        while (count < most || packets[count - 1].IsBorrowed)
        {
            bool hasState = _state.TryPeek(out OutboundPacket state);
            bool hasReliable = _reliable.TryPeek(out OutboundPacket reliable);
            if (!hasState && !hasReliable)
                break;

            RingQueue<OutboundPacket> queue = hasState && (!hasReliable || state.Order < reliable.Order) ? _state : _reliable;
            queue.TryDequeue(out packets[count++]);
        }

        return count;
    }

    /// <summary>Removes all packets and ends their shares.</summary>
    public void Clear()
    {
        _state.Drain(static (packet, _) => packet.End(), 0);
        _reliable.Drain(static (packet, _) => packet.End(), 0);
    }

    public void Dispose()
    {
        Clear();
        _state.Complete();
        _reliable.Complete();
    }

    private void Drop(in OutboundPacket packet)
    {
        _dropped++;
        packet.End();
    }
}
