namespace Pooling.PackageTests;

/// <summary>The content of one of the packages.</summary>
/// <param name="Id">The id, which is also the name of the assembly.</param>
/// <param name="Dependencies">The packages that each framework needs.</param>
/// <param name="OtherFiles">The files beside the assemblies and their documentation.</param>
/// <param name="MinMembers">The number of members that are documented at least.</param>
/// <param name="Types">The types that users can see on the newest framework.</param>
internal sealed record ExpectedPackage(
    string Id, Dictionary<string, string[]> Dependencies, string[] OtherFiles, int MinMembers, Func<Type[]> Types)
{
    private static readonly ExpectedPackage s_library = new(
        "Pooling",
        new()
        {
            ["net10.0"] = ["Microsoft.Extensions.ObjectPool"],
            ["net8.0"] = ["Microsoft.Extensions.ObjectPool", "System.IO.Pipelines", "System.Text.Json"],
            [".NETStandard2.0"] = ["Microsoft.Bcl.HashCode", "Microsoft.Bcl.TimeProvider", "Microsoft.Extensions.ObjectPool",
                "System.Diagnostics.DiagnosticSource", "System.IO.Pipelines", "System.Memory", "System.Text.Json",
                "System.Threading.Channels"],
        },
        ["analyzers/dotnet/cs/Pooling.Analyzers.dll", "analyzers/dotnet/cs/Pooling.CodeFixes.dll", "README.md",
            "icon.png"],
        300,
        TypesOf(typeof(Objects.MagazinePool)));

    private static readonly ExpectedPackage s_testing = new(
        "Pooling.Testing",
        new() { ["net10.0"] = ["Pooling"], ["net8.0"] = ["Pooling"], [".NETStandard2.0"] = ["Pooling"] },
        ["README.md", "icon.png"],
        60,
        TypesOf(typeof(Testing.TestPoolOptions)));

#if NET
    private static readonly ExpectedPackage s_hosts = new(
        "Pooling.Extensions",
        new() { ["net10.0"] = ["Pooling"], ["net8.0"] = ["Pooling"] },
        ["README.md", "icon.png"],
        15,
        TypesOf(typeof(Extensions.PooledHttpContent)));
#endif

    /// <summary>Gets the folders of the assemblies.</summary>
    internal string[] Frameworks => [.. Dependencies.Keys.Select(key => key is ".NETStandard2.0" ? "netstandard2.0" : key)];

    /// <summary>Returns the package to which a file name belongs.</summary>
    internal static ExpectedPackage Of(string path)
    {
#if NET
        if (Path.GetFileName(path).StartsWith(s_hosts.Id + ".", StringComparison.Ordinal))
            return s_hosts;
#endif
        return Path.GetFileName(path).StartsWith(s_testing.Id + ".", StringComparison.Ordinal) ? s_testing : s_library;
    }

    [System.Diagnostics.CodeAnalysis.UnconditionalSuppressMessage(
        "Trimming", "IL2026", Justification = "A trimmed program is asked what works, not what is in a package.")]
    private static Func<Type[]> TypesOf(Type type) => () => type.Assembly.GetExportedTypes();
}
