using StackExchange.Redis;

namespace Pooling.Samples.ClusterHub;

/// <summary>The members that a room has on this node.</summary>
internal sealed class Room(string name, RedisChannel channel)
{
    private Member[] _members = [];

    public string Name => name;

    /// <summary>Gets the channel of the room in Redis.</summary>
    public RedisChannel Channel => channel;

    /// <summary>Gets or sets the members. A change makes a new array, so that a sender goes through one without a lock.</summary>
    public Member[] Members
    {
        get => Volatile.Read(ref _members);
        set => Volatile.Write(ref _members, value); // pairs with the read of a sender
    }
}
