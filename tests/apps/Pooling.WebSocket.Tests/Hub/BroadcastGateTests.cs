using Pooling.WebSockets.Client;
using WebSockets.Hub.Connections;
using WebSockets.Hub.Hosting;
using WebSockets.Protocol.Sending;

namespace Pooling.WebSockets.Hub;

public sealed class BroadcastGateTests
{
    private static readonly HubLimits s_limits = new() { BroadcastsPerSecond = 10, QueuedMessages = 16, BroadcastsAhead = 100 };

    private readonly ManualClock _clock = new();

    [Fact]
    public async Task EnterAsync_BeyondTheRate_WaitsItsTurn()
    {
        using var gate = new BroadcastGate(s_limits, _clock);
        for (int i = 0; i < 4; i++) // a quarter of a queue at once
            Assert.True(gate.EnterAsync(new Sender(), 1).IsCompleted);

        ValueTask first = gate.EnterAsync(new Sender(), 1);
        ValueTask second = gate.EnterAsync(new Sender(), 1);
        _clock.Advance(TimeSpan.FromSeconds(0.05));
        Assert.False(first.IsCompleted);
        Task firstTask = first.AsTask();
        Task secondTask = second.AsTask();
        _clock.Advance(TimeSpan.FromSeconds(0.06));
        await firstTask.WaitAsync(Wait.Patience);
        Assert.False(secondTask.IsCompleted);
        _clock.Advance(TimeSpan.FromSeconds(0.11));
        await secondTask.WaitAsync(Wait.Patience);
    }

    [Fact]
    public async Task EnterAsync_BeyondTheBytes_WaitsItsTurn()
    {
        using var gate = new BroadcastGate(s_limits with { BroadcastBytesPerSecond = 1000, QueuedBytes = 4000 }, _clock);
        Assert.True(gate.EnterAsync(new Sender(), 3000).IsCompleted); // a debt of 2,000
        Task next = gate.EnterAsync(new Sender(), 1).AsTask();
        _clock.Advance(TimeSpan.FromSeconds(1.9));
        Assert.False(next.IsCompleted);
        _clock.Advance(TimeSpan.FromSeconds(0.2));
        await next.WaitAsync(Wait.Patience);
    }

    [Fact]
    public async Task EnterAsync_AheadOfWriting_WaitsUntilItIsDone()
    {
        using var gate = new BroadcastGate(s_limits with { BroadcastsAhead = 2 }, _clock);
        gate.BeginWriting(3);
        Assert.True(gate.EnterAsync(new Sender(), 1).IsCompleted);
        Assert.True(gate.EnterAsync(new Sender(), 1).IsCompleted);
        Task next = gate.EnterAsync(new Sender(), 1).AsTask();
        gate.EndWriting(2);
        Assert.False(next.IsCompleted);
        gate.EndWriting(1);
        await next.WaitAsync(Wait.Patience);
        Assert.True(gate.EnterAsync(new Sender(), 1).IsCompleted);
    }

    [Fact]
    public async Task EnterAsync_WhileALongOneIsIn_WaitsUntilItIsOut()
    {
        using var gate = new BroadcastGate(s_limits with { QueuedMessages = 100 }, _clock);
        Assert.True(gate.EnterAsync(new Sender(), 1).IsCompleted);
        Assert.True(gate.EnterAsync(new Sender(), 1, isLong: true).IsCompleted);
        Task first = gate.EnterAsync(new Sender(), 1, isLong: true).AsTask();
        Task second = gate.EnterAsync(new Sender(), 1).AsTask();
        Assert.False(first.IsCompleted);
        gate.Leave();
        await first.WaitAsync(Wait.Patience);
        Assert.False(second.IsCompleted);
        gate.Leave();
        await second.WaitAsync(Wait.Patience);
        Assert.True(gate.EnterAsync(new Sender(), 1).IsCompleted);
    }

    [Fact]
    public async Task Dispose_LetsAllIn()
    {
        var gate = new BroadcastGate(s_limits with { BroadcastsAhead = 1 }, _clock);
        gate.BeginWriting(1);
        Assert.True(gate.EnterAsync(new Sender(), 1).IsCompleted);
        Task waiting = gate.EnterAsync(new Sender(), 1).AsTask();
        gate.Dispose();
        await waiting.WaitAsync(Wait.Patience);
        Assert.True(gate.EnterAsync(new Sender(), 1).IsCompleted);
    }

    private sealed class Sender : IPacedSocket
    {
        public AsyncSignal Turn { get; } = new();
    }
}
