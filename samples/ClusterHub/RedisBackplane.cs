using System.Text;
using System.Text.Unicode;
using Pooling.Buffers;
using StackExchange.Redis;

namespace Pooling.Samples.ClusterHub;

/// <summary>The connection of a node to the others: publishes messages to the channel of a room, and receives those of other
/// nodes.</summary>
/// <remarks>It never waits for Redis. What cannot be sent is lost, and counted. Thread safety: any thread may publish.</remarks>
internal sealed class RedisBackplane : IAsyncDisposable
{
    private const string Prefix = "clusterhub:";

    private static readonly RedisChannel s_allRooms = RedisChannel.Pattern(Prefix + "*");

    private readonly ConnectionMultiplexer _redis;
    private readonly ISubscriber _subscriber;
    private long _lost;
    private long _foreign;

    private RedisBackplane(ConnectionMultiplexer redis, int maxUnsent)
    {
        Budget = new Budget(null, maxUnsent);
        _redis = redis;
        _subscriber = redis.GetSubscriber();
        Header = PacketHeader.Create(NodeId);
    }

    /// <summary>Handles a message of another node. Must not wait.</summary>
    /// <param name="room">The name of the room.</param>
    /// <param name="packet">The message with its header, valid until the call returns.</param>
    public delegate void Receiver(ReadOnlySpan<char> room, ReadOnlySpan<byte> packet);

    /// <summary>Gets the id of this node, by which it knows what it has published itself.</summary>
    public Guid NodeId { get; } = Guid.NewGuid();

    /// <summary>Gets the header of the messages of this node.</summary>
    public byte[] Header { get; }

    /// <summary>Gets a value that indicates whether the messages of other nodes arrive.</summary>
    public bool IsSubscribed => _redis.IsConnected && _subscriber.SubscribedEndpoint(s_allRooms) is not null;

    /// <summary>Gets the bytes that Redis has not confirmed.</summary>
    public Budget Budget { get; }

    /// <summary>Gets the number of messages that other nodes did not get.</summary>
    public long LostCount => Interlocked.Read(ref _lost);

    /// <summary>Gets the number of received messages that no node has sent.</summary>
    public long ForeignCount => Interlocked.Read(ref _foreign);

    /// <summary>Connects. If Redis is down, it is connected and subscribed to as soon as it is there.</summary>
    /// <param name="options">The addresses and timeouts. What happens while Redis is down is set here.</param>
    /// <param name="maxUnsent">The maximum length of the messages that Redis has not confirmed, in bytes. Further ones
    /// are lost. An address may have half of what is left, and a room of an address half of that.</param>
    public static async Task<RedisBackplane> ConnectAsync(ConfigurationOptions options, int maxUnsent = 4 << 20)
    {
        options = options.Clone();
        options.AbortOnConnectFail = false; // a node also starts without Redis
        options.BacklogPolicy = BacklogPolicy.FailFast; // otherwise messages pile up in the client while Redis is down
        return new RedisBackplane(await ConnectionMultiplexer.ConnectAsync(options), maxUnsent);
    }

    public static RedisChannel ChannelOf(string room) => RedisChannel.Literal(Prefix + room);

    /// <summary>Subscribes to the channels of all rooms. The messages come one after the other, in the order of each sender.</summary>
    public async Task SubscribeAsync(Receiver receiver)
    {
        // Without this flag, the call would fail while Redis is down. The client subscribes in both cases when it has connected.
        ChannelMessageQueue messages = await _subscriber.SubscribeAsync(s_allRooms, CommandFlags.FireAndForget);
        messages.OnMessage(message => Receive(message, receiver));
    }

    /// <summary>Publishes a message. The caller need not await it.</summary>
    /// <param name="channel">The channel of the room.</param>
    /// <param name="packet">The message with its header.</param>
    /// <param name="budget">The part of the bytes that Redis has not confirmed to which the message counts.</param>
    /// <param name="share">The share that the packet belongs to, which ends when Redis has confirmed it or it is lost.</param>
    /// <remarks>The client copies the packet when it writes it, which may be after its method has returned. So the memory must not go
    /// back to its pool before the task of that method has ended. Do not use <see cref="CommandFlags.FireAndForget"/>: its task has
    /// ended from the start.</remarks>
    public async Task PublishAsync(
        RedisChannel channel, ReadOnlyMemory<byte> packet, Budget budget, SharedBuffer share = default)
    {
        using SharedBuffer ending = share;
        bool isSent = false;
        bool hasBudget = packet.Length <= budget.Free;
        budget.Add(packet.Length);
        try
        {
            if (!hasBudget || !_redis.IsConnected) // which costs less than an exception
                return;

            await _subscriber.PublishAsync(channel, packet).ConfigureAwait(false);
            isSent = true;
        }
        catch (Exception exception) when (exception is RedisException or TimeoutException or ObjectDisposedException
            or OperationCanceledException)
        {
            // The connection has failed, or Redis does not answer.
        }
        finally
        {
            budget.Add(-packet.Length);
            if (!isSent)
                Interlocked.Increment(ref _lost);
        }
    }

    /// <summary>Disconnects. Messages that Redis has not confirmed are lost.</summary>
    public ValueTask DisposeAsync() => _redis.DisposeAsync();

    /// <summary>Whoever reaches Redis can publish, so everything is checked here.</summary>
    private void Receive(ChannelMessage message, Receiver receiver)
    {
        ReadOnlyMemory<byte> packet = message.Message; // the array that the client has made, not a copy
        ReadOnlySpan<byte> channel = (byte[]?)message.Channel;
        Span<char> room = stackalloc char[Prefix.Length + HubNode.MaxName];
        if (packet.Length > HubNode.MaxPacket || channel.Length > room.Length
            || !PacketHeader.TryRead(packet.Span, out Guid node)
            || !Utf8.IsValid(packet.Span[PacketHeader.Length..]) // a text that is no UTF-8 would end the connections of all members
            || !Encoding.UTF8.TryGetChars(channel, room, out int length))
        {
            Interlocked.Increment(ref _foreign);
        }
        else if (node != NodeId)
        {
            receiver(room[Prefix.Length..length], packet.Span);
        }
    }
}
