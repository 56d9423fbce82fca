using Google.Protobuf;
using Pooling.Buffers;
using Pooling.GameServer.Hosting;
using Pooling.GameServer.Protocol;
using Pooling.GameServer.World;

namespace Pooling.GameServer.After;

/// <summary>The world, on the tick thread.</summary>
internal sealed partial class PooledServer
{
    private readonly EntityStore _entities = new();
    private readonly InboundCommand[] _commands;
    private readonly StateUpdate _update = new();
    private readonly StateAdd _add = new();
    private readonly StateRemove _remove = new();
    private Range[] _updates = []; // where each slot's is
    private ulong _lastChat;

    protected override void Enter(PooledConnection player, uint entity, string name, int x, int y)
    {
        int slot = _entities.Add(entity, name, x, y);
        if (_updates.Length < _entities.Slots)
            Array.Resize(ref _updates, Math.Max(64, 2 * _entities.Slots));

        player.Enter(entity, slot, name);
        Watch(player.Send());
    }

    protected override void Remove(PooledConnection player) => _entities.Remove(player.Slot);

    protected override void Send(PooledConnection player, ushort type, IMessage message) => player.Add(new OutboundPacket(type, Encode(message)));

    private void Say(PooledConnection player, string text)
    {
        using var scope = new AllocationScope(Counters, AllocationKind.Chat);
        if (player.Entity == 0 || player.HasLeft)
            return;

        var message = new ChatMessage { Number = ++_lastChat, Entity = player.Entity, Name = player.PlayerName, Text = text };
        SharedBuffer content = Encode(message);
        foreach (PooledConnection listener in Playing)
            listener.Add(new OutboundPacket(Opcode.ChatMessage, content.Retain()));

        content.Dispose();
        Counters.AddChat(Playing.Count);
    }

    protected override void HandlePackets()
    {
        foreach (PooledConnection player in Playing)
        {
            int count = player.TakeCommands(_commands);
            foreach (ref readonly InboundCommand command in _commands.AsSpan(0, count))
            {
                if (command.Opcode == Opcode.Ping)
                {
                    player.AddState(new OutboundPacket(Opcode.Pong, default, command.Number));
                    continue;
                }

                int slot = player.Slot;
                _entities.Move(slot, command.X, command.Y);
                player.AddState(new OutboundPacket(Opcode.StateAck, default, command.Number, _entities.X[slot], _entities.Y[slot]));
            }
        }
    }

    protected override void LookAround(long number)
    {
        Span<int> nearest = stackalloc int[WorldRules.MostVisible];
        Span<int> added = stackalloc int[WorldRules.MostVisible];
        Span<uint> removed = stackalloc uint[WorldRules.MostVisible];
        foreach (PooledConnection player in Playing)
        {
            if ((player.Entity + number) % WorldRules.BroadcastTicks != 0)
                continue;

            int count = _entities.FindNearest(player.Slot, nearest);
            (int addedCount, int removedCount) = player.Visible.Update(_entities, nearest[..count], added, removed);
            foreach (uint entity in removed[..removedCount])
            {
                _remove.Entity = entity;
                player.Add(new OutboundPacket(Opcode.StateRemove, Encode(_remove)));
            }

            ReadOnlySpan<int> told = player.NeedsAll ? player.Visible.Slots : added[..addedCount];
            player.NeedsAll = false;
            foreach (int slot in told)
                player.Add(new OutboundPacket(Opcode.StateAdd, EncodeAll(slot)));
        }
    }

    /// <summary>Encodes each change once, all into one message, and gives everybody who sees the entity a share in its part.</summary>
    protected override void Broadcast()
    {
        for (int slot = 0; slot < _entities.Slots; slot++)
        {
            if (_entities.Dirty[slot] != EntityFields.None)
                _updates[slot] = EncodeUpdate(slot);
        }

        if (_encoded.WrittenCount == 0)
            return;

        using var all = SharedBuffer.TakeFrom(_encoded);

        foreach (PooledConnection player in Playing)
        {
            ReadOnlySpan<uint> ids = player.Visible.Ids;
            ReadOnlySpan<int> slots = player.Visible.Slots;
            for (int i = 0; i < slots.Length; i++)
            {
                int slot = slots[i];
                if (_entities.Ids[slot] == ids[i] && _entities.Dirty[slot] != EntityFields.None)
                    player.AddState(new OutboundPacket(Opcode.StateUpdate, all[_updates[slot]]));
            }
        }

        _entities.Dirty.AsSpan(0, _entities.Slots).Clear();
    }

    private Range EncodeUpdate(int slot)
    {
        EntityFields fields = _entities.Dirty[slot];
        _update.Entity = _entities.Ids[slot];
        _update.Fields = (uint)fields;
        _update.X = (fields & EntityFields.X) != 0 ? _entities.X[slot] : 0;
        _update.Y = (fields & EntityFields.Y) != 0 ? _entities.Y[slot] : 0;
        _update.Facing = (fields & EntityFields.Facing) != 0 ? _entities.Facing[slot] : 0;
        _update.Steps = (fields & EntityFields.Steps) != 0 ? _entities.Steps[slot] : 0;
        int start = _encoded.WrittenCount;
        int length = _update.CalculateSize();
        _update.WriteTo(_encoded.GetSpan(length)[..length]);
        _encoded.Advance(length);
        return start.._encoded.WrittenCount;
    }

    private SharedBuffer EncodeAll(int slot)
    {
        _add.Entity = _entities.Ids[slot];
        _add.Name = _entities.Names[slot];
        _add.X = _entities.X[slot];
        _add.Y = _entities.Y[slot];
        _add.Facing = _entities.Facing[slot];
        _add.Steps = _entities.Steps[slot];
        return Encode(_add);
    }
}
