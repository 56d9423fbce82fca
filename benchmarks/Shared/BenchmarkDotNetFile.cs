namespace Pooling.Benchmarks;

/// <summary>A report that BenchmarkDotNet wrote with <c>--exporters json</c>.</summary>
internal sealed record BenchmarkDotNetFile(BenchmarkDotNetFile.Case[] Benchmarks)
{
    /// <returns>The report, or <see langword="null"/> if the file is not a report.</returns>
    internal static BenchmarkDotNetFile? TryRead(string file)
    {
        using JsonDocument document = JsonDocument.Parse(File.ReadAllText(file));
        return document.RootElement.TryGetProperty(nameof(Benchmarks), out _) ? document.Deserialize<BenchmarkDotNetFile>() : null;
    }

    /// <returns>The ratio of a contender's median to that of the first of its group; <see langword="null"/> if one was not
    /// measured.</returns>
    internal double? RatioOf(RatioResult contender, RatioResult first) =>
        Find(contender)?.Statistics.Median / Find(first)?.Statistics.Median;

    private Case? Find(RatioResult result)
    {
        string type = result.Method[..result.Method.LastIndexOf('.')];
        return Benchmarks.FirstOrDefault(benchmark => benchmark.Type == type && benchmark.Method == result.Name
            && result.Group.EndsWith(benchmark.Parameters.Replace("&", ", "), StringComparison.Ordinal));
    }

    internal sealed record Case(string Type, string Method, string Parameters, Figures Statistics);

    internal sealed record Figures(double Median);
}
