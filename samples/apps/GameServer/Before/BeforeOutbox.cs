namespace Pooling.GameServer.Before;

/// <summary>The waiting packets for one player, as a list of nodes under a lock, with the same limits as the pooled one.</summary>
/// <remarks>Published as the baseline of GC-009.</remarks>
internal sealed class BeforeOutbox(int stateCapacity, int reliableCapacity)
{
    private readonly LinkedList<BeforePacket> _packets = [];
    private int _states;

    public bool IsEmpty
    {
        get
        {
            lock (_packets)
                return _packets.Count == 0;
        }
    }

    /// <returns>The number of replaced packets.</returns>
    public int AddState(BeforePacket packet)
    {
        lock (_packets)
        {
            int dropped = 0;
            if (_states == stateCapacity)
            {
                LinkedListNode<BeforePacket> oldest = _packets.First!;
                while (!oldest.Value.IsState)
                    oldest = oldest.Next!;

                _packets.Remove(oldest);
                _states--;
                dropped++;
            }

            _packets.AddLast(packet);
            _states++;
            return dropped;
        }
    }

    /// <returns><see langword="false"/> if there is no room.</returns>
    public bool TryAdd(BeforePacket packet)
    {
        lock (_packets)
        {
            if (_packets.Count - _states == reliableCapacity)
                return false;

            _packets.AddLast(packet);
            return true;
        }
    }

    public List<BeforePacket> Take(int most)
    {
        var taken = new List<BeforePacket>();
        lock (_packets)
        {
            while (taken.Count < most && _packets.First is { } first)
            {
                taken.Add(first.Value);
                _states -= first.Value.IsState ? 1 : 0;
                _packets.RemoveFirst();
            }
        }

        return taken;
    }

    public void Clear()
    {
        lock (_packets)
        {
            _packets.Clear();
            _states = 0;
        }
    }
}
