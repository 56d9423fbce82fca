using System.Reflection;
using System.Runtime.Versioning;
using Pooling.Objects;

namespace Pooling.PackageTests;

/// <summary>Checks that the program runs on the runtime, and with the part of the package, for which it was built. If
/// the variable <c>POOLING_TESTS_RUNTIME</c> names the major version of another runtime, it must run on that.</summary>
internal static class RuntimeChecks
{
#if NET10_0_OR_GREATER
    private const int Runtime = 10;
    private const string Asset = ".NETCoreApp,Version=v10.0";
#elif NET9_0_OR_GREATER
    private const int Runtime = 9;
    private const string Asset = ".NETCoreApp,Version=v8.0";
#elif NET8_0_OR_GREATER
    private const int Runtime = 8;
    private const string Asset = ".NETCoreApp,Version=v8.0";
#else
    private const int Runtime = 4;
    private const string Asset = ".NETStandard,Version=v2.0";
#endif

    internal static void Run(SelfCheck check)
    {
        string? expected = Environment.GetEnvironmentVariable("POOLING_TESTS_RUNTIME");
        int runtime = int.TryParse(expected, out int other) ? other : Runtime;
        check.Equal("runtime", runtime, () => Environment.Version.Major);
        check.Equal("asset", Asset, () => typeof(MagazinePool).Assembly.GetCustomAttribute<TargetFrameworkAttribute>()?.FrameworkName);
    }
}
