using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;

namespace Pooling.Samples.ClusterHub;

/// <summary>The rooms that have members on this node.</summary>
internal sealed class Rooms
{
    private readonly Lock _gate = new(); // for changes
    private readonly ConcurrentDictionary<string, Room> _rooms = new(StringComparer.Ordinal);
    private readonly ConcurrentDictionary<string, Room>.AlternateLookup<ReadOnlySpan<char>> _lookup;

    public Rooms() => _lookup = _rooms.GetAlternateLookup<ReadOnlySpan<char>>();

    /// <summary>Gets the number of rooms.</summary>
    public int Count => _rooms.Count;

    /// <summary>Attempts to find a room. Allocates nothing.</summary>
    public bool TryFind(ReadOnlySpan<char> name, [MaybeNullWhen(false)] out Room room) => _lookup.TryGetValue(name, out room);

    /// <summary>Adds a member to the room of a name, which is made if it has no members yet.</summary>
    public void Add(string name, Member member)
    {
        lock (_gate)
        {
            Room room = _rooms.GetOrAdd(name, static name => new Room(name, RedisBackplane.ChannelOf(name)));
            member.Room = room;
            room.Members = [.. room.Members, member];
        }
    }

    public void Remove(Member member)
    {
        lock (_gate)
        {
            Room room = member.Room;
            room.Members = [.. room.Members.Where(other => other != member)];
            if (room.Members.Length == 0)
                _rooms.TryRemove(room.Name, out _);
        }
    }
}
