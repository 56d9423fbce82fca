using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Pooling.Samples.RowStream;

/// <summary>Generated serialization code, which all ways use.</summary>
[JsonSerializable(typeof(Row))]
[JsonSerializable(typeof(List<Row>))]
[JsonSerializable(typeof(IAsyncEnumerable<Row>))]
internal sealed partial class RowJsonContext : JsonSerializerContext
{
    /// <summary>Gets the context that writes the same bytes as the results of a minimal API do.</summary>
    public static RowJsonContext Web { get; } =
        new(new JsonSerializerOptions(JsonSerializerDefaults.Web) { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping });
}
