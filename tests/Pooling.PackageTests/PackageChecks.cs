using System.ComponentModel;
using System.Diagnostics.CodeAnalysis;
using System.IO.Compression;
using System.Reflection;
using System.Xml.Linq;

namespace Pooling.PackageTests;

/// <summary>Checks the content of the package, and its dependencies.</summary>
internal static class PackageChecks
{
    private static readonly string[] s_frameworks = ["net10.0", "net8.0", "netstandard2.0"];

    private static readonly Dictionary<string, string[]> s_dependencies = new()
    {
        ["net10.0"] = ["Microsoft.Extensions.ObjectPool"],
        ["net8.0"] = ["Microsoft.Extensions.ObjectPool", "System.IO.Pipelines", "System.Text.Json"],
        [".NETStandard2.0"] = ["Microsoft.Bcl.HashCode", "Microsoft.Bcl.TimeProvider", "Microsoft.Extensions.ObjectPool",
            "System.IO.Pipelines", "System.Memory", "System.Text.Json", "System.Threading.Channels"],
    };

    internal static void Run(SelfCheck check, string path)
    {
        using ZipArchive package = new(File.OpenRead(path));
        using ZipArchive symbols = new(File.OpenRead(Path.ChangeExtension(path, ".snupkg")));

        CheckFiles(check, "package", package,
            [.. s_frameworks.SelectMany(framework => new[] { $"lib/{framework}/Pooling.dll", $"lib/{framework}/Pooling.xml" }),
                "analyzers/dotnet/cs/Pooling.Analyzers.dll", "README.md", "icon.png"]);
        CheckFiles(check, "symbols", symbols, [.. s_frameworks.Select(framework => $"lib/{framework}/Pooling.pdb")]);
        foreach (string framework in s_frameworks)
            CheckDocumentation(check, framework, XDocument.Load(package.GetEntry($"lib/{framework}/Pooling.xml")!.Open()));
        CheckMetadata(check, XDocument.Load(package.GetEntry("Pooling.nuspec")!.Open()).Root!);
    }

    // Exactly these files. Any other file would be published by mistake.
    private static void CheckFiles(SelfCheck check, string name, ZipArchive archive, string[] expected) => check.Equal(
        $"files of the {name}",
        string.Join(" ", expected.OrderBy(file => file, StringComparer.Ordinal)),
        () => string.Join(" ",
            archive.Entries.Select(entry => entry.FullName).Where(IsContent).OrderBy(file => file, StringComparer.Ordinal)));

    private static bool IsContent(string file) =>
        file is not "[Content_Types].xml" && !file.EndsWith(".nuspec", StringComparison.Ordinal)
        && !file.EndsWith(".psmdcp", StringComparison.Ordinal) && !file.EndsWith(".rels", StringComparison.Ordinal);

    // Exactly the members that users can see: neither internal types nor members that only compilers call.
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "A trimmed program is asked what works, not what is in a package.")]
    private static void CheckDocumentation(SelfCheck check, string framework, XDocument documentation)
    {
        string[] members = [.. documentation.Descendants("member").Select(member => member.Attribute("name")!.Value)];
        IEnumerable<string> exported = typeof(Objects.MagazinePool).Assembly.GetExportedTypes()
            .Where(type => framework is not "netstandard2.0" || type.Name is not "SequenceReaderExtensions") // nor is what it extends
            .Where(type => type.GetCustomAttribute<EditorBrowsableAttribute>()?.State is not EditorBrowsableState.Never)
            .Select(type => "T:" + type.FullName!.Replace('+', '.'));
        check.Equal(
            $"documented types on {framework}",
            Sorted(exported),
            () => Sorted(members.Where(member => member.StartsWith("T:", StringComparison.Ordinal))));
        check.That($"one summary and remarks for each member on {framework}", () => documentation.Descendants("member").All(member =>
            member.Elements("summary").Count() <= 1 && member.Elements("remarks").Count() <= 1 && !member.Elements("content").Any()));
        check.That($"no private members are documented on {framework}", () => members.Length > 300 && !members.Any(IsPrivate));
    }

    private static string Sorted(IEnumerable<string> names) => string.Join(" ", names.OrderBy(name => name, StringComparer.Ordinal));

    private static bool IsPrivate(string member) =>
        new[] { "._", ".s_", ".Internal.", "PooledArrayBufferWriter`1.Grow(" }.Any(member.Contains);

    private static void CheckMetadata(SelfCheck check, XElement root)
    {
        XElement metadata = Child(root, "metadata")!;
        check.Equal("id", "Pooling", () => Child(metadata, "id")?.Value);
        check.Equal("license", "MIT", () => Child(metadata, "license")?.Value);
        check.Equal("readme", "README.md", () => Child(metadata, "readme")?.Value);
        check.Equal("icon", "icon.png", () => Child(metadata, "icon")?.Value);
        check.That("description", () => Child(metadata, "description")?.Value is { Length: > 50 });

        Dictionary<string, string> found = Child(metadata, "dependencies")!.Elements().ToDictionary(
            group => group.Attribute("targetFramework")!.Value,
            group => string.Join(" ",
                group.Elements().Select(dependency => dependency.Attribute("id")!.Value).OrderBy(id => id, StringComparer.Ordinal)));
        check.Equal("frameworks", s_dependencies.Count, () => found.Count);
        foreach (KeyValuePair<string, string[]> group in s_dependencies)
            check.Equal($"dependencies on {group.Key}", string.Join(" ", group.Value), () => found[group.Key]);
    }

    private static XElement? Child(XElement element, string name) =>
        element.Elements().FirstOrDefault(child => child.Name.LocalName == name);
}
