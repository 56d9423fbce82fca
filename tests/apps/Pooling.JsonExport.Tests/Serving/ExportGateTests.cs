using System.Net;
using System.Threading.RateLimiting;

namespace Pooling.JsonExport.Serving;

public sealed class ExportGateTests
{
    private static readonly IPAddress s_one = IPAddress.Parse("10.0.0.1");
    private static readonly IPAddress s_other = IPAddress.Parse("10.0.0.2");
    private static readonly IPAddress s_third = IPAddress.Parse("10.0.0.3");

    [Fact]
    public async Task Enter_PlacesAreTaken_WaitsUntilOneIsLeft()
    {
        await using ExportGate gate = Create(running: 1, ofClient: 1, waiting: 1);
        RateLimitLease first = (await gate.Enter(s_one, CancellationToken.None))!;
        Task<RateLimitLease?> second = gate.Enter(s_one, CancellationToken.None).AsTask();

        Assert.False(second.IsCompleted);
        Assert.Equal((1, 1), (gate.Running, gate.Waiting));
        gate.Leave(first);

        gate.Leave((await second)!);
        Assert.Equal((0, 0, 1), (gate.Running, gate.Waiting, gate.MaxRunning));
    }

    [Fact]
    public async Task Enter_TooManyWait_IsRefusedAtOnce()
    {
        await using ExportGate gate = Create(running: 1, ofClient: 1, waiting: 2);
        RateLimitLease first = (await gate.Enter(s_one, CancellationToken.None))!;
        Task<RateLimitLease?>[] waiting = [.. Enumerable.Range(0, 2).Select(_ => gate.Enter(s_one, CancellationToken.None).AsTask())];

        Assert.Null(await gate.Enter(s_one, CancellationToken.None));
        Assert.Equal(2, gate.Waiting);

        gate.Leave(first);
        gate.Leave((await waiting[0])!);
        gate.Leave((await waiting[1])!);
        Assert.Equal((0, 0), (gate.Running, gate.Waiting));
    }

    [Fact]
    public async Task Enter_OneClientWaits_AnotherFindsAPlace()
    {
        await using ExportGate gate = Create(running: 2, ofClient: 1, waiting: 100);
        RateLimitLease first = (await gate.Enter(s_one, CancellationToken.None))!;
        Task<RateLimitLease?>[] waiting = [.. Enumerable.Range(0, 100).Select(_ => gate.Enter(s_one, CancellationToken.None).AsTask())];

        ValueTask<RateLimitLease?> other = gate.Enter(s_other, CancellationToken.None);

        Assert.True(other.IsCompletedSuccessfully);
        Assert.Equal((2, 100), (gate.Running, gate.Waiting));
        gate.Leave((await other)!);
        gate.Leave(first);
        foreach (Task<RateLimitLease?> one in waiting)
            gate.Leave((await one)!);
    }

    [Fact]
    public async Task Enter_AllPlacesAreTaken_StandsBehindFewOfEachClient()
    {
        await using ExportGate gate = Create(running: 1, ofClient: 1, waiting: 100);
        RateLimitLease first = (await gate.Enter(s_one, CancellationToken.None))!;
        List<Task<RateLimitLease?>> flood = [.. Enumerable.Range(0, 50).Select(_ => gate.Enter(s_other, CancellationToken.None).AsTask())];
        Task<RateLimitLease?> third = gate.Enter(s_third, CancellationToken.None).AsTask();

        gate.Leave(first);
        int before = 0;
        for (; !third.IsCompleted; before++)
        {
            Task<RateLimitLease?> next = await Task.WhenAny([third, .. flood]);
            if (next == third)
                break;

            flood.Remove(next);
            gate.Leave((await next)!);
        }

        Assert.Equal(1, before); // one request of the flood waited in the common queue, 49 in the queue of their client
        gate.Leave((await third)!);
        foreach (Task<RateLimitLease?> one in flood)
            gate.Leave((await one)!);
    }

    [Fact]
    public async Task Enter_Cancelled_ThrowsAndFreesItsPlaceInTheLine()
    {
        await using ExportGate gate = Create(running: 1, ofClient: 1, waiting: 1);
        RateLimitLease first = (await gate.Enter(s_one, CancellationToken.None))!;
        using var gone = new CancellationTokenSource();
        Task<RateLimitLease?> waiting = gate.Enter(s_one, gone.Token).AsTask();

        await gone.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => waiting);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => gate.Enter(s_one, gone.Token).AsTask());
        Assert.Equal((1, 0), (gate.Running, gate.Waiting));
        Task<RateLimitLease?> next = gate.Enter(s_one, CancellationToken.None).AsTask();
        gate.Leave(first);
        gate.Leave((await next)!);
    }

    [Fact]
    public async Task Enter_PatienceIsOver_IsRefused()
    {
        await using var gate = new ExportGate(new ExportLimit(1, 1, 1, TimeSpan.FromHours(1)), TimeSpan.FromMilliseconds(20));
        RateLimitLease first = (await gate.Enter(s_one, CancellationToken.None))!;

        Assert.Null(await gate.Enter(s_one, CancellationToken.None));
        Assert.Null(await gate.Enter(s_one, CancellationToken.None)); // the previous request left the queue
        gate.Leave(first);
        gate.Leave((await gate.Enter(s_one, CancellationToken.None))!);
    }

    private static ExportGate Create(int running, int ofClient, int waiting) =>
        new(new ExportLimit(running, ofClient, waiting, TimeSpan.FromHours(1)), TimeSpan.FromHours(1));
}
