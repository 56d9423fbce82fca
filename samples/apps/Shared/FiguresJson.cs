using System.Text.Json;

namespace Pooling.Samples;

/// <summary>The options for writing figures as JSON.</summary>
internal static class FiguresJson
{
    /// <summary>On a single line.</summary>
    public static JsonSerializerOptions Line { get; } = new() { PropertyNamingPolicy = JsonNamingPolicy.CamelCase };

    /// <summary>For people and files.</summary>
    public static JsonSerializerOptions Indented { get; } = new(Line) { WriteIndented = true, IncludeFields = true };
}
