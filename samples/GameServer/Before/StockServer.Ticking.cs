using Pooling.GameServer.Hosting;
using Pooling.GameServer.Protocol;
using Pooling.GameServer.World;

namespace Pooling.GameServer.Before;

/// <summary>The world, on the tick thread.</summary>
internal sealed partial class StockServer
{
    private readonly StockWorld _world = new();
    private readonly List<StockConnection> _players = [];
    private readonly List<StockConnection> _leaving = []; // out of the world, with their last packets to send
    private int _playerCount;
    private uint _lastEntity;
    private ulong _lastChat;

    public void Tick(long number)
    {
        using var scope = new AllocationScope(Counters, AllocationKind.Packets);
        HandleEvents();
        HandlePackets();
        LookAround(number);
        if (number % WorldRules.BroadcastTicks == 0)
            Broadcast();

        if (number % WorldRules.TicksPerSecond == 0)
            CloseSilent();

        foreach (StockConnection player in _players)
            player.Flush();

        FinishLeaving();
    }

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
        foreach (StockConnection listener in _players)
            listener.Add(new StockPacket(Opcode.ChatMessage, content));

        Counters.AddChat(_players.Count);
    }

    private void HandleEvents()
    {
        while (_events.TryDequeue(out StockEvent? message))
        {
            if (message.Name is { } name)
            {
                Join(message.Connection, name);
            }
            else if (message.Text is { } text)
            {
                using var scope = new AllocationScope(Counters, AllocationKind.Chat);
                Dispatcher.Handle(Handlers, message.Connection, Opcode.Chat, text);
            }
            else
            {
                Leave(message.Connection);
            }
        }
    }

    private void Join(StockConnection player, string name)
    {
        using var scope = new AllocationScope(Counters, AllocationKind.Sessions);
        if (player.HasLeft)
            return;

        uint entity = ++_lastEntity;
        (int x, int y) = WorldRules.Spawn(entity);
        player.Enter(_world.Add(entity, name, x, y));
        _players.Add(player);
        Volatile.Write(ref _playerCount, _players.Count);
        var result = new LoginResult { Entity = entity, X = x, Y = y, WorldSize = WorldRules.Size, LongestStep = WorldRules.LongestStep };
        player.Add(new StockPacket(Opcode.LoginResult, StockWriter.Encode(result)));
    }

    private void Leave(StockConnection player)
    {
        using var scope = new AllocationScope(Counters, AllocationKind.Sessions);
        player.HasLeft = true;
        if (!_players.Remove(player))
            return;

        Volatile.Write(ref _playerCount, _players.Count);
        _world.Remove(player.Entity!);
        player.Outbox.Clear();
        if (player.Reason is DisconnectReason.PeerLeft or DisconnectReason.SlowClient)
            player.Abort(); // nobody reads
        else
            player.Add(new StockPacket(Opcode.Disconnect, StockWriter.Encode(new Disconnect { Reason = player.Reason })));

        _leaving.Add(player);
    }

    private void HandlePackets()
    {
        foreach (StockConnection player in _players)
        {
            for (int i = 0; i < Limits.PacketsPerTick && player.TryTake(out ReceivedPacket? packet); i++)
                Dispatcher.Handle(Handlers, player, packet!.Type, packet.Message);
        }
    }

    /// <summary>Finds out what players see, a part of them in each tick.</summary>
    private void LookAround(long number)
    {
        foreach (StockConnection player in _players)
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
    private void Broadcast()
    {
        var updates = new Dictionary<uint, byte[]>();
        foreach ((uint id, EntityFields fields) in _world.TakeChanges())
            updates.Add(id, EncodeUpdate(_world.Entities[id], fields));

        foreach (StockConnection player in _players)
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

    /// <summary>Ends connections that take too long for something.</summary>
    private void CloseSilent()
    {
        using var scope = new AllocationScope(Counters, AllocationKind.Sessions);
        long now = Environment.TickCount64;
        StockConnection[] connections;
        lock (_connections)
            connections = [.. _connections];

        foreach (StockConnection connection in connections)
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
                _leaving.RemoveAt(i);
            }
        }
    }
}
