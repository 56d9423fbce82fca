using Pooling.GameServer.Protocol;
using Pooling.GameServer.World;

namespace Pooling.GameServer.After;

/// <summary>The state of a player that belongs to the tick thread.</summary>
internal sealed partial class PooledConnection
{
    private CommandAllowance _allowance;

    /// <summary>The player's entity; 0 if it was never in the world.</summary>
    public uint Entity { get; private set; }

    public int Slot { get; private set; }

    public VisibleSet Visible { get; } = new();

    /// <summary>Whether state was replaced by newer state, so that the player must be sent everything it sees.</summary>
    public bool NeedsAll { get; set; }

    /// <summary>Whether the player waits for one of its chat texts to be delivered.</summary>
    public bool IsInLine { get; set; }

    public bool HasChat => !_chats!.IsEmpty;

    public void Enter(uint entity, int slot) => (Entity, Slot) = (entity, slot);

    /// <summary>Removes as many of the player's next commands as it has earned.</summary>
    public int TakeCommands(Span<InboundCommand> commands)
    {
        int count = _inbox!.DequeueMany(commands[.._allowance.Earn()]);
        _allowance.Spend(count);
        return count;
    }

    public bool TryTakeChat(out string? text) => _chats!.TryDequeue(out text);

    /// <summary>Returns and clears the number of recently refused texts.</summary>
    // pairs with the receiver's increment
    public int TakeRefusedChats() => Volatile.Read(ref _refusedChats) == 0 ? 0 : Interlocked.Exchange(ref _refusedChats, 0);

    /// <summary>Adds a packet that must arrive. If there is no room for it, the player is too slow.</summary>
    public void Add(in OutboundPacket packet)
    {
        if (_outbox!.TryAdd(in packet))
            return;

        packet.End();
        session.End(DisconnectReason.SlowClient);
    }

    /// <summary>Whether there is room for packets that must arrive. If not, the player is too slow.</summary>
    public bool HasRoomFor(int packets)
    {
        if (packets <= _outbox!.Room)
            return true;

        session.End(DisconnectReason.SlowClient);
        return false;
    }

    /// <summary>Adds a packet that newer packets may replace.</summary>
    public void AddState(in OutboundPacket packet)
    {
        int dropped = _outbox!.AddState(in packet);
        if (dropped <= 0)
            return;

        NeedsAll = true;
        server.Counters.AddStateDropped(dropped);
    }
}
