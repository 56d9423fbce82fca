using Pooling.GameServer.Protocol;
using Pooling.GameServer.World;

namespace Pooling.GameServer.Before;

/// <summary>The world, on the tick thread.</summary>
internal sealed partial class BeforeServer
{
    private readonly BeforeWorld _world = new();
    private readonly Queue<BeforeConnection> _line = new(); // players with waiting texts; one text per turn
    private ChatBudget _chatBudget;
    private ulong _lastChat;

    /// <summary>Moves a player's entity and answers.</summary>
    public void Move(BeforeConnection player, Input input)
    {
        BeforeEntity entity = player.Entity!;
        _world.Move(entity, input.Dx, input.Dy);
        player.AddState(new BeforePacket(Opcode.StateAck,
            BeforeWriter.Encode(new StateAck { Sequence = input.Sequence, X = entity.X, Y = entity.Y })));
    }

    /// <summary>Sends a player's chat text to everybody.</summary>
    public void Say(BeforeConnection player, string text)
    {
        BeforeEntity entity = player.Entity!;
        byte[] content = BeforeWriter.Encode(new ChatMessage { Number = ++_lastChat, Entity = entity.Id, Name = entity.Name, Text = text });
        foreach (BeforeConnection listener in _players.Playing)
            listener.Add(new BeforePacket(Opcode.ChatMessage, content));

        Counters.AddChat(_players.Count);
    }

    private void Enter(BeforeConnection player, uint entity)
    {
        (int x, int y) = WorldRules.Spawn(entity);
        player.Enter(_world.Add(entity, player.Session.Name, x, y));
        Send(player, Opcode.LoginResult,
            new LoginResult { Entity = entity, X = x, Y = y, WorldSize = WorldRules.Size, MaxStep = WorldRules.MaxStep });
    }

    private void Leave(BeforeConnection player)
    {
        _world.Remove(player.Entity!);
        player.Outbox.Clear();
        DisconnectReason reason = player.Session.Connection.Reason;
        if (reason == DisconnectReason.PeerLeft)
            player.Session.Connection.Abort(); // no more reads
        else
            Send(player, Opcode.Disconnect, new Disconnect { Reason = reason });
    }

    private void HandleCommands()
    {
        foreach (BeforeConnection player in _players.Playing)
        {
            for (int left = player.EarnCommands(); left > 0 && player.TryTake(out ReceivedPacket? packet); left--)
                Dispatcher.Handle(Handlers, player, packet!.Type, packet.Message);

            if (player.HasChat && !player.IsInLine)
                PutInLine(player);

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
        if (_line.Count == 0)
            return;

        while (_chatBudget.HasRoomFor(listeners) && _line.TryDequeue(out BeforeConnection? player))
        {
            player.IsInLine = false;
            if (player.Session.Connection.Reason is not (DisconnectReason.None or DisconnectReason.PeerLeft)
                || !player.TryTakeChat(out ReceivedPacket? packet))
            {
                continue; // the player was disconnected
            }

            Dispatcher.Handle(Handlers, player, packet!.Type, packet.Message);
            _chatBudget.Take(listeners);
            if (player.HasChat)
                PutInLine(player);
        }
    }

    private void PutInLine(BeforeConnection player)
    {
        _line.Enqueue(player);
        player.IsInLine = true;
    }

    private void LookAround(long number)
    {
        int sight = WorldRules.Sight(_players.Count);
        int turns = WorldRules.LookTurns(_players.Count);
        foreach (BeforeConnection player in _players.Playing)
        {
            BeforeEntity self = player.Entity!;
            if ((self.Id + number) % turns != 0)
                continue;

            List<BeforeEntity> near = _world.FindNearest(self, sight, sight < WorldRules.MaxVisible ? player.Tracker : null);
            (List<uint> added, List<uint> removed, List<uint> kept) = player.Tracker.Update(near.Select(static entity => entity.Id));
            foreach (uint id in removed)
                player.Add(new BeforePacket(Opcode.StateRemove, BeforeWriter.Encode(new StateRemove { Entity = id })));

            List<uint> told = player.NeedsAll ? [.. kept, .. added] : added;
            player.NeedsAll = false;
            foreach (uint id in told)
                player.Add(new BeforePacket(Opcode.StateAdd, EncodeAll(_world.Entities[id])));
        }
    }

    /// <summary>Encodes each change once, into a new list for each broadcast, and sends each player the arrays of what it sees.</summary>
    private void Broadcast()
    {
        var updates = new Dictionary<uint, byte[]>();
        foreach ((uint id, EntityFields fields) in _world.TakeChanges())
            updates.Add(id, EncodeUpdate(_world.Entities[id], fields));

        foreach (BeforeConnection player in _players.Playing)
        {
            var visible = new List<byte[]>();
            foreach (uint id in player.Tracker.Known)
            {
                if (updates.TryGetValue(id, out byte[]? update))
                    visible.Add(update);
            }

            foreach (byte[] update in visible)
                player.AddState(new BeforePacket(Opcode.StateUpdate, update));
        }
    }

    private static byte[] EncodeUpdate(BeforeEntity entity, EntityFields fields) => BeforeWriter.Encode(new StateUpdate
    {
        Entity = entity.Id,
        Fields = (uint)fields,
        X = (fields & EntityFields.X) != 0 ? entity.X : 0,
        Y = (fields & EntityFields.Y) != 0 ? entity.Y : 0,
        Facing = (fields & EntityFields.Facing) != 0 ? entity.Facing : 0,
        Steps = (fields & EntityFields.Steps) != 0 ? entity.Steps : 0,
    });

    private static byte[] EncodeAll(BeforeEntity entity) => BeforeWriter.Encode(
        new StateAdd { Entity = entity.Id, Name = entity.Name, X = entity.X, Y = entity.Y, Facing = entity.Facing, Steps = entity.Steps });
}
