namespace Pooling.Benchmarks;

/// <summary>Reads the conditions of a run.</summary>
internal static class ConditionsReader
{
    private const string Siblings = "/sys/devices/system/cpu/cpu0/topology/thread_siblings_list";
    private const string LoadAverage = "/proc/loadavg";

    // The tools that run the benchmarks, but are not measured.
    private static readonly string[] s_tools =
        ["BenchmarkDotNet", "Microsoft.CodeAnalysis", "Grpc.Tools", "Microsoft.Diagnostics", "System.Management"];

    internal static RunConditions Read(Assembly benchmarks)
    {
        double? load = File.Exists(LoadAverage)
            ? double.Parse(File.ReadAllText(LoadAverage).Split(' ')[0], CultureInfo.InvariantCulture)
            : null;
        string version = typeof(Pooling.Buffers.BufferWriterPool).Assembly
            .GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion;
        return new RunConditions(
            version[(version.IndexOf('+') + 1)..],
            load,
            File.Exists(Siblings) ? File.ReadAllText(Siblings).Trim() : null,
            Math.Round(LineBounce.Measure(), 1),
            PeersOf(benchmarks));
    }

    /// <returns>The packages that the project itself references.</returns>
    private static SortedDictionary<string, string> PeersOf(Assembly benchmarks)
    {
        var peers = new SortedDictionary<string, string>(StringComparer.Ordinal);
        using JsonDocument dependencies = JsonDocument.Parse(File.ReadAllBytes(Path.ChangeExtension(benchmarks.Location, ".deps.json")));
        string name = benchmarks.GetName().Name + "/";
        JsonProperty project = dependencies.RootElement.GetProperty("targets").EnumerateObject().SelectMany(target =>
            target.Value.EnumerateObject()).First(library => library.Name.StartsWith(name, StringComparison.Ordinal));
        JsonElement libraries = dependencies.RootElement.GetProperty("libraries");
        foreach (JsonProperty package in project.Value.GetProperty("dependencies").EnumerateObject())
        {
            JsonElement library = libraries.GetProperty($"{package.Name}/{package.Value.GetString()}");
            bool isTool = s_tools.Any(tool => package.Name.StartsWith(tool, StringComparison.Ordinal));
            if (!isTool && library.GetProperty("type").ValueEquals("package"))
                peers[package.Name] = package.Value.GetString()!;
        }

        return peers;
    }
}
