using System.Diagnostics.Metrics;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Pooling.Buffers;

namespace Pooling.Extensions;

/// <summary>Tests what the health check says about counters of pools.</summary>
public sealed class PoolingHealthCheckTests : IDisposable
{
    private const string Frames = "health.frames";
    private const string Orders = "health.orders";

    private readonly Meter _meter = new("Pooling");
    private readonly Dictionary<string, long> _created = [];
    private readonly Dictionary<string, long> _leaks = [];
    private readonly ManualClock _clock = new();

    public PoolingHealthCheckTests()
    {
        _meter.CreateObservableCounter("pooling.item.created_above_max", () => Measure(_created), "{item}");
        _meter.CreateObservableCounter("pooling.leaks", () => Measure(_leaks), "{leak}");
        _meter.CreateObservableCounter("pooling.rentals", static () => 1_000_000L, "{rental}");
    }

    public void Dispose() => _meter.Dispose();

    [Fact]
    public async Task Check_WithoutGrowth_IsHealthy()
    {
        await using ServiceProvider services = Provide();

        Assert.Equal((HealthStatus.Healthy, null), await CheckAsync(services));
    }

    [Fact]
    public async Task Check_OfAPoolThatIsTooSmall_NamesItAndWhatToSet()
    {
        await using ServiceProvider services = Provide();
        (_created[Frames], _created[Orders]) = (1234, 100);

        (HealthStatus status, string? text) = await CheckAsync(services);
        Assert.Equal(HealthStatus.Degraded, status);
        Assert.Equal(
            "Pool 'health.frames' is too small, or its rentals do not end: 1,234 items created above it in the last "
            + "00:05:00. Increase its MaxRetained, or dispose its leases.",
            text);
    }

    [Theory]
    [InlineData(0, 1, "Pool 'health.frames' lost 1 tracked rentals in the last 00:05:00: PoolingDiagnostics.GetLeaks() tells where.")]
    [InlineData(3, 3, null)]
    [InlineData(3, 4, "Pool 'health.frames' lost 4 tracked rentals in the last 00:05:00: PoolingDiagnostics.GetLeaks() tells where.")]
    public async Task Check_OfAPoolThatLosesRentals_NamesIt(long maxLeaks, long lost, string? expected)
    {
        await using ServiceProvider services = Provide(options => options.MaxLeaks = maxLeaks);
        _leaks[Frames] = lost;

        (HealthStatus status, string? text) = await CheckAsync(services);
        Assert.Equal((expected is null ? HealthStatus.Healthy : HealthStatus.Degraded, expected), (status, text));
    }

    /// <summary>Checks that the names are those of the library's meter, which starts a moment after the first pool.</summary>
    [Fact]
    public async Task Check_OfTheMeterOfTheLibrary_FindsTheSmallPool()
    {
        await using ServiceProvider services = Provide(static options => options.MaxCreatedAboveMax = 5);
        using var pool = new BufferWriterPool(new BufferWriterPoolOptions { Name = "health.lines", MaxRetained = 8 });
        for (int i = 0; i < 8 + 1 + 9; i++)
            pool.Rent();

        string? text = null;
        await Eventually.HoldsAsync(() => (text = CheckAsync(services).Result.Text) is not null, "the meter");
        Assert.Equal(
            "Pool 'health.lines' is too small, or its rentals do not end: 9 items created above it in the last "
            + "00:05:00. Increase its MaxRetained, or dispose its leases.",
            text);
    }

    [Fact]
    public async Task Check_OfSeveralPools_NamesAllWithData()
    {
        await using ServiceProvider services = Provide();
        (_created[Frames], _created[Orders]) = (500, 600);

        HealthReportEntry entry = await EntryAsync(services);
        Assert.Equal(2, entry.Description!.Split("Pool '").Length - 1);
        Assert.Equal(500L, entry.Data["pooling.item.created_above_max of health.frames"]);
        Assert.Equal(600L, entry.Data["pooling.item.created_above_max of health.orders"]);
        Assert.Equal(2, entry.Data.Count);
    }

