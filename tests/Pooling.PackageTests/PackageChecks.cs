using System.ComponentModel;
using System.IO.Compression;
using System.Reflection;
using System.Xml.Linq;

namespace Pooling.PackageTests;

/// <summary>Checks the content of a package, and its dependencies.</summary>
internal static class PackageChecks
{
    // Of a type and of a counter that are missing in netstandard2.0.
    private static readonly string[] s_newer = ["SequenceReaderExtensions", "AllocationAssert"];

    private const int MaxBytes = 825_000;

    internal static void Run(SelfCheck check, string path, ExpectedPackage expected)
    {
        using ZipArchive package = new(File.OpenRead(path));
        using ZipArchive symbols = new(File.OpenRead(Path.ChangeExtension(path, ".snupkg")));

        check.That("size of the package", () => new FileInfo(path).Length < MaxBytes);
        CheckFiles(check, "package", package,
            [.. expected.Frameworks.SelectMany(framework =>
                    new[] { $"lib/{framework}/{expected.Id}.dll", $"lib/{framework}/{expected.Id}.xml" }),
                .. expected.OtherFiles]);
#if NET
        FriendChecks.Run(check, package);
        SymbolChecks.Run(check, package, symbols);
#endif
        CheckFiles(check, "symbols", symbols, [.. expected.Frameworks.Select(framework => $"lib/{framework}/{expected.Id}.pdb")]);
        foreach (string framework in expected.Frameworks)
        {
            XDocument documentation = XDocument.Load(package.GetEntry($"lib/{framework}/{expected.Id}.xml")!.Open());
            CheckDocumentation(check, framework, documentation, expected);
        }

        using var readme = new StreamReader(package.GetEntry("README.md")!.Open());
        CheckMetadata(check, XDocument.Load(package.GetEntry($"{expected.Id}.nuspec")!.Open()).Root!, readme.ReadToEnd(), expected);
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
    private static void CheckDocumentation(SelfCheck check, string framework, XDocument documentation, ExpectedPackage expected)
    {
        string[] members = [.. documentation.Descendants("member").Select(member => member.Attribute("name")!.Value)];
        IEnumerable<string> exported = expected.Types()
            .Where(type => framework is not "netstandard2.0" || !s_newer.Contains(type.Name))
            .Where(type => type.GetCustomAttribute<EditorBrowsableAttribute>()?.State is not EditorBrowsableState.Never)
            .Select(type => "T:" + type.FullName!.Replace('+', '.'));
        check.Equal(
            $"documented types on {framework}",
            Sorted(exported),
            () => Sorted(members.Where(member => member.StartsWith("T:", StringComparison.Ordinal))));
        check.That($"one summary and remarks for each member on {framework}", () => documentation.Descendants("member").All(member =>
            member.Elements("summary").Count() <= 1 && member.Elements("remarks").Count() <= 1 && !member.Elements("content").Any()));
        check.That($"no private members are documented on {framework}",
            () => members.Length > expected.MinMembers && !members.Any(IsPrivate));
    }

    private static string Sorted(IEnumerable<string> names) => string.Join(" ", names.OrderBy(name => name, StringComparer.Ordinal));

    private static bool IsPrivate(string member) =>
        new[] { "._", ".s_", ".Internal.", "PooledArrayBufferWriter`1.Grow(" }.Any(member.Contains);

    private static void CheckMetadata(SelfCheck check, XElement root, string readme, ExpectedPackage expected)
    {
        XElement metadata = Child(root, "metadata")!;
        check.Equal("id", expected.Id, () => Child(metadata, "id")?.Value);
        check.Equal("license", "MIT", () => Child(metadata, "license")?.Value);
        check.Equal("readme", "README.md", () => Child(metadata, "readme")?.Value);
        check.That("links of the readme", () => !readme.Contains("](../", StringComparison.Ordinal));
        check.Equal("icon", "icon.png", () => Child(metadata, "icon")?.Value);
        check.That("description", () => Child(metadata, "description")?.Value is { Length: > 50 });

        XElement[] groups = [.. Child(metadata, "dependencies")!.Elements()];
        Dictionary<string, string> found = groups.ToDictionary(
            group => group.Attribute("targetFramework")!.Value,
            group => string.Join(" ",
                group.Elements().Select(dependency => dependency.Attribute("id")!.Value).OrderBy(id => id, StringComparer.Ordinal)));
        check.Equal("frameworks", expected.Dependencies.Count, () => found.Count);
        foreach (KeyValuePair<string, string[]> group in expected.Dependencies)
            check.Equal($"dependencies on {group.Key}", string.Join(" ", group.Value), () => found[group.Key]);

        // The packages of this repository are made together and need each other in the same version.
        string? version = Child(metadata, "version")?.Value;
        check.That("version of other packages of the repository", () => groups.Elements()
            .Where(dependency => dependency.Attribute("id")!.Value is "Pooling")
            .All(dependency => dependency.Attribute("version")!.Value == version));
    }

    private static XElement? Child(XElement element, string name) =>
        element.Elements().FirstOrDefault(child => child.Name.LocalName == name);
}
