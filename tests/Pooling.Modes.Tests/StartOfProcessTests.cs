using Pooling.Diagnostics;
using Pooling.Objects;

namespace Pooling.Modes;

/// <summary>Runs in a process of its own, which another test starts.</summary>
public class StartOfProcessTests
{
    internal const string Expected = "POOLING_TESTS_EXPECTED_MODE";

    [Fact]
    public void Mode_AtTheStart_IsThatOfTheEnvironment()
    {
        string expected = Environment.GetEnvironmentVariable(Expected) ?? "Off 128";
        using LeasePool<Item> pool = LeasePool.Create<Item>();
        PooledLease<Item> first = pool.Rent();
        Item item = first.Value;
        first.Dispose();
        using PooledLease<Item> second = pool.Rent();

        Assert.Equal(expected, $"{PoolingDiagnostics.Mode} {PoolingDiagnostics.LeakInterval}");
        Assert.Equal(PoolingDiagnostics.Mode != PoolingMode.Version, ReferenceEquals(item, second.Value));
    }
}
