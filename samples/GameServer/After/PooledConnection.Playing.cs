using Pooling.GameServer.Protocol;

namespace Pooling.GameServer.After;

/// <summary>What the tick thread keeps of a player.</summary>
internal sealed partial class PooledConnection
{
    /// <summary>The player's entity; 0 if it is not in the world.</summary>
    public uint Entity { get; private set; }

    public int Slot { get; private set; }

    public string PlayerName { get; private set; } = "";

    public VisibleSet Visible { get; } = new();

    public void Enter(uint entity, int slot, string name) => (Entity, Slot, PlayerName) = (entity, slot, name);

    /// <summary>Takes the player's next commands.</summary>
    public int TakeCommands(Span<InboundCommand> commands) => _inbox!.DequeueMany(commands);

    /// <summary>Adds a packet that must arrive; a player for whom there is no room is too slow.</summary>
    public void Add(in OutboundPacket packet)
    {
        if (_outbox!.TryAdd(in packet))
            return;

        packet.End();
        Close(DisconnectReason.SlowClient);
    }

    /// <summary>Whether there is room for packets that must arrive; if not, the player is too slow.</summary>
    public bool HasRoomFor(int packets)
    {
        if (packets <= _outbox!.Room)
            return true;

        Close(DisconnectReason.SlowClient);
        return false;
    }

    /// <summary>Adds a packet that newer ones may take the place of.</summary>
    public void AddState(in OutboundPacket packet)
    {
        int dropped = _outbox!.AddState(in packet);
        if (dropped <= 0)
            return;

        NeedsAll = true;
        Counters.AddStateDropped(dropped);
    }
}
