using Microsoft.AspNetCore.Builder;
using Pooling.Buffers;
using StackExchange.Redis;

namespace Pooling.Samples.ClusterHub;

/// <summary>A node on a free port. At its end, nothing of it may be rented or counted any more.</summary>
internal sealed class TestNode : IAsyncDisposable
{
    private readonly TestArrayPool<byte> _arrays;
    private readonly BufferWriterPool _pool;
    private readonly WebApplication _server;

    private TestNode(HubNode node, TestArrayPool<byte> arrays, BufferWriterPool pool, WebApplication server)
    {
        Node = node;
        (_arrays, _pool, _server) = (arrays, pool, server);
        Address = new UriBuilder(server.Urls.Single()) { Scheme = "ws", Path = "/hub" }.Uri;
    }

    public HubNode Node { get; }

    public Uri Address { get; }

    /// <summary>Gets the number of arrays that messages occupy; 0 of a plain node.</summary>
    public int ArraysInUse => _arrays.InUse;

    /// <param name="isPooled">Whether the node is a pooled one.</param>
    /// <param name="redis">The server that connects nodes.</param>
    /// <param name="limits">The limits; <see langword="null"/> for those that a test does not reach.</param>
    /// <param name="maxUnsent">The limit for messages that Redis has not confirmed.</param>
    /// <param name="writers">The pool of the writers; <see langword="null"/> for its own.</param>
    public static async Task<TestNode> StartAsync(
        bool isPooled, RedisServer? redis = null, NodeLimits? limits = null, int maxUnsent = 4 << 20,
        BufferWriterPool? writers = null)
    {
        limits ??= new NodeLimits();
        var arrays = new TestArrayPool<byte>(new TestPoolOptions { CaptureStacks = false });
        var pool = new BufferWriterPool(arrayPool: arrays);
        RedisBackplane? backplane = redis is null ? null : await RedisBackplane.ConnectAsync(OptionsOf(redis), maxUnsent);
        HubNode node = isPooled
            ? new PooledNode(backplane, writers ?? pool, arrays)
            {
                MaxUnsent = limits.MaxUnsent,
                MaxUnsentOfAll = limits.MaxUnsentOfAll,
                SlowTime = limits.SlowTime,
                TextTime = limits.TextTime,
                RequestTime = limits.RequestTime,
                SilentTime = limits.SilentTime,
                CloseTime = limits.CloseTime,
                MaxConnections = limits.MaxConnections,
                MaxConnectionsPerAddress = limits.MaxConnectionsPerAddress,
            }
            : new PlainNode(backplane)
            {
                MaxUnsent = limits.MaxUnsent,
                MaxUnsentOfAll = limits.MaxUnsentOfAll,
                SlowTime = limits.SlowTime,
                TextTime = limits.TextTime,
                RequestTime = limits.RequestTime,
                SilentTime = limits.SilentTime,
                CloseTime = limits.CloseTime,
                MaxConnections = limits.MaxConnections,
                MaxConnectionsPerAddress = limits.MaxConnectionsPerAddress,
            };
        return new TestNode(node, arrays, pool, await NodeHost.StartAsync(node, "http://127.0.0.1:0"));
    }

    /// <summary>Makes options that find out soon that the server has gone or is back, and wait long for its
    /// answers.</summary>
    public static ConfigurationOptions OptionsOf(RedisServer redis) => new()
    {
        EndPoints = { redis.EndPoint },
        ConnectRetry = 1,
        ConnectTimeout = 500, // ms, also of each further attempt
        AsyncTimeout = 120_000,
        HeartbeatInterval = TimeSpan.FromMilliseconds(100),
        ReconnectRetryPolicy = new LinearRetry(100),
    };

    /// <summary>Connects a client, and waits until it is in its room, which is a little after the handshake.</summary>
    public async Task<ChatClient> ConnectAsync(string room, string name)
    {
        ChatClient client = await ChatClient.ConnectAsync(Address, room, name);
        await Wait.Until(() => Node.Rooms.TryFind(room, out Room? found) && found.Members.Any(member => member.Name == name));
        return client;
    }

    /// <summary>Waits until the node has as many members.</summary>
    public Task UntilMembersAsync(int count) => Wait.Until(() => Node.Admission.Count == count);

    public async ValueTask DisposeAsync()
    {
        await _server.StopAsync();
        await _server.DisposeAsync();
        await Node.DisposeAsync();
        _pool.Dispose();
        // A thread that has stopped using pools may still keep a writer, with an array that a message was too short
        // for.
        await Wait.Until(() => _pool.GetStatistics() is { InUse: 0 } idle && _arrays.InUseLength == idle.RetainedBytes);
        await Wait.Until(() => Node.Unsent == 0);
        await Wait.Until(() => (Node.Admission.Count, Node.Rooms.Count) == (0, 0)); // Kestrel does not wait for all
        await Wait.Until(() => (Node.Backplane?.Budget.Used ?? 0) == 0);
        _arrays.AssertClean();
    }
}
