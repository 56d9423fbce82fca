using Pooling.GameServer.Protocol;
using Pooling.GameServer.World;

namespace Pooling.GameServer.After;

/// <summary>What the tick thread keeps of a player.</summary>
internal sealed partial class PooledConnection
{
    private CommandAllowance _allowance;

    /// <summary>The player's entity; 0 if it was never in the world.</summary>
    public uint Entity { get; private set; }

    public int Slot { get; private set; }

    public VisibleSet Visible { get; } = new();

    /// <summary>Whether state gave way to newer state, so that the player must be told all it sees anew.</summary>
    public bool NeedsAll { get; set; }

    /// <summary>Whether it stands in the line of those who have something to say.</summary>
    public bool IsInLine { get; set; }

    public bool HasChat => !_chats!.IsEmpty;

    public void Enter(uint entity, int slot) => (Entity, Slot) = (entity, slot);

    /// <summary>Takes as many of the player's next commands as it has earned.</summary>
    public int TakeCommands(Span<InboundCommand> commands)
    {
        int count = _inbox!.DequeueMany(commands[.._allowance.Earn()]);
        _allowance.Spend(count);
        return count;
    }

    public bool TryTakeChat(out string? text) => _chats!.TryDequeue(out text);

    /// <summary>Takes the number of texts that were refused lately.</summary>
    // pairs with the receiver's increment
    public int TakeRefusedChats() => Volatile.Read(ref _refusedChats) == 0 ? 0 : Interlocked.Exchange(ref _refusedChats, 0);

    /// <summary>Adds a packet that must arrive; a player for whom there is no room is too slow.</summary>
    public void Add(in OutboundPacket packet)
    {
        if (_outbox!.TryAdd(in packet))
            return;

        packet.End();
        session.End(DisconnectReason.SlowClient);
    }

    /// <summary>Whether there is room for packets that must arrive; if not, the player is too slow.</summary>
    public bool HasRoomFor(int packets)
    {
        if (packets <= _outbox!.Room)
            return true;

        session.End(DisconnectReason.SlowClient);
        return false;
    }

    /// <summary>Adds a packet that newer ones may take the place of.</summary>
    public void AddState(in OutboundPacket packet)
    {
        int dropped = _outbox!.AddState(in packet);
        if (dropped <= 0)
            return;

        NeedsAll = true;
        server.Counters.AddStateDropped(dropped);
    }
}
