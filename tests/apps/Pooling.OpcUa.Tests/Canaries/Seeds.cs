using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Notifications;
using OpcUa.Protocol.Services.Views;
using Pooling.Buffers;
using Pooling.OpcUa.Services;

namespace Pooling.OpcUa.Canaries;

/// <summary>The messages from which random ones are created: one of each service, values of each type, and notifications.</summary>
internal static class Seeds
{
    public static byte[][] All { get; } = [.. Messages(), .. Values(), Notification(), References()];

    private static IEnumerable<byte[]> Messages() => MessageSamples.Types.Select(static type =>
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        new BinaryEncoder(writer).WriteMessage(MessageSamples.Create(type));
        return writer.WrittenSpan.ToArray();
    });

    private static IEnumerable<byte[]> Values()
    {
        foreach ((_, _, string hex) in VariantVectors.All)
            yield return Wire.Bytes(hex);

        yield return Wire.Encode(Variant.FromArray(new sbyte[40]));
        yield return Wire.Encode(Variant.FromArray(new byte[300]));
        yield return Wire.Encode(Variant.FromArray(new ushort[17]));
        yield return Wire.Encode(Variant.FromArray(new uint[33]));
        yield return Wire.Encode(Variant.FromArray(new double[] { 1, 2, 3, 4, 5 }));
    }

    private static byte[] Notification() => Encode(static encoder =>
    {
        var message = new NotificationMessage { SequenceNumber = 7, PublishTime = DateTime.UnixEpoch };
        DataChangeNotification change = message.DataChanges.Add();
        for (uint i = 0; i < 30; i++)
        {
            MonitoredItemNotification item = change.MonitoredItems.Add();
            item.ClientHandle = i;
            item.Value = new DataValue(i % 3 == 0 ? Variant.FromArray(new double[i]) : (Variant)(i * 0.5));
        }

        EventFieldList fields = message.Events.Add().Events.Add();
        fields.ClientHandle = 9;
        message.Encode(encoder);
    });

    private static byte[] References() => Encode(static encoder => encoder.WriteStructures<ReferenceDescription>(
    [
        new(new NodeId(35), true, new ExpandedNodeId(new NodeId(1, 2)), new QualifiedName(2, "one"), new LocalizedText("en", "One"), 2,
            default),
        new(new NodeId(35), true, new ExpandedNodeId(new NodeId("x", 2), "urn"), new QualifiedName(2, null), default, 1, default),
    ]));

    private static byte[] Encode(Action<BinaryEncoder> encode)
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        encode(new BinaryEncoder(writer));
        return writer.WrittenSpan.ToArray();
    }
}
