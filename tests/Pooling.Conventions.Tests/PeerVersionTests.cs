using System.Text.Json;
using System.Xml.Linq;

namespace Pooling.Conventions;

/// <summary>Tests that the figures compare with the current packages of the benchmarks.</summary>
public sealed class PeerVersionTests
{
    private const string Baselines = "Benchmarks and their baselines";

    // The packages that build and run the benchmarks, and are not compared.
    private static readonly string[] s_tools =
    [
        "BenchmarkDotNet", "Grpc.Tools", "Microsoft.CodeAnalysis.CSharp", "Microsoft.CodeAnalysis.Common",
        "Microsoft.Diagnostics.Tracing.TraceEvent", "System.Management",
    ];

    [Fact]
    public void Figures_OfThePage_AreOfTheVersionsOfToday() => Violations.AssertNone(
        Problems(
            VersionsIn(XDocument.Load(RepositoryTree.PathOf("Directory.Packages.props"))),
            Directory.EnumerateFiles(RepositoryTree.PathOf("docs", "generated", "results"), "*.json").SelectMany(Measured)));

    [Theory]
    [InlineData("2.0.0", null)]
    [InlineData("1.9.0", "Peer: 2.0.0 is not measured, but 1.9.0")]
    [InlineData(null, "Peer: 2.0.0 is not measured")]
    public void Problems_OfVersions_AreFound(string? measured, string? problem)
    {
        XDocument packages = XDocument.Parse($"""
            <Project>
              <ItemGroup Label="Tests"><PackageVersion Include="Other" Version="1.0.0" /></ItemGroup>
              <ItemGroup Label="{Baselines}"><PackageVersion Include="Peer" Version="2.0.0" /></ItemGroup>
            </Project>
            """);

        Assert.Equal(
            problem is null ? [] : [problem],
            Problems(VersionsIn(packages), measured is null ? [] : [new KeyValuePair<string, string>("Peer", measured)]));
    }

    private static IEnumerable<string> Problems(
        IEnumerable<KeyValuePair<string, string>> versions, IEnumerable<KeyValuePair<string, string>> measured)
    {
        ILookup<string, string> byName = measured.Distinct().ToLookup(static peer => peer.Key, static peer => peer.Value);
        foreach ((string name, string version) in versions)
        {
            if (!byName[name].Contains(version))
                yield return $"{name}: {version} is not measured" + string.Concat(byName[name].Select(static other => $", but {other}"));
        }
    }

    private static IEnumerable<KeyValuePair<string, string>> VersionsIn(XDocument packages) =>
        from version in packages.Root!.Elements("ItemGroup")
            .Where(static items => (string?)items.Attribute("Label") == Baselines)
            .Elements("PackageVersion")
        let name = (string)version.Attribute("Include")!
        where !s_tools.Contains(name)
        select new KeyValuePair<string, string>(name, (string)version.Attribute("Version")!);

    private static IEnumerable<KeyValuePair<string, string>> Measured(string file)
    {
        using JsonDocument results = JsonDocument.Parse(File.ReadAllBytes(file));
        return
        [
            .. from run in results.RootElement.GetProperty("runs").EnumerateArray()
               let conditions = run.GetProperty("conditions")
               where conditions.ValueKind == JsonValueKind.Object
               from peer in conditions.GetProperty("peers").EnumerateObject()
               select new KeyValuePair<string, string>(peer.Name, peer.Value.GetString()!),
        ];
    }
}
