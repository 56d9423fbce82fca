using System.Text.Json.Serialization;

namespace Pooling.Tour.Sections.Export;

[JsonSerializable(typeof(CustomerExport))]
internal sealed partial class ExportJsonContext : JsonSerializerContext;
