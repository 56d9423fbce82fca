namespace Pooling.Benchmarks;

/// <summary>The results of one processor, for programs: the medians and quartiles of docs/generated/figures.md, with the
/// conditions of their runs.</summary>
internal sealed record ResultsFile(string Processor, ResultsFile.Run[] Runs)
{
    private static readonly JsonSerializerOptions s_line = new()
    {
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
        Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping, // it is not embedded in HTML
    };

    private static readonly JsonSerializerOptions s_json =
        new(s_line) { WriteIndented = true, Converters = { new LinesConverter() } };

    /// <summary>Writes a file for each processor. Files of other processors are kept.</summary>
    internal static void WriteAll(string folder, IEnumerable<RatioFile> runs)
    {
        Directory.CreateDirectory(folder);
        foreach (IGrouping<string, RatioFile> processor in runs.GroupBy(static run => run.Machine[(run.Machine.LastIndexOf(", ") + 2)..]))
        {
            var content = new ResultsFile(processor.Key, [.. processor.Select(Run.Of)]);
            string file = Path.Combine(folder, processor.Key.ToLowerInvariant().Replace(' ', '-') + ".json");
            File.WriteAllText(file, content.Format());
        }
    }

    /// <summary>Returns the content of the file, with a line for each result.</summary>
    internal string Format() => JsonSerializer.Serialize(this, s_json) + "\n";

    internal sealed record Run(
        string Date, string Machine, int Processes, int Rounds, int BatchMilliseconds, RunConditions? Conditions, Result[] Results)
    {
        internal static Run Of(RatioFile run) => new(
            run.Date, run.Machine, run.Processes, run.Rounds, run.BatchMilliseconds, run.Conditions, [.. run.Results.Select(Result.Of)]);
    }

    /// <param name="Nanoseconds">The median and the quartiles of one operation.</param>
    /// <param name="Ratio">The same for its time divided by that of the first contender.</param>
    internal sealed record Result(string Group, string Method, string? Setting, double[] Nanoseconds, double[] Ratio, double Bytes)
    {
        internal static Result Of(RatioResult result) => new(
            result.Group, result.Method, result.Setting, Spread(result.Time), Spread(result.RatioSpread), Math.Round(result.Bytes, 2));

        private static double[] Spread(Distribution spread) =>
            [Math.Round(spread.Median, 3), Math.Round(spread.Lower, 3), Math.Round(spread.Upper, 3)];
    }

    /// <summary>Writes an array with a line for each result, at the depth that it has in the file.</summary>
    private sealed class LinesConverter : JsonConverter<Result[]>
    {
        public override Result[]? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, Result[] value, JsonSerializerOptions options)
        {
            IEnumerable<string> lines = value.Select(static result => JsonSerializer.Serialize(result, s_line));
            writer.WriteRawValue($"[\n        {string.Join(",\n        ", lines)}\n      ]");
        }
    }
}
