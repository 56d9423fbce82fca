using Google.Protobuf;
using Pooling.Buffers;
using Pooling.GameServer.Protocol;
using Pooling.GameServer.World;
using Pooling.Queues;

namespace Pooling.GameServer.After;

/// <summary>The world, on the tick thread.</summary>
internal sealed partial class PooledServer
{
    private readonly EntityStore _entities = new();
    private readonly InboundCommand[] _commands;
    private readonly StateUpdate _update = new();
    private readonly StateAdd _add = new();
    private readonly List<(PooledConnection Player, Range Part, bool IsLast)> _told = new(1024);
    private Range[] _updates = []; // the update of each slot
    private readonly RingQueue<PooledConnection> _line = new(); // players with waiting texts; one text per turn
    private ChatBudget _chatBudget;
    private ulong _lastChat;
    private SharedBuffer[] _shares = []; // of one text, one for each player

    private void Enter(PooledConnection player, uint entity)
    {
        (int x, int y) = WorldRules.Spawn(entity);
        int slot = _entities.Add(entity, player.Session.Name, x, y);
        if (_updates.Length < _entities.Slots)
            Array.Resize(ref _updates, Math.Max(64, 2 * _entities.Slots));

        player.Enter(entity, slot);
        _sessions.Watch(player.Send());
        Send(player, Opcode.LoginResult,
            new LoginResult { Entity = entity, X = x, Y = y, WorldSize = WorldRules.Size, MaxStep = WorldRules.MaxStep });
    }

    private void Leave(PooledConnection player)
    {
        _entities.Remove(player.Slot);
        player.ClearOutbox();
        DisconnectReason reason = player.Session.Connection.Reason;
        if (reason == DisconnectReason.PeerLeft)
            player.Session.Connection.Abort(); // no more reads
        else
            Send(player, Opcode.Disconnect, new Disconnect { Reason = reason });
    }

    private void Send(PooledConnection player, ushort type, IMessage message) => player.Add(new OutboundPacket(type, Encode(message)));

