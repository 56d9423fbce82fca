using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using Pooling.Buffers;

namespace OpcUa.Protocol.Services.Subscriptions;

/// <summary>The filter for reported changes of an item.</summary>
/// <param name="DeadbandValue">The minimum change of a value, in its unit or in percent of the node's range.</param>
public readonly record struct DataChangeFilter(
    DataChangeTrigger Trigger,
    DeadbandType DeadbandType = DeadbandType.None,
    double DeadbandValue = 0) : IStructure<DataChangeFilter>, IMonitoringFilter
{
    public static readonly NodeId EncodingId = new(724);

    public static int MinBytes => 16;

    public static DataChangeFilter Decode(ref BinaryDecoder decoder) =>
        new((DataChangeTrigger)decoder.ReadInt32(), (DeadbandType)decoder.ReadInt32(), decoder.ReadDouble());

    /// <summary>Reads the filter from the parameters of an item.</summary>
    /// <returns><see langword="false"/> if the filter has another type, or no body.</returns>
    /// <exception cref="DecodingException">The body is too short.</exception>
    public static bool TryRead(ExtensionObject filter, out DataChangeFilter value)
    {
        value = default;
        if (filter.TypeId != EncodingId || filter.Body is null || filter.IsXml)
            return false;

        var decoder = new BinaryDecoder(filter.Body);
        value = Decode(ref decoder);
        return true;
    }

    public void Encode(BinaryEncoder encoder)
    {
        encoder.WriteInt32((int)Trigger);
        encoder.WriteInt32((int)DeadbandType);
        encoder.WriteDouble(DeadbandValue);
    }

    public ExtensionObject ToExtensionObject()
    {
        using var body = new PooledArrayBufferWriter<byte>();
        Encode(new BinaryEncoder(body));
        return new ExtensionObject(EncodingId, body.WrittenSpan.ToArray());
    }
}
