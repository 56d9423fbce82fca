using System.Text.Json;

namespace Pooling.Samples;

/// <summary>The options for writing figures as JSON.</summary>
internal static class FiguresJson
{
    /// <summary>The options for output on a single line.</summary>
    public static JsonSerializerOptions Line { get; } = new() { PropertyNamingPolicy = JsonNamingPolicy.CamelCase };

    /// <summary>The options for people and files.</summary>
    public static JsonSerializerOptions Indented { get; } = new(Line) { WriteIndented = true, IncludeFields = true };
}
