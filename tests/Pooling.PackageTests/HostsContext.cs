using System.Text.Json.Serialization;

namespace Pooling.PackageTests;

/// <summary>Describes the values of the server's answers.</summary>
[JsonSerializable(typeof(HostsLine))]
internal sealed partial class HostsContext : JsonSerializerContext;
