using Pooling.Encodeables;

namespace Pooling.PackageTests;

/// <summary>An encodeable that is nested in another one.</summary>
[PooledEncodeable]
public partial class TelemetrySource
{
    /// <summary>Gets or sets the name of the sender.</summary>
    public string Name { get; set; } = "nobody";
}