    [Fact]
    public async Task Check_AfterTheWindow_IsHealthyAgain()
    {
        await using ServiceProvider services = Provide(static options => options.Window = TimeSpan.FromMinutes(1));
        _created[Frames] = 500;
        Assert.Equal(HealthStatus.Degraded, (await CheckAsync(services)).Status);

        _clock.Advance(TimeSpan.FromSeconds(59));
        Assert.Equal(HealthStatus.Degraded, (await CheckAsync(services)).Status);

        _clock.Advance(TimeSpan.FromSeconds(1));
        Assert.Equal((HealthStatus.Healthy, null), await CheckAsync(services));

        _created[Frames] = 601;
        Assert.Contains("rentals do not end: 101 items", (await CheckAsync(services)).Text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Check_OfSteadyGrowth_CountsThatOfTheWindow()
    {
        await using ServiceProvider services = Provide(static options => options.Window = TimeSpan.FromMinutes(1));
        for (int second = 0; second <= 600; second++)
        {
            _created[Frames] = second * 10;
            await CheckAsync(services);
            _clock.Advance(TimeSpan.FromSeconds(1));
        }

        long counted = (long)(await EntryAsync(services)).Data.Values.Single();
        Assert.InRange(counted, 590, 640); // 10 a second, in the last 60 seconds and up to a sixteenth more
    }

    [Theory]
    [InlineData(10, HealthStatus.Healthy)]
    [InlineData(11, HealthStatus.Degraded)]
    public async Task Check_WithLimits_ReportsWhatIsAbove(long count, HealthStatus expected)
    {
        await using ServiceProvider services =
            Provide(static options => options.MaxCreatedAboveMax = 10);
        _created[Frames] = count;
        Assert.Equal(expected, (await CheckAsync(services)).Status);
    }

    [Fact]
    public async Task Check_WithAnotherStatusNameAndTags_HasThem()
    {
        var services = new ServiceCollection();
        services.AddLogging().AddHealthChecks().AddPooling(name: "pools", failureStatus: HealthStatus.Unhealthy, tags: ["ready"]);
        await using ServiceProvider provider = services.BuildServiceProvider();
        _created[Frames] = 101;

        HealthReport report = await provider.GetRequiredService<HealthCheckService>().CheckHealthAsync();
        Assert.Equal(HealthStatus.Unhealthy, report.Entries["pools"].Status);
        Assert.Equal(["ready"], report.Entries["pools"].Tags);
    }

    [Fact]
    public async Task Check_ByManyThreads_CountsOnce()
    {
        await using ServiceProvider services = Provide();
        _created[Frames] = 300;

        await Task.WhenAll(Enumerable.Range(0, 8).Select(_ => Task.Run(async () =>
        {
            for (int i = 0; i < 100; i++)
            {
                string? text = (await CheckAsync(services)).Text;
                Assert.Contains("rentals do not end: 300 items", text, StringComparison.Ordinal);
            }
        })));
    }

    /// <summary>Checks that a clock may wait for another check.</summary>
    [Fact]
    public async Task Check_ByAClockThatChecks_DoesNotWait()
    {
        await using ServiceProvider services = Provide();
        await CheckAsync(services);
        Task<(HealthStatus Status, string? Text)>? other = null;
        bool hasEnded = false;
        _clock.OnRead = () =>
        {
            _clock.OnRead = null;
            other = Task.Run(() => CheckAsync(services));
            hasEnded = other.Wait(TimeSpan.FromSeconds(30));
        };

        await CheckAsync(services);
        await other!;
        Assert.True(hasEnded);
    }

    [Fact]
    public async Task Host_WhenDisposed_StopsListening()
    {
        ServiceProvider services = Provide();
        await CheckAsync(services);
        ObservableCounter<long> counter = _meter.CreateObservableCounter("pooling.item.created_above_max", static () => 0L);
        Assert.True(counter.Enabled);

        await services.DisposeAsync();
        Assert.False(counter.Enabled);
    }

    [Fact]
    public void Options_OutOfRange_Throw()
    {
        var options = new PoolingHealthCheckOptions();

        Assert.Throws<ArgumentOutOfRangeException>("Window", () => options.Window = TimeSpan.Zero);
        Assert.Throws<ArgumentOutOfRangeException>("MaxCreatedAboveMax", () => options.MaxCreatedAboveMax = -1);
        Assert.Throws<ArgumentNullException>("builder", static () => PoolingHealthChecksBuilderExtensions.AddPooling(null!));
        Assert.Throws<ArgumentNullException>("name", static () => new ServiceCollection().AddHealthChecks().AddPooling(name: null!));
    }

    private static IEnumerable<Measurement<long>> Measure(Dictionary<string, long> totals) =>
        [.. totals.Select(static one => new Measurement<long>(one.Value, KeyValuePair.Create("pooling.pool.name", (object?)one.Key)))];

    private ServiceProvider Provide(Action<PoolingHealthCheckOptions>? configure = null)
    {
        var services = new ServiceCollection();
        services.AddSingleton<TimeProvider>(_clock).AddLogging().AddHealthChecks().AddPooling(configure);
        return services.BuildServiceProvider();
    }

    private static async Task<HealthReportEntry> EntryAsync(IServiceProvider services) =>
        (await services.GetRequiredService<HealthCheckService>().CheckHealthAsync()).Entries["pooling"];

    private static async Task<(HealthStatus Status, string? Text)> CheckAsync(IServiceProvider services)
    {
        HealthReportEntry entry = await EntryAsync(services);
        return (entry.Status, entry.Description);
    }

    private sealed class ManualClock : TimeProvider
    {
        private long _now;

        public override long TimestampFrequency => TimeSpan.TicksPerSecond;

        internal Action? OnRead { get; set; }

        public override long GetTimestamp()
        {
            OnRead?.Invoke();
            return _now;
        }

        internal void Advance(TimeSpan time) => _now += time.Ticks;
    }
}
