using Google.Protobuf;
using Pooling.GameServer.Protocol;
using Pooling.GameServer.World;

namespace Pooling.GameServer.Bots;

/// <summary>The entities that a bot knows from the packets that it received.</summary>
internal sealed class BotSight
{
    private readonly Dictionary<uint, (int X, int Y)> _entities = [];
    private readonly StateAck _ack = new();
    private readonly StateAdd _add = new();
    private readonly StateUpdate _update = new();
    private readonly StateRemove _remove = new();

    /// <summary>Copies the entities and their positions. Any thread.</summary>
    public KeyValuePair<uint, (int X, int Y)>[] Copy()
    {
        lock (_entities)
            return [.. _entities];
    }

    public StateAck ReadAck(ReadOnlySpan<byte> payload)
    {
        (_ack.Sequence, _ack.X, _ack.Y) = (0, 0, 0);
        _ack.MergeFrom(payload);
        return _ack;
    }

    public void Add(ReadOnlySpan<byte> payload)
    {
        (_add.Entity, _add.X, _add.Y, _add.Facing, _add.Steps) = (0, 0, 0, 0, 0);
        _add.MergeFrom(payload);
        lock (_entities)
            _entities[_add.Entity] = (_add.X, _add.Y);
    }

    /// <returns><see langword="false"/> if the entity is not known.</returns>
    public bool Update(ReadOnlySpan<byte> payload)
    {
        (_update.Entity, _update.Fields, _update.X, _update.Y, _update.Facing, _update.Steps) = (0, 0, 0, 0, 0, 0);
        _update.MergeFrom(payload);
        var fields = (EntityFields)_update.Fields;
        lock (_entities)
        {
            if (!_entities.TryGetValue(_update.Entity, out (int X, int Y) position))
                return false;

            _entities[_update.Entity] = ((fields & EntityFields.X) != 0 ? _update.X : position.X,
                (fields & EntityFields.Y) != 0 ? _update.Y : position.Y);
            return true;
        }
    }

    public void Remove(ReadOnlySpan<byte> payload)
    {
        _remove.Entity = 0;
        _remove.MergeFrom(payload);
        lock (_entities)
            _entities.Remove(_remove.Entity);
    }
}
