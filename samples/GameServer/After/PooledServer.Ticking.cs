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
    private readonly List<PooledConnection> _players = [];
    private readonly List<PooledConnection> _leaving = []; // out of the world, with their last packets to send
    private readonly InboundCommand[] _commands;
    private readonly StateUpdate _update = new();
    private readonly StateAdd _add = new();
    private readonly StateRemove _remove = new();
    private Range[] _updates = []; // where each slot's is
    private int _playerCount;
    private uint _lastEntity;
    private ulong _lastChat;

    public void Tick(long number)
    {
        using var scope = new AllocationScope(Counters, AllocationKind.Packets);
        HandleEvents();
        HandleCommands();
        LookAround(number);
        if (number % WorldRules.BroadcastTicks == 0)
            Broadcast();

        if (number % WorldRules.TicksPerSecond == 0)
            CloseSilent();

        foreach (PooledConnection player in _players)
            player.Flush();

        FinishLeaving();
    }

    private void HandleEvents()
    {
        _tickThread = Environment.CurrentManagedThreadId;
        while (_ownEvents.TryDequeue(out ServerEvent message) || _events.TryDequeue(out message))
        {
            switch (message.Kind)
            {
                case ServerEventKind.Join:
                    Join(message.Connection, message.Text);
                    break;

                case ServerEventKind.Leave:
                    Leave(message.Connection);
                    break;

                default:
                    Say(message.Connection, message.Text);
                    break;
            }
        }
    }

    private void Join(PooledConnection player, string name)
    {
        using var scope = new AllocationScope(Counters, AllocationKind.Sessions);
        if (player.HasLeft)
            return;

        uint entity = ++_lastEntity;
        (int x, int y) = WorldRules.Spawn(entity);
        int slot = _entities.Add(entity, name, x, y);
        if (_updates.Length < _entities.Slots)
            Array.Resize(ref _updates, Math.Max(64, 2 * _entities.Slots));

        _players.Add(player);
        Volatile.Write(ref _playerCount, _players.Count);
        player.Enter(entity, slot, name);
        var result = new LoginResult { Entity = entity, X = x, Y = y, WorldSize = WorldRules.Size, LongestStep = WorldRules.LongestStep };
        player.Add(new OutboundPacket(Opcode.LoginResult, Encode(result)));
    }

    private void Leave(PooledConnection player)
    {
        using var scope = new AllocationScope(Counters, AllocationKind.Sessions);
        player.HasLeft = true;
        if (!_players.Remove(player))
            return;

        Volatile.Write(ref _playerCount, _players.Count);
        _entities.Remove(player.Slot);
        player.Outbox.Clear();
        if (player.Reason is DisconnectReason.PeerLeft or DisconnectReason.SlowClient)
            player.Abort(); // nobody reads
        else
            player.Add(new OutboundPacket(Opcode.Disconnect, Encode(new Disconnect { Reason = player.Reason })));

        _leaving.Add(player);
    }

    private void Say(PooledConnection player, string text)
    {
        using var scope = new AllocationScope(Counters, AllocationKind.Chat);
        if (player.Entity == 0 || player.HasLeft)
            return;

        var message = new ChatMessage { Number = ++_lastChat, Entity = player.Entity, Name = player.PlayerName, Text = text };
        SharedBuffer content = Encode(message);
        foreach (PooledConnection listener in _players)
            listener.Add(new OutboundPacket(Opcode.ChatMessage, content.Retain()));

        content.Dispose();
        Counters.AddChat(_players.Count);
    }

    private void HandleCommands()
    {
        foreach (PooledConnection player in _players)
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

    /// <summary>Finds out what players see, a part of them in each tick.</summary>
    private void LookAround(long number)
    {
        Span<int> nearest = stackalloc int[WorldRules.MostVisible];
        Span<int> added = stackalloc int[WorldRules.MostVisible];
        Span<uint> removed = stackalloc uint[WorldRules.MostVisible];
        foreach (PooledConnection player in _players)
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
    private void Broadcast()
    {
        for (int slot = 0; slot < _entities.Slots; slot++)
        {
            if (_entities.Dirty[slot] != EntityFields.None)
                _updates[slot] = EncodeUpdate(slot);
        }

        if (_encoded.WrittenCount == 0)
            return;

        using var all = SharedBuffer.TakeFrom(_encoded);

        foreach (PooledConnection player in _players)
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

    /// <summary>Ends connections that take too long for something.</summary>
    private void CloseSilent()
    {
        using var scope = new AllocationScope(Counters, AllocationKind.Sessions);
        long now = Environment.TickCount64;
        PooledConnection[] connections;
        lock (_connections)
            connections = [.. _connections];

        foreach (PooledConnection connection in connections)
        {
            if (connection.ClosedAt != 0)
            {
                if (now - connection.ClosedAt > 1000)
                    connection.Abort(); // it has had the time to read why
            }
            else if (!connection.HasLoggedIn)
            {
                if (now - connection.OpenedAt > Limits.Handshake.TotalMilliseconds)
                    connection.Close(DisconnectReason.Timeout);
            }
            else if (now - connection.LastReceived > Limits.Silence.TotalMilliseconds)
            {
                connection.Close(DisconnectReason.Timeout);
            }
            else if (connection.WritingSince is > 0 and var since && now - since > Limits.Write.TotalMilliseconds)
            {
                connection.Close(DisconnectReason.SlowClient);
            }
        }
    }

    private void FinishLeaving()
    {
        for (int i = _leaving.Count - 1; i >= 0; i--)
        {
            if (_leaving[i].FinishSending() || Environment.TickCount64 - _leaving[i].ClosedAt > 1000)
            {
                _leaving[i].Outbox.Dispose();
                _leaving.RemoveAt(i);
            }
        }
    }
}
