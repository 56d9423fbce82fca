using System.Text.Json;
using System.Text.Json.Serialization;
using Pooling.Tour.Comparisons;

namespace Pooling.Tour.Reporting;

/// <summary>Writes the figures for programs.</summary>
internal static class JsonReport
{
    /// <summary>The version of the JSON format. It is incremented when a member changes its meaning or is removed, but not for new
    /// members.</summary>
    public const int Schema = 3;

    private static readonly JsonSerializerOptions s_options = new()
    {
        WriteIndented = true,
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
        Converters = { new JsonStringEnumConverter(JsonNamingPolicy.CamelCase) },
    };

    public static void Write(TourResult result, Stream target)
    {
        JsonSerializer.Serialize(target, Shape(result), s_options);
        target.WriteByte((byte)'\n');
    }

    private static object Shape(TourResult result) => new
    {
        Schema,
        Date = result.Date.ToUniversalTime(),
        Mode = result.Quick ? "quick" : "full",
        result.Passed,
        result.Machine,
        Sections = result.Sections.Select(static section => new
        {
            section.Name,
            section.Title,
            section.Summary,
            Comparisons = section.Comparisons.Select(Shape),
        }),
    };

    private static object Shape(ComparisonResult comparison) => new
    {
        comparison.Name,
        comparison.Detail,
        comparison.Unit,
        comparison.Rounds,
        comparison.Operations,
        comparison.Verdict,
        Rows = comparison.Rows.Select(static row => new
        {
            row.Name,
            row.Side,
            NanosecondsPerOperation = Rounded(row.Time),
            Ratio = Rounded(row.Ratio),
            BytesPerOperation = Math.Round(row.BytesPerOperation, 3),
            row.Gen0,
            row.Gen1,
            row.Gen2,
        }),
        comparison.Checks,
        comparison.Facts,
        comparison.Published,
    };

    private static Quartiles Rounded(Quartiles value) =>
        new(Math.Round(value.Low, 4), Math.Round(value.Median, 4), Math.Round(value.High, 4));
}
