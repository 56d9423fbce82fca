using System.Text.Json;

namespace Pooling.Samples;

/// <summary>How figures are written as JSON.</summary>
internal static class FiguresJson
{
    /// <summary>In one line.</summary>
    public static JsonSerializerOptions Line { get; } = new() { PropertyNamingPolicy = JsonNamingPolicy.CamelCase };

    /// <summary>For people and files.</summary>
    public static JsonSerializerOptions Indented { get; } = new(Line) { WriteIndented = true, IncludeFields = true };
}
