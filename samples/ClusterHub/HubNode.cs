using System.Buffers;
using System.Net;
using System.Net.WebSockets;
using System.Threading.Channels;
using Microsoft.AspNetCore.Connections.Features;
using Microsoft.AspNetCore.Http;

namespace Pooling.Samples.ClusterHub;

/// <summary>One machine of the hub: members on WebSockets in rooms, and messages from and to other nodes.</summary>
/// <remarks>It has limits for everything that a client decides: connections, the length of names and messages, and the bytes that wait
/// for a member and for all of them.</remarks>
/// <param name="backplane">The connection to other nodes; <see langword="null"/> if there are none. The node disposes it.</param>
internal abstract class HubNode(RedisBackplane? backplane) : IAsyncDisposable
{
    public const int MaxMessage = 16 * 1024; // bytes of a text from a client
    public const int MaxName = 32; // characters of a name, of a member or a room
    public const int MinCharge = 256; // bytes: short messages take memory, too

    private const int MaxEscape = 6; // bytes of JSON for a byte of text

    private static readonly SearchValues<char> s_nameCharacters =
        SearchValues.Create("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_");

    private Admission? _admission;
    private long _slow;
    private long _lost;

    /// <summary>Gets the maximum length of a message between nodes.</summary>
    public static int MaxPacket => PacketHeader.Length + (MaxEscape * MaxMessage) + 128;

    /// <summary>Gets the maximum length of the messages that wait for one member, in bytes. Who sends here waits while
    /// there is half of it from this node. The rest is for messages of other nodes, whose senders cannot wait: a member
    /// that has no room for one is dropped. So up to one and a half of it wait if those of other nodes come first. At
    /// least two of the longest messages.</summary>
    public int MaxUnsent
    {
        get;
        init
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, 2 * MaxPacket);
            field = value;
        }
    } = 256 * 1024;

    /// <summary>Gets the maximum length of the messages that wait for all members together, in bytes. An address may
    /// have half of what is left, and a room of an address half of what the address has left. At least sixteen of the
    /// longest messages.</summary>
    public long MaxUnsentOfAll
    {
        get;
        init
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, 16 * MaxPacket);
            field = value;
        }
    } = 64 << 20;

    /// <summary>Gets the bytes that a member may send to other nodes in a second, beside a quarter of
    /// <see cref="MaxUnsent"/> at once. Then it is not read for a while.</summary>
    public int MaxRate { get; init; } = 2 << 20;

    /// <summary>Gets the maximum time that a message waits for a member. One that needs longer is dropped.</summary>
    public TimeSpan SlowTime { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>Gets the maximum time between the first part of a text and its last. Who needs longer is
    /// dropped.</summary>
    public TimeSpan TextTime { get; init; } = TimeSpan.FromMinutes(1);

    /// <summary>Gets the maximum time for the headers of a request, and until the first one of a connection.</summary>
    public TimeSpan RequestTime { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>Gets the time after which the system asks a silent client whether it is still there, and then the time
    /// for an answer: from 3 seconds to 9 hours. It never asks if the time is zero or infinite.</summary>
    public TimeSpan SilentTime { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>Gets the maximum number of connections.</summary>
    public int MaxConnections { get; init; } = 10_000;

    /// <summary>Gets the maximum number of connections of one address.</summary>
    public int MaxConnectionsPerAddress { get; init; } = 100;

    /// <summary>Gets the maximum time for sending what waits and closing.</summary>
    public TimeSpan CloseTime { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>Gets the connection to other nodes.</summary>
    public RedisBackplane? Backplane => backplane;

    public Rooms Rooms { get; } = new();

    /// <summary>Gets the connections.</summary>
    public Admission Admission => _admission ?? Interlocked.CompareExchange(
        ref _admission, new(MaxConnections, MaxConnectionsPerAddress, AllBytes), null) ?? _admission;

    /// <summary>Gets the options for the queue of a member: as many places as the shortest messages have
    /// room.</summary>
    public BoundedChannelOptions OutboxOptions => new(3 * (MaxUnsent / MinCharge) / 2) { SingleReader = true };

    /// <summary>Gets the length of all messages that wait, in bytes. One that waits for several members counts for each of them.</summary>
    public long Unsent => Admission.All.Unsent.Used;

    /// <summary>Gets the number of members that were dropped because they read too slowly.</summary>
    public long SlowCount => Interlocked.Read(ref _slow);

    /// <summary>Gets the number of messages that were lost for a member because others of its address or room had taken
    /// all bytes. One that is lost for several members counts for each of them.</summary>
    public long LostCount => Interlocked.Read(ref _lost);

    private Admission.Part AllBytes => new(new Budget(null, MaxUnsentOfAll), backplane?.Budget ?? new Budget(null));

    /// <summary>Begins to receive the messages of other nodes.</summary>
    public Task StartAsync() => backplane?.SubscribeAsync(Receive) ?? Task.CompletedTask;

    /// <summary>Accepts a connection to <c>?room=name&amp;name=name</c>, and serves it until it ends.</summary>
    public async Task AcceptAsync(HttpContext context, CancellationToken stopping)
    {
        string room = context.Request.Query["room"].ToString();
        string name = context.Request.Query["name"].ToString();
        IPAddress address = context.Connection.RemoteIpAddress ?? IPAddress.None;
        if (!context.WebSockets.IsWebSocketRequest || !IsName(room) || !IsName(name))
        {
            context.Response.StatusCode = StatusCodes.Status400BadRequest;
        }
        else if (!Admission.TryEnter(address, room, out Admission.Part? part))
        {
            // Before the socket is accepted: a refusal costs a response, and no buffers.
            context.Response.StatusCode = StatusCodes.Status429TooManyRequests;
        }
        else
        {
            try
            {
                using WebSocket socket = await context.WebSockets.AcceptWebSocketAsync();
                Member member = CreateMember(socket, name, part);
                context.Features.Get<IConnectionHeartbeatFeature>()?.OnHeartbeat(
                    static member => ((Member)member).CheckClocks(), member);
                await RunAsync(member, room, stopping);
                await member.WaitForPublishesAsync();
            }
            finally
            {
                Admission.Leave(address, room);
            }
        }
    }

    /// <summary>Adds a member to a room until its connection ends.</summary>
    public async Task RunAsync(Member member, string room, CancellationToken stopping)
    {
        Rooms.Add(room, member);
        try
        {
            await member.RunAsync(stopping);
        }
        finally
        {
            Rooms.Remove(member);
        }
    }

    public abstract Member CreateMember(WebSocket socket, string name, Admission.Part part);

    /// <summary>Gives a message of another node to the members that a room has here. Never waits for any of them.</summary>
    public abstract void Receive(ReadOnlySpan<char> room, ReadOnlySpan<byte> packet);

    public void CountSlow() => Interlocked.Increment(ref _slow);

    public void CountLost() => Interlocked.Increment(ref _lost);

    public ValueTask DisposeAsync() => backplane?.DisposeAsync() ?? ValueTask.CompletedTask;

    /// <summary>Returns how many bytes a message of JSON counts as.</summary>
    public static int ChargeOf(int length) => Math.Max(length, MinCharge);

    private static bool IsName(string text) => text.Length is > 0 and <= MaxName && !text.AsSpan().ContainsAnyExcept(s_nameCharacters);
}