    private void HandleCommands()
    {
        foreach (PooledConnection player in _players.Playing)
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

            if (player.HasChat && !player.IsInLine)
                player.IsInLine = _line.TryEnqueue(player);

            if (player.TakeRefusedChats() is > 0 and var refused)
                Send(player, Opcode.ChatRefused, new ChatRefused { Texts = (uint)refused });
        }
    }

    /// <summary>Delivers one chat text for each of as many players as fit in a tick. A player with more texts goes to the end of the
    /// queue.</summary>
    private void HandOnChat()
    {
        int listeners = _players.Count;
        _chatBudget.BeginTick(listeners);
        if (_line.IsEmpty)
            return;

        while (_chatBudget.HasRoomFor(listeners) && _line.TryDequeue(out PooledConnection? player))
        {
            player.IsInLine = false;
            if (player.Session.Connection.Reason is not (DisconnectReason.None or DisconnectReason.PeerLeft)
                || !player.TryTakeChat(out string? text))
            {
                continue; // the player was disconnected
            }

            Say(player, text!);
            _chatBudget.Take(listeners);
            if (player.HasChat)
                player.IsInLine = _line.TryEnqueue(player);
        }
    }

    private void Say(PooledConnection player, string text)
    {
        List<PooledConnection> listeners = _players.Playing;
        if (_shares.Length < listeners.Count)
            _shares = new SharedBuffer[2 * listeners.Count];

        var message = new ChatMessage { Number = ++_lastChat, Entity = player.Entity, Name = player.Session.Name, Text = text };
        Encode(message, _shares.AsSpan(0, listeners.Count));
        for (int i = 0; i < listeners.Count; i++)
            listeners[i].Add(new OutboundPacket(Opcode.ChatMessage, _shares[i]));

        Counters.AddChat(_players.Count);
    }

    private void LookAround(long number)
    {
        Span<int> nearest = stackalloc int[WorldRules.Sight(_players.Count)];
        Span<int> added = stackalloc int[WorldRules.MaxVisible];
        Span<uint> removed = stackalloc uint[WorldRules.MaxVisible];
        int turns = WorldRules.LookTurns(_players.Count);
        foreach (PooledConnection player in _players.Playing)
        {
            if ((player.Entity + number) % turns != 0)
                continue;

            int count = _entities.FindNearest(player.Slot, nearest, nearest.Length < WorldRules.MaxVisible ? player.Visible : null);
            (int addedCount, int removedCount) = player.Visible.Update(_entities, nearest[..count], added, removed);
            foreach (uint entity in removed[..removedCount])
                player.Add(new OutboundPacket(Opcode.StateRemove, default, entity));

            ReadOnlySpan<int> told = player.NeedsAll ? player.Visible.Slots : added[..addedCount];
            player.NeedsAll = false;
            if (!player.HasRoomFor(told.Length))
                continue;

            for (int i = 0; i < told.Length; i++)
                _told.Add((player, EncodeAll(told[i]), i == told.Length - 1));
        }

        if (_told.Count > 0)
            Tell();
    }

    /// <summary>Gives each player one share of everything that was encoded, for its parts.</summary>
    private void Tell()
    {
        using SharedBuffer all = TakeEncoded();
        SharedBuffer share = default;
        bool isFirst = true;
        foreach ((PooledConnection player, Range part, bool isLast) in _told)
        {
            if (isFirst)
                share = all.Retain();

            player.Add(OutboundPacket.Part(Opcode.StateAdd, share, part.Start.Value, part.End.Value, isLast));
            isFirst = isLast;
        }

        _told.Clear();
    }

    /// <summary>Takes what was encoded out of the writer, which keeps its array if a short message does not need
    /// it.</summary>
    private SharedBuffer TakeEncoded()
    {
        SharedBuffer all = _encoded.DetachShared();
        _writerArrays = _encoded.Capacity > 0 ? 1 : 0;
        return all;
    }

    /// <summary>Encodes each change once, all into one message, and gives one share to each player that sees some of the changes.</summary>
    private void Broadcast()
    {
        for (int slot = 0; slot < _entities.Slots; slot++)
        {
            if (_entities.Dirty[slot] != EntityFields.None)
                _updates[slot] = EncodeUpdate(slot);
        }

        if (_encoded.WrittenCount == 0)
            return;

        using SharedBuffer all = TakeEncoded();
        Span<int> changed = stackalloc int[WorldRules.MaxVisible];
        foreach (PooledConnection player in _players.Playing)
        {
            int count = FindChanged(player.Visible, changed);
            if (count == 0)
                continue;

            SharedBuffer share = all.Retain();
            for (int i = 0; i < count; i++)
            {
                Range part = _updates[changed[i]];
                player.AddState(OutboundPacket.Part(Opcode.StateUpdate, share, part.Start.Value, part.End.Value, isLast: i == count - 1));
            }
        }

        _entities.Dirty.AsSpan(0, _entities.Slots).Clear();
    }

    private int FindChanged(VisibleSet visible, Span<int> changed)
    {
        int count = 0;
        ReadOnlySpan<uint> ids = visible.Ids;
        ReadOnlySpan<int> slots = visible.Slots;
        for (int i = 0; i < slots.Length; i++)
        {
            if (_entities.Ids[slots[i]] == ids[i] && _entities.Dirty[slots[i]] != EntityFields.None)
                changed[count++] = slots[i];
        }

        return count;
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
        return Append(_update);
    }

    private Range EncodeAll(int slot)
    {
        _add.Entity = _entities.Ids[slot];
        _add.Name = _entities.Names[slot];
        _add.X = _entities.X[slot];
        _add.Y = _entities.Y[slot];
        _add.Facing = _entities.Facing[slot];
        _add.Steps = _entities.Steps[slot];
        return Append(_add);
    }

    private Range Append(IMessage message)
    {
        int start = _encoded.WrittenCount;
        int length = message.CalculateSize();
        message.WriteTo(_encoded.GetSpan(length)[..length]);
        _encoded.Advance(length);
        return start.._encoded.WrittenCount;
    }
}
