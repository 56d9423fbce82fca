using System.Text;
using System.Text.Json;

namespace Pooling.Budget;

/// <summary>The budget: the maximum cost of each hot path, and the conditions of its measurement.</summary>
internal sealed record BudgetFile(string Runtime, string Processor, Dictionary<string, PathResult> Paths)
{
    internal static BudgetFile Empty { get; } = new("", "", []);

    internal static BudgetFile Read(string file) =>
        JsonSerializer.Deserialize<BudgetFile>(File.ReadAllText(file), JsonSerializerOptions.Web)
            ?? throw new InvalidDataException($"{file} is empty.");

    /// <summary>Writes a line for each path, so that a change of a path is a change of its line.</summary>
    internal void Write(string file)
    {
        var text = new StringBuilder($$"""
            {
              "runtime": {{Json(Runtime)}},
              "processor": {{Json(Processor)}},
              "paths": {

            """);
        text.AppendJoin(",\n", Paths.Select(static path => $"    {Json(path.Key)}: {{ \"instructions\": {Json(path.Value.Instructions)}, "
            + $"\"methods\": {Json(path.Value.Methods)}, \"bytes\": {Json(path.Value.Bytes)} }}"));
        text.Append("\n  }\n}\n");
        File.WriteAllText(file, text.ToString());
    }

    private static string Json<T>(T value) => JsonSerializer.Serialize(value);
}
