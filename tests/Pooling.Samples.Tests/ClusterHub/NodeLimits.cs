namespace Pooling.Samples.ClusterHub;

/// <summary>The limits of a node in a test. Its clocks end nothing on a busy machine, except those that the test
/// sets.</summary>
internal sealed record NodeLimits
{
    public int MaxUnsent { get; init; } = 256 * 1024;

    public long MaxUnsentOfAll { get; init; } = 64 << 20;

    public TimeSpan SlowTime { get; init; } = TimeSpan.FromMinutes(10);

    public TimeSpan TextTime { get; init; } = TimeSpan.FromMinutes(10);

    public TimeSpan RequestTime { get; init; } = TimeSpan.FromMinutes(10);

    public TimeSpan SilentTime { get; init; } = TimeSpan.FromMinutes(10);

    public TimeSpan CloseTime { get; init; } = TimeSpan.FromMinutes(1);

    public int MaxConnections { get; init; } = 10_000;

    public int MaxConnectionsPerAddress { get; init; } = 100;
}
