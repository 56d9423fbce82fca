using System.Text.Encodings.Web;
using System.Text.Json;

namespace Pooling.Json;

/// <summary>Sets of options, each different from every other one in at least one field.</summary>
internal static class AllOptions
{
    private static readonly JavaScriptEncoder?[] s_encoders =
        [null, JavaScriptEncoder.Default, JavaScriptEncoder.UnsafeRelaxedJsonEscaping];

    internal static IReadOnlyList<JsonWriterOptions> List { get; } =
    [
        .. from encoder in s_encoders
           from indented in new[] { false, true }
           from character in new[] { ' ', '\t' }
           from size in new[] { 0, 2, 127 }
           from newLine in new[] { "\n", "\r\n" }
           from depth in new[] { 0, 4, 64 }
           from skip in new[] { false, true }
           select new JsonWriterOptions
           {
               Encoder = encoder,
               Indented = indented,
               IndentCharacter = character,
               IndentSize = size,
               NewLine = newLine,
               MaxDepth = depth,
               SkipValidation = skip,
           },
    ];
}
