using System.Text.Json;

namespace Pooling.Conventions;

/// <summary>The results of one processor, a file in docs/generated/results.</summary>
/// <param name="processor">The name of the processor.</param>
/// <param name="times">The median nanoseconds by the anchor of a table and the name of a contender.</param>
internal sealed class ProcessorResults(string processor, IReadOnlyDictionary<(string Anchor, string Contender), double> times)
{
    /// <summary>Reads the results of all processors but that of the page of figures, which shows its own.</summary>
    internal static IReadOnlyList<ProcessorResults> ReadOthers(string figures)
    {
        string text = string.Join(' ', figures.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries)); // without wrapped lines
        return
        [
            .. from file in Directory.EnumerateFiles(RepositoryTree.PathOf("docs", "generated", "results"), "*.json")
                   .Order(StringComparer.Ordinal)
               let results = Read(File.ReadAllBytes(file))
               where !text.Contains($", {results.Processor};", StringComparison.Ordinal)
               select results,
        ];
    }

    /// <summary>Gets the name of the processor.</summary>
    internal string Processor => processor;

    /// <summary>Returns the time of one contender divided by that of the other; <see langword="null"/> if one was not measured.</summary>
    internal double? Ratio(string anchor, string ours, string theirs) =>
        times.TryGetValue((anchor, ours), out double one) && times.TryGetValue((anchor, theirs), out double other) ? one / other : null;

    internal static ProcessorResults Read(byte[] json)
    {
        using var document = JsonDocument.Parse(json);
        Dictionary<(string, string), double> times = [];
        foreach (JsonElement run in document.RootElement.GetProperty("runs").EnumerateArray())
        {
            if (run.GetProperty("machine").GetString()!.StartsWith(".NET 8", StringComparison.Ordinal))
                continue;

            foreach (JsonElement result in run.GetProperty("results").EnumerateArray())
            {
                string method = result.GetProperty("method").GetString()!;
                if (result.GetProperty("setting").ValueKind == JsonValueKind.Null)
                {
                    times.TryAdd(
                        (FigureTable.AnchorOf(result.GetProperty("group").GetString()!), method[(method.LastIndexOf('.') + 1)..]),
                        result.GetProperty("nanoseconds")[0].GetDouble());
                }
            }
        }

        return new ProcessorResults(document.RootElement.GetProperty("processor").GetString()!, times);
    }
}
