using System.Globalization;
using System.Runtime.InteropServices;
using System.Text.Json;

namespace Pooling.Benchmarks;

/// <summary>Prints and writes what the ratio run found out.</summary>
internal static class RatioReport
{
    private static readonly JsonSerializerOptions s_json = new()
    {
        WriteIndented = true,
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
    };

    private static string Machine =>
        $"{RuntimeInformation.FrameworkDescription}, {RuntimeInformation.OSDescription}, {RuntimeInformation.ProcessArchitecture}, "
            + $"{Environment.ProcessorCount} processors";

    internal static void PrintHeader(RatioOptions options) =>
        Console.WriteLine($"{Machine}; median of {options.Rounds} interleaved rounds of {options.BatchMilliseconds} ms a "
            + "method, quartiles in brackets");

    internal static void Print(IReadOnlyList<RatioResult> results)
    {
        int width = Math.Max(20, results.Max(result => result.Method.Name.Length));
        Console.WriteLine();
        Console.WriteLine(results[0].Group);
        foreach (RatioResult result in results)
        {
            Console.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"  {result.Method.Name.PadRight(width)} {Time(result.Nanoseconds.Median),12}  {result.Ratio.Median,7:F3} "
                    + $"[{result.Ratio.Lower:F3}-{result.Ratio.Upper:F3}]  {result.Bytes,12:#,0.##} B"));
        }
    }

    /// <returns><see langword="false"/> if the file cannot be written; the reason was printed.</returns>
    internal static bool TryWrite(string file, RatioOptions options, IEnumerable<RatioResult> results)
    {
        var content = new
        {
            Date = DateTime.UtcNow.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture),
            Machine,
            options.Rounds,
            options.BatchMilliseconds,
            Results = results.Select(result => new
            {
                result.Group,
                Method = $"{BenchmarkGroup.NameOf(result.Method.ReflectedType!)}.{result.Method.Name}",
                Rows = result.Rows.Select(row => new { Id = row.Row, row.Role }),
                Nanoseconds = result.Nanoseconds.Median,
                NanosecondsQuartiles = new[] { result.Nanoseconds.Lower, result.Nanoseconds.Upper },
                Ratio = result.Ratio.Median,
                RatioQuartiles = new[] { result.Ratio.Lower, result.Ratio.Upper },
                result.Bytes,
            }),
        };
        try
        {
            File.WriteAllText(file, JsonSerializer.Serialize(content, s_json) + "\n");
            return true;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            Console.Error.WriteLine($"{file} was not written: {exception.Message}");
            return false;
        }
    }

    private static string Time(double nanoseconds) => nanoseconds switch
    {
        < 1_000 => string.Create(CultureInfo.InvariantCulture, $"{nanoseconds:F2} ns"),
        < 1_000_000 => string.Create(CultureInfo.InvariantCulture, $"{nanoseconds / 1_000:F2} us"),
        _ => string.Create(CultureInfo.InvariantCulture, $"{nanoseconds / 1_000_000:F2} ms"),
    };
}
