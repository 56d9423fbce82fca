using System.Text.Json;

namespace Pooling.GameServer.Serving;

/// <summary>How figures are written as JSON.</summary>
internal static class FiguresJson
{
    /// <summary>In one line.</summary>
    public static JsonSerializerOptions Options { get; } = new() { PropertyNamingPolicy = JsonNamingPolicy.CamelCase };

    /// <summary>For people and files.</summary>
    public static JsonSerializerOptions Indented { get; } = new(Options) { WriteIndented = true, IncludeFields = true };
}
