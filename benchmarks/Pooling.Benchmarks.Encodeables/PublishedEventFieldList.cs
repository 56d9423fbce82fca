using OpcUa.Protocol.BuiltIn;

namespace Pooling.Benchmarks.Encodeables;

/// <summary>The fields of an event with the published sentinel in place of a version: 48 bytes.</summary>
public sealed class PublishedEventFieldList : PublishedEncodeable
{
    public uint ClientHandle { get; set; }

    public Variant[] Fields { get; set; } = [];

    public object? Message { get; set; }

    public object? Owner { get; set; }

    public override void Reset()
    {
        ClientHandle = 0;
        Fields = [];
        Message = null;
        Owner = null;
    }
}
