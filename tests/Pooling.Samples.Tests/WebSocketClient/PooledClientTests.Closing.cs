using System.Net.WebSockets;

namespace Pooling.Samples.WebSocketClient;

/// <summary>Connections that the server closes.</summary>
public sealed partial class PooledClientTests
{
    /// <summary>Checks a close by the server, whether or not it waits for the answer: what came before is handled, the
    /// caller is told status and reason, and a policy ends the client.</summary>
    [Theory]
    [InlineData(1008, "no more than one connection", false)]
    [InlineData(4001, "auth failed", false)]
    [InlineData(4999, "", true)]
    public async Task RunAsync_ServerClosesForAPolicy_TellsItAndEnds(int code, string reason, bool isAborted)
    {
        int connections = 0;
        await using ScriptedServer server = await ScriptedServer.StartAsync(async (socket, aborted) =>
        {
            Interlocked.Increment(ref connections);
            await SendAsync(socket, "first"u8.ToArray(), part: 5);
            await socket.CloseOutputAsync((WebSocketCloseStatus)code, reason, CancellationToken.None);
            if (!isAborted)
                await socket.ReceiveAsync(new byte[100], aborted);
        });
        await using PooledClient client = Create(server.Address);
        await client.Queue.SendTextAsync("is anybody there?");

        Task running = client.RunAsync().WaitAsync(Wait.Patience);
        ServerClosedException closed = await Assert.ThrowsAsync<ServerClosedException>(() => running);

        Assert.Equal((code, reason), ((int)closed.Status, closed.Reason ?? ""));
        Assert.Same(closed, Assert.Single(_errors));
        Assert.Equal(["first"], _messages);
        Assert.Equal(1, connections);
        Assert.False(await client.Queue.SendTextAsync("late"));
        Assert.Equal(0, _pool.GetStatistics().InUse);
    }

    /// <summary>Checks that a server that has stopped reading is heard, too: the close ends the send.</summary>
    [Fact]
    public async Task RunAsync_ServerClosesWhileASendIsStuck_TellsItAndEnds()
    {
        int connections = 0;
        await using ScriptedServer server = await ScriptedServer.StartAsync(async (socket, aborted) =>
        {
            Interlocked.Increment(ref connections);
            await socket.CloseOutputAsync((WebSocketCloseStatus)4001, "auth failed", CancellationToken.None);
            await Task.Delay(Timeout.Infinite, aborted);
        });
        await using var client = new PooledClient(
            (socket, cancellation) => socket.ConnectAsync(server.Address, cancellation),
            (_, _, _) => ValueTask.CompletedTask, _errors.Enqueue, maxQueuedBytes: 64 << 20, _pool)
        {
            HandshakeTimeout = TimeSpan.FromSeconds(20),
            ShouldReconnect = static _ => false,
        };
        await client.Queue.SendAsync(new byte[32 << 20]);

        Task running = client.RunAsync().WaitAsync(Wait.Patience);
        ServerClosedException closed = await Assert.ThrowsAsync<ServerClosedException>(() => running);

        Assert.Equal((4001, "auth failed"), ((int)closed.Status, closed.Reason));
        Assert.Same(closed, Assert.Single(_errors));
        Assert.Equal(1, connections);
    }

    [Theory]
    [InlineData(1000)]
    [InlineData(1001)]
    [InlineData(1012)] // the server restarts
    public async Task RunAsync_ServerClosesForAWhile_TellsItAndConnectsAgain(int code)
    {
        await using ScriptedServer server = await ScriptedServer.StartAsync(async (socket, aborted) =>
        {
            await socket.CloseOutputAsync((WebSocketCloseStatus)code, "bye", CancellationToken.None);
            await socket.ReceiveAsync(new byte[100], aborted);
        });
        await using PooledClient client = Create(server.Address);
        Task running = client.RunAsync();

        await Wait.Until(() => _errors.Count >= 2);
        await EndAsync(client, running);

        ServerClosedException[] closes = [.. _errors.OfType<ServerClosedException>().Take(2)];
        Assert.Equal(2, closes.Length);
        Assert.All(closes, closed => Assert.Equal((code, "bye"), ((int)closed.Status, closed.Reason)));
    }

    [Fact]
    public async Task RunAsync_ShouldReconnect_Decides()
    {
        await using ScriptedServer server = await ScriptedServer.StartAsync(async (socket, aborted) =>
        {
            await socket.CloseOutputAsync(WebSocketCloseStatus.PolicyViolation, null, CancellationToken.None);
            await socket.ReceiveAsync(new byte[100], aborted);
        });
        int asked = 0;
        await using var client = new PooledClient(
            (socket, cancellation) => socket.ConnectAsync(server.Address, cancellation),
            (_, _, _) => ValueTask.CompletedTask, _errors.Enqueue, pool: _pool)
        {
            MinReconnectDelay = TimeSpan.FromMilliseconds(10),
            ShouldReconnect = status => status == WebSocketCloseStatus.PolicyViolation && ++asked < 3,
        };

        await Assert.ThrowsAsync<ServerClosedException>(() => client.RunAsync().WaitAsync(Wait.Patience));

        Assert.Equal(3, asked);
        Assert.Equal(3, _errors.Count);
    }
}
