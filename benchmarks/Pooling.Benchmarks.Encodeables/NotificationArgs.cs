using OpcUa.Protocol.BuiltIn;
using Pooling.Encodeables;

namespace Pooling.Benchmarks.Encodeables;

/// <summary>The arguments of an event that is raised for each notification.</summary>
[PooledEncodeable]
public sealed partial class NotificationArgs : EventArgs
{
    public uint ClientHandle { get; set; }

    public StatusCode StatusCode { get; set; }

    public double Value { get; set; }

    public object? Item { get; set; }

    public object? Subscription { get; set; }
}
