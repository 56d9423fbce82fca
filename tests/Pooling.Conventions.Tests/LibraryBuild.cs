using System.Reflection;
using System.Xml.Linq;

namespace Pooling.Conventions;

/// <summary>What the build made of the library, one assembly for each framework of the package.</summary>
internal static class LibraryBuild
{
    internal const string NewestFramework = "net10.0";

    private static readonly string s_configuration =
        typeof(LibraryBuild).Assembly.GetCustomAttribute<AssemblyConfigurationAttribute>()!.Configuration;

    internal static string[] FrameworkNames => [NewestFramework, "net8.0", "netstandard2.0"];

    internal static string AssemblyPath(string framework) =>
        RepositoryTree.PathOf("src", "Pooling", "bin", s_configuration, framework, "Pooling.dll");

    internal static string AnalyzersPath =>
        RepositoryTree.PathOf("src", "Pooling.Analyzers", "bin", s_configuration, "netstandard2.0", "Pooling.Analyzers.dll");

    /// <summary>The XML documentation by member as the compiler wrote it, that of internal members included, keyed as the compiler does:
    /// "T:Pooling.Objects.PooledLease`1".</summary>
    internal static Dictionary<string, XElement> Documentation(string framework) =>
        XDocument.Load(RepositoryTree.PathOf("src", "Pooling", "obj", s_configuration, framework, "Pooling.xml"))
            .Descendants("member")
            .ToDictionary(member => member.Attribute("name")!.Value);
}
