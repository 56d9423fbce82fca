using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using Pooling.Buffers;

namespace OpcUa.Protocol.Services.Subscriptions;

/// <summary>The fields that an item reports of each event. All events of the node are reported.</summary>
/// <param name="SelectClauses">The fields, in the order in which they are reported.</param>
public sealed record EventFilter(params SimpleAttributeOperand[] SelectClauses) : IMonitoringFilter
{
    public static readonly NodeId EncodingId = new(727);

    private static readonly NodeId s_baseEventType = new(2041);

    /// <summary>Creates a filter for fields that every event has (OPC 10000-5, 6.4.2), such as <c>Message</c> and <c>Severity</c>.
    /// </summary>
    public static EventFilter Of(params string[] names) =>
        new([.. names.Select(static name => new SimpleAttributeOperand(s_baseEventType, [new QualifiedName(0, name)]))]);

    public ExtensionObject ToExtensionObject()
    {
        using var body = new PooledArrayBufferWriter<byte>();
        var encoder = new BinaryEncoder(body);
        encoder.WriteStructures(SelectClauses);
        encoder.WriteInt32(-1); // no conditions
        return new ExtensionObject(EncodingId, body.WrittenSpan.ToArray());
    }
}
