#if NET10_0_OR_GREATER
using System.Diagnostics.CodeAnalysis;
using System.Runtime.InteropServices;
#endif
using System.Reflection;
using System.Runtime.Versioning;
using Pooling.Objects;

namespace Pooling.PackageTests;

/// <summary>Checks that the program runs on the runtime, and with the part of the package, for which it was built.</summary>
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
        check.Equal("runtime", Runtime, () => Environment.Version.Major);
#if NET10_0_OR_GREATER
        CheckImage(check, typeof(MagazinePool).Assembly);
#endif
        check.Equal("asset", Asset, () => typeof(MagazinePool).Assembly.GetCustomAttribute<TargetFrameworkAttribute>()?.FrameworkName);
    }

#if NET10_0_OR_GREATER
    // A portable program has the images of all platforms beside it, and takes its own.
    [UnconditionalSuppressMessage("SingleFile", "IL3000", Justification = "A program in a single file is not asked.")]
    private static void CheckImage(SelfCheck check, Assembly library)
    {
        if (library.Location.Length > 0 && RuntimeInformation.RuntimeIdentifier is "linux-x64" or "linux-arm64" or "win-x64")
        {
            string image = Path.Combine("runtimes", RuntimeInformation.RuntimeIdentifier, "lib", "net10.0", "Pooling.dll");
            check.Equal("image", image, () => Path.GetRelativePath(AppContext.BaseDirectory, library.Location));
        }
    }
#endif
}
