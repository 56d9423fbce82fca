using Pooling.GameServer.Protocol;
using Pooling.GameServer.World;

namespace Pooling.GameServer.Before;

/// <summary>The world, on the tick thread.</summary>
internal sealed partial class StockServer
{
    private readonly StockWorld _world = new();
    private ulong _lastChat;

    /// <summary>Moves a player's entity and answers.</summary>
    public void Move(StockConnection player, Input input)
    {
        StockEntity entity = player.Entity!;
        _world.Move(entity, input.Dx, input.Dy);
        player.AddState(new StockPacket(Opcode.StateAck, StockWriter.Encode(new StateAck { Sequence = input.Sequence, X = entity.X, Y = entity.Y })));
    }

    /// <summary>Tells everybody what a player says.</summary>
    public void Say(StockConnection player, string text)
    {
        if (player.Entity is not { } entity || player.HasLeft)
            return;

        byte[] content = StockWriter.Encode(new ChatMessage { Number = ++_lastChat, Entity = entity.Id, Name = entity.Name, Text = text });
        foreach (StockConnection listener in Playing)
            listener.Add(new StockPacket(Opcode.ChatMessage, content));

        Counters.AddChat(Playing.Count);
    }

    protected override void Enter(StockConnection player, uint entity, string name, int x, int y) => player.Enter(_world.Add(entity, name, x, y));

    protected override void Remove(StockConnection player) => _world.Remove(player.Entity!);

    protected override void HandlePackets()
    {
        foreach (StockConnection player in Playing)
        {
            for (int i = 0; i < Limits.PacketsPerTick && player.TryTake(out ReceivedPacket? packet); i++)
                Dispatcher.Handle(Handlers, player, packet!.Type, packet.Message);
        }
    }

    protected override void LookAround(long number)
    {
        foreach (StockConnection player in Playing)
        {
            StockEntity self = player.Entity!;
            if ((self.Id + number) % WorldRules.BroadcastTicks != 0)
                continue;

            List<StockEntity> near = _world.FindNearest(self);
            (List<uint> added, List<uint> removed, List<uint> kept) = player.Tracker.Update(near.Select(static entity => entity.Id));
            foreach (uint id in removed)
                player.Add(new StockPacket(Opcode.StateRemove, StockWriter.Encode(new StateRemove { Entity = id })));

            List<uint> told = player.NeedsAll ? [.. kept, .. added] : added;
            player.NeedsAll = false;
            foreach (uint id in told)
                player.Add(new StockPacket(Opcode.StateAdd, EncodeAll(_world.Entities[id])));
        }
    }

    /// <summary>Encodes each change once, into a list that is new for each broadcast, and sends everybody the arrays of what it sees.</summary>
    protected override void Broadcast()
    {
        var updates = new Dictionary<uint, byte[]>();
        foreach ((uint id, EntityFields fields) in _world.TakeChanges())
            updates.Add(id, EncodeUpdate(_world.Entities[id], fields));

        foreach (StockConnection player in Playing)
        {
            var visible = new List<byte[]>();
            foreach (uint id in player.Tracker.Known)
            {
                if (updates.TryGetValue(id, out byte[]? update))
                    visible.Add(update);
            }

            foreach (byte[] update in visible)
                player.AddState(new StockPacket(Opcode.StateUpdate, update));
        }
    }

    private static byte[] EncodeUpdate(StockEntity entity, EntityFields fields) => StockWriter.Encode(new StateUpdate
    {
        Entity = entity.Id,
        Fields = (uint)fields,
        X = (fields & EntityFields.X) != 0 ? entity.X : 0,
        Y = (fields & EntityFields.Y) != 0 ? entity.Y : 0,
        Facing = (fields & EntityFields.Facing) != 0 ? entity.Facing : 0,
        Steps = (fields & EntityFields.Steps) != 0 ? entity.Steps : 0,
    });

    private static byte[] EncodeAll(StockEntity entity) => StockWriter.Encode(
        new StateAdd { Entity = entity.Id, Name = entity.Name, X = entity.X, Y = entity.Y, Facing = entity.Facing, Steps = entity.Steps });
}
