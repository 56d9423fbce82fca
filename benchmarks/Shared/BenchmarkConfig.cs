using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Diagnosers;

namespace Pooling.Benchmarks;

/// <summary>The one configuration of all benchmark projects.</summary>
/// <remarks>No job and no runtime: those come from the command line, and without any the host's runtime is used.</remarks>
internal static class BenchmarkConfig
{
    internal static IConfig Instance { get; } = DefaultConfig.Instance
        .AddDiagnoser(MemoryDiagnoser.Default)
        .AddLogicalGroupRules(BenchmarkLogicalGroupRule.ByCategory)
        .WithBuildTimeout(TimeSpan.FromMinutes(10)); // of the program that BenchmarkDotNet generates, on a machine that is busy
}
