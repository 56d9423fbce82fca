using System.Reflection;
using System.Xml.Linq;

namespace Pooling.Conventions;

/// <summary>The output of the library's build, with one assembly for each framework of the package.</summary>
internal static class LibraryBuild
{
    internal const string NewestFramework = "net10.0";

    private static readonly string s_configuration =
        typeof(LibraryBuild).Assembly.GetCustomAttribute<AssemblyConfigurationAttribute>()!.Configuration;

    internal static string[] FrameworkNames => [NewestFramework, "net8.0", "netstandard2.0"];

    internal static string AssemblyPath(string framework) =>
        RepositoryTree.PathOf("src", "Pooling", "bin", s_configuration, framework, "Pooling.dll");

    /// <summary>Returns the path of an assembly for compilers and editors, such as Pooling.Analyzers.</summary>
    internal static string CompilerPath(string name) =>
        RepositoryTree.PathOf("src", name, "bin", s_configuration, "netstandard2.0", name + ".dll");

    /// <summary>Returns the XML documentation as the compiler wrote it, including that of internal members, with the compiler's keys:
    /// "T:Pooling.Objects.PooledLease`1".</summary>
    internal static Dictionary<string, XElement> Documentation(string framework) =>
        XDocument.Load(RepositoryTree.PathOf("src", "Pooling", "obj", s_configuration, framework, "Pooling.xml"))
            .Descendants("member")
            .ToDictionary(member => member.Attribute("name")!.Value);
}
