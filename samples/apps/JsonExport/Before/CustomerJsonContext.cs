using System.Text.Json.Serialization;

namespace Pooling.JsonExport.Before;

[JsonSerializable(typeof(CustomerPage))]
internal sealed partial class CustomerJsonContext : JsonSerializerContext;
