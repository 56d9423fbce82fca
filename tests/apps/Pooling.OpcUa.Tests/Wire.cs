using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Notifications;
using Pooling.Buffers;
using Pooling.Encodeables;

namespace Pooling.OpcUa;

/// <summary>Encodes and decodes single values, and counts rented items.</summary>
internal static class Wire
{
    internal static byte[] Bytes(string hex) => Convert.FromHexString(hex.Replace(" ", "", StringComparison.Ordinal));

    internal static byte[] Encode(Variant value)
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        new BinaryEncoder(writer).WriteVariant(value);
        return writer.WrittenSpan.ToArray();
    }

    internal static byte[] Encode(IBinaryEncodeable item)
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        new BinaryEncoder(writer).WriteEncodeable(item);
        return writer.WrittenSpan.ToArray();
    }

    /// <summary>Decodes a variant, and passes it to a check before its scope ends.</summary>
    internal static void Decode(byte[] bytes, Action<Variant> check, DecodingLimits? limits = null)
    {
        using PooledScope scope = PooledScope.Begin();
        var decoder = new BinaryDecoder(bytes, scope, limits);
        Variant value = decoder.ReadVariant();
        Assert.Equal(0, decoder.Remaining);
        check(value);
    }

    internal static DecodingException Refuses(byte[] bytes, DecodingLimits? limits = null) =>
        Assert.Throws<DecodingException>(() => Decode(bytes, static _ => { }, limits));

    internal static (long, long, long, long) InUse() => (
        MonitoredItemNotification.Pool.GetStatistics().InUse,
        DataChangeNotification.Pool.GetStatistics().InUse,
        EventFieldList.Pool.GetStatistics().InUse,
        EventNotificationList.Pool.GetStatistics().InUse);
}
