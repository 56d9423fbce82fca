using System.Net;
using System.Net.Sockets;
using Pooling.Buffers;
using Pooling.Doubles;
using Pooling.Queues;

namespace Pooling.Samples.GameTick;

/// <summary>The shares of a pooled player: each one ends, whatever ends the connection.</summary>
public sealed class PooledPlayerTests : IDisposable
{
    private const int Length = 64 * 1024; // bytes of a message: more than the system takes from both ends

    private static readonly GameLimits s_limits = new() { FirstFrame = TimeSpan.FromMinutes(2), Leaving = TimeSpan.FromMinutes(2) };

    private readonly CountingArrayPool<byte> _pool = new();
    private readonly MpscRingQueue<(PooledServer.PooledPlayer Player, Move Move)> _moves = new(4);
    private readonly Socket _listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    private readonly Client _client;
    private readonly Socket _socket;
    private readonly PooledServer.PooledPlayer _player;

    public PooledPlayerTests()
    {
        _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        _listener.Listen();
        _client = new Client((IPEndPoint)_listener.LocalEndPoint!, receiveBuffer: 4096);
        _socket = _listener.Accept();
        _socket.SendBufferSize = 4096;
        _player = new PooledServer.PooledPlayer(_socket, 1, s_limits, _moves);
    }

    public void Dispose()
    {
        _player.Drop();
        _client.Dispose();
        _listener.Dispose();
        _moves.Dispose();
    }

    [Fact]
    public async Task Send_OneMoreThanMayBeUnsent_DropsAndEndsEachShare()
    {
        for (int i = 0; i < GameServer.MaxUnsent; i++)
            Send();

        Assert.False(_player.IsGone);
        Assert.Equal(GameServer.MaxUnsent, _pool.InUse);

        Send();

        Assert.True(_player.IsGone);
        await RunToTheEnd(CancellationToken.None);
        Assert.Equal(0, _pool.InUse);
    }

    [Fact]
    public async Task RunAsync_PeerCrashesInTheMiddle_EndsEachShare()
    {
        Task running = RunToTheEnd(CancellationToken.None);
        for (int i = 0; i < 10; i++)
            Send();

        Assert.True(_client.TryReceiveByte());
        Assert.Equal(10, _pool.InUse); // the first message is longer than what the system takes

        _client.Reset();

        await running;
        Assert.True(_player.IsGone);
        Assert.Equal(0, _pool.InUse);
    }

    [Fact]
    public async Task RunAsync_CanceledInTheMiddle_SendsWhatWaits()
    {
        const int Messages = 2; // the first one is being sent

        using var stopping = new CancellationTokenSource();
        Task running = RunToTheEnd(stopping.Token);
        for (int i = 0; i < Messages; i++)
            Send();

        Assert.True(_client.TryReceiveByte());

        await stopping.CancelAsync();

        for (int i = 1; i < Messages * Length; i++)
            Assert.True(_client.TryReceiveByte());

        Assert.False(_client.TryReceiveByte());
        _client.Dispose();
        await running;
        Assert.Equal(0, _pool.InUse);
    }

    [Fact]
    public async Task RunAsync_CanceledAndNothingIsRead_EndsEachShare()
    {
        GameLimits limits = s_limits with { Leaving = TimeSpan.FromSeconds(1) };
        var hasty = new PooledServer.PooledPlayer(_socket, 2, limits, _moves);
        using var stopping = new CancellationTokenSource();
        Task running = RunToTheEnd(stopping.Token, hasty);
        for (int i = 0; i < 10; i++)
            Send(hasty);

        Assert.True(_client.TryReceiveByte());

        await stopping.CancelAsync();

        await running.WaitAsync(Wait.Patience);
        Assert.True(hasty.IsGone);
        Assert.Equal(0, _pool.InUse);
    }

    [Fact]
    public async Task Send_AfterTheEnd_EndsTheShare()
    {
        _player.Drop();
        await RunToTheEnd(CancellationToken.None);

        Send();

        Assert.Equal(0, _pool.InUse);
    }

    [Fact]
    public void Enqueue_RingIsFull_Drops()
    {
        for (int i = 0; i < _moves.Capacity; i++)
            _player.Enqueue(new Move(1, 0, 0));

        Assert.False(_player.IsGone);

        _player.Enqueue(new Move(1, 0, 0));

        Assert.True(_player.IsGone);
    }

    private void Send(PooledServer.PooledPlayer? player = null) =>
        (player ?? _player).Send(SharedBuffer.Create(new byte[Length], _pool));

    private async Task RunToTheEnd(CancellationToken stopping, PooledServer.PooledPlayer? player = null)
    {
        try
        {
            await (player ?? _player).RunAsync(stopping);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // how a connection that is closed or reset ends
        }
    }
}
