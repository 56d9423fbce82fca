namespace Pooling.Benchmarks;

/// <summary>Prints and writes the results of the ratio run.</summary>
internal static class RatioReport
{
    private static readonly JsonSerializerOptions s_json = new()
    {
        WriteIndented = true,
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
    };

    private static string Machine =>
        $"{RuntimeInformation.FrameworkDescription}, {RuntimeInformation.OSDescription}, {RuntimeInformation.ProcessArchitecture}, "
            + $"{Environment.ProcessorCount} processors, {Processor.Name}";

    internal static void PrintHeader(RatioOptions options) =>
        Console.WriteLine($"{Machine}; medians of {options.Processes * options.Rounds} interleaved rounds, "
            + $"{options.BatchMilliseconds} ms for each method; quartiles in brackets, with ! if they are far apart");

    internal static void Print(IReadOnlyList<RatioResult> results)
    {
        int width = Math.Max(20, results.Max(result => result.Name.Length));
        Console.WriteLine();
        Console.WriteLine(results[0].Setting is { } setting ? $"{results[0].Group} ({setting})" : results[0].Group);
        foreach (RatioResult result in results)
        {
            Distribution spread = result.RatioSpread;
            string ratio = result.HasRatio
                ? string.Create(CultureInfo.InvariantCulture,
                    $"{spread.Median,7:F3} [{spread.Lower:F3}-{spread.Upper:F3}]{(spread.IsWide ? '!' : ' ')}")
                : "      -                ";
            Console.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"  {result.Name.PadRight(width)} {Time(result.Nanoseconds),12}  {ratio}  {result.Bytes,12:#,0.##} B"));
        }
    }

    /// <summary>Creates the file of a run with these options, without results.</summary>
    internal static RatioFile Begin(RatioOptions options, RunConditions? conditions) => new(
        DateTime.UtcNow.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture), Machine,
        options.Processes, options.Rounds, options.BatchMilliseconds, [])
    {
        Conditions = conditions,
        IsRough = options.IsRough,
    };

    /// <returns><see langword="false"/> if the file cannot be written; the reason was printed.</returns>
    internal static bool TryWrite(string file, RatioFile content)
    {
        try
        {
            File.WriteAllText(file, Format(content) + "\n");
            return true;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            Console.Error.WriteLine($"Cannot write {file}: {exception.Message}");
            return false;
        }
    }

    internal static RatioFile Read(string file) => Parse(File.ReadAllText(file));

    internal static string Format(RatioFile content) => JsonSerializer.Serialize(content, s_json);

    internal static RatioFile Parse(string content) =>
        JsonSerializer.Deserialize<RatioFile>(content, s_json) ?? throw new InvalidDataException("The file is empty.");

    internal static string Time(double nanoseconds) => nanoseconds switch
    {
        < 1_000 => string.Create(CultureInfo.InvariantCulture, $"{nanoseconds:F2} ns"),
        < 1_000_000 => string.Create(CultureInfo.InvariantCulture, $"{nanoseconds / 1_000:F2} us"),
        _ => string.Create(CultureInfo.InvariantCulture, $"{nanoseconds / 1_000_000:F2} ms"),
    };
}
