using Pooling.Queues;

namespace Pooling.GameServer.After;

/// <summary>What waits to be sent to one player, bounded: of the state the oldest gives way to the newest, all else is kept or
/// refused.</summary>
/// <remarks>For one thread. Nothing is encrypted here, so what gives way has used up no nonce.</remarks>
internal sealed class Outbox(int stateCapacity, int reliableCapacity) : IDisposable
{
    private const int AtFirst = 128; // of a queue that grows when its player is slow

    private readonly RingQueue<OutboundPacket> _state = new(stateCapacity, stateCapacity);
    private readonly RingQueue<OutboundPacket> _reliable = new(Math.Min(AtFirst, reliableCapacity), reliableCapacity);
    private long _order;
    private int _dropped;

    public bool IsEmpty => _state.IsEmpty && _reliable.IsEmpty;

    public int Count => _state.Count + _reliable.Count;

    /// <summary>How many packets that must arrive there is room for.</summary>
    public int Room => reliableCapacity - _reliable.Count;

    /// <summary>Adds a packet that a newer one may take the place of.</summary>
    /// <param name="packet">The packet; its share ends with it.</param>
    /// <returns>How many packets gave way.</returns>
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

    /// <summary>Takes packets in the order in which they were added.</summary>
    /// <param name="packets">Where to, with room for <paramref name="most"/> and the parts of one share.</param>
    /// <param name="most">How many, 1 or more, but for those behind them that have one share with the last: it must not end here, because
    /// newer state takes the place of its last part, while somebody else still reads the first.</param>
    /// <returns>How many.</returns>
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

    /// <summary>Ends the shares of all that waits.</summary>
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
