using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Diagnosers;

namespace Pooling.Benchmarks;

/// <summary>The configuration of all benchmark projects.</summary>
/// <remarks>There is no job and no runtime. They are specified on the command line, and the default is the host's runtime.</remarks>
internal static class BenchmarkConfig
{
    internal static IConfig Instance { get; } = DefaultConfig.Instance
        .AddDiagnoser(MemoryDiagnoser.Default)
        .AddLogicalGroupRules(BenchmarkLogicalGroupRule.ByCategory)
        .WithBuildTimeout(TimeSpan.FromMinutes(10)); // of the program that BenchmarkDotNet generates, on a busy machine
}
