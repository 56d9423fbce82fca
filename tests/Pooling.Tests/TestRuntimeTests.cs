using System.Reflection;
using System.Runtime.Versioning;
using Pooling.Objects;

namespace Pooling;

/// <summary>Tests that the tests run on the runtime of their build. A test host that rolls forward would prove nothing about an older
/// runtime.</summary>
public sealed class TestRuntimeTests
{
    private static readonly string s_framework = typeof(MagazinePool).Assembly
        .GetCustomAttribute<TargetFrameworkAttribute>()!.FrameworkName;

#if NETFRAMEWORK
    [Fact]
    public void Runtime_IsTheDesktopOne() => Assert.Equal(4, Environment.Version.Major);

    [Fact]
    public void Library_IsTheNetStandardAsset() => Assert.Equal(".NETStandard,Version=v2.0", s_framework);
#elif NET10_0_OR_GREATER
    /// <summary>The variable is set where this build runs on a newer runtime on purpose.</summary>
    [Fact]
    public void Runtime_IsTheExpectedOne() =>
        Assert.Equal(
            Environment.GetEnvironmentVariable("POOLING_TESTS_RUNTIME") ?? "10", $"{Environment.Version.Major}");

    [Fact]
    public void Library_IsTheNet10Asset() => Assert.Equal(".NETCoreApp,Version=v10.0", s_framework);
#else
    [Fact]
    public void Runtime_IsNet8() => Assert.Equal(8, Environment.Version.Major);

    [Fact]
    public void Library_IsTheNet8Asset() => Assert.Equal(".NETCoreApp,Version=v8.0", s_framework);
#endif
}
