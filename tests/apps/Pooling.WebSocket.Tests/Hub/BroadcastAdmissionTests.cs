using Pooling.WebSockets.Client;
using WebSockets.Hub.Connections;
using WebSockets.Hub.Hosting;

namespace Pooling.WebSockets.Hub;

public sealed class BroadcastAdmissionTests
{
    private static readonly HubLimits s_limits = new() { BroadcastsPerSecond = 10, QueuedMessages = 16, BroadcastsAhead = 100 };

    private readonly ManualClock _clock = new();

    [Fact]
    public async Task AdmitAsync_BeyondTheRate_WaitsUntilItMay()
    {
        using var admission = new BroadcastAdmission(s_limits, _clock);
        for (int i = 0; i < 4; i++) // a quarter of a queue at once
            Assert.True(admission.AdmitAsync(new Sender(), 1).IsCompleted);

        ValueTask first = admission.AdmitAsync(new Sender(), 1);
        ValueTask second = admission.AdmitAsync(new Sender(), 1);
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
    public async Task AdmitAsync_BeyondTheBytes_WaitsUntilItMay()
    {
        using var admission = new BroadcastAdmission(s_limits with { BroadcastBytesPerSecond = 1000, QueuedBytes = 4000 }, _clock);
        Assert.True(admission.AdmitAsync(new Sender(), 3000).IsCompleted); // a debt of 2,000
        Task next = admission.AdmitAsync(new Sender(), 1).AsTask();
        _clock.Advance(TimeSpan.FromSeconds(1.9));
        Assert.False(next.IsCompleted);
        _clock.Advance(TimeSpan.FromSeconds(0.2));
        await next.WaitAsync(Wait.Patience);
    }

    [Fact]
    public async Task AdmitAsync_AheadOfWriting_WaitsUntilItIsDone()
    {
        using var admission = new BroadcastAdmission(s_limits with { BroadcastsAhead = 2 }, _clock);
        admission.BeginWriting(3);
        Assert.True(admission.AdmitAsync(new Sender(), 1).IsCompleted);
        Assert.True(admission.AdmitAsync(new Sender(), 1).IsCompleted);
        Task next = admission.AdmitAsync(new Sender(), 1).AsTask();
        admission.EndWriting(2);
        Assert.False(next.IsCompleted);
        admission.EndWriting(1);
        await next.WaitAsync(Wait.Patience);
        Assert.True(admission.AdmitAsync(new Sender(), 1).IsCompleted);
    }

    [Fact]
    public async Task AdmitAsync_WhileALongOneIsIn_WaitsUntilItIsOut()
    {
        using var admission = new BroadcastAdmission(s_limits with { QueuedMessages = 100 }, _clock);
        Assert.True(admission.AdmitAsync(new Sender(), 1).IsCompleted);
        Assert.True(admission.AdmitAsync(new Sender(), 1, isLong: true).IsCompleted);
        Task first = admission.AdmitAsync(new Sender(), 1, isLong: true).AsTask();
        Task second = admission.AdmitAsync(new Sender(), 1).AsTask();
        Assert.False(first.IsCompleted);
        admission.Leave();
        await first.WaitAsync(Wait.Patience);
        Assert.False(second.IsCompleted);
        admission.Leave();
        await second.WaitAsync(Wait.Patience);
        Assert.True(admission.AdmitAsync(new Sender(), 1).IsCompleted);
    }

    [Fact]
    public async Task Dispose_AdmitsAll()
    {
        var admission = new BroadcastAdmission(s_limits with { BroadcastsAhead = 1 }, _clock);
        admission.BeginWriting(1);
        Assert.True(admission.AdmitAsync(new Sender(), 1).IsCompleted);
        Task waiting = admission.AdmitAsync(new Sender(), 1).AsTask();
        admission.Dispose();
        await waiting.WaitAsync(Wait.Patience);
        Assert.True(admission.AdmitAsync(new Sender(), 1).IsCompleted);
    }

    private sealed class Sender : IPacedSocket
    {
        public AsyncSignal Resumed { get; } = new();
    }
}
