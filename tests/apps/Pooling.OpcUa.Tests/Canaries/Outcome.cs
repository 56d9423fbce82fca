using OpcUa.Client.After;
using OpcUa.Client.Subscriptions;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Notifications;
using OpcUa.Protocol.Services;
using OpcUa.Protocol.Services.Subscriptions;
using Pooling.Buffers;
using Pooling.Encodeables;
using Pooling.OpcUa.Services;

namespace Pooling.OpcUa.Canaries;

/// <summary>The results of decoding messages, as bytes: decoded data is encoded again, and an exception of a decoder is a text.</summary>
internal static class Outcome
{
    private static readonly DecodingLimits s_limits = new() { MaxArrayLength = 100_000 };
    private static readonly Dictionary<uint, Type> s_types = MessageSamples.Types
        .ToDictionary(static type => ((IServiceMessage)Activator.CreateInstance(type)!).EncodingId);

    /// <summary>Gets the methods that decode messages. All of them accept any bytes.</summary>
    public static IReadOnlyList<Func<byte[], byte[]>> Ways { get; } = [OfService, OfVariant, OfNotifications, OfReferences];

    /// <summary>Decodes a message of a service.</summary>
    public static byte[] OfService(byte[] body) => Of(body, static (ref BinaryDecoder decoder, BinaryEncoder encoder) =>
    {
        uint id = decoder.ReadMessageId();
        if (!s_types.TryGetValue(id, out Type? type))
            throw new DecodingException($"There is no message {id}.", 0);

        if (type == typeof(PublishResponse))
            Pooled(PublishResponse.Pool, ref decoder, encoder);
        else if (type == typeof(PublishRequest))
            Pooled(PublishRequest.Pool, ref decoder, encoder);
        else
            Again((IServiceMessage)Activator.CreateInstance(type)!, ref decoder, encoder);
    });

    /// <summary>Decodes a single value.</summary>
    public static byte[] OfVariant(byte[] body) =>
        Of(body, static (ref BinaryDecoder decoder, BinaryEncoder encoder) => encoder.WriteVariant(decoder.ReadVariant()));

    /// <summary>Decodes a notification message with the pooled path of the client.</summary>
    public static byte[] OfNotifications(byte[] body)
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        var seen = new Seen(writer);
        try
        {
            StatusCode? status = new PooledNotifications(seen, s_limits).Deliver(body, seen);
            new BinaryEncoder(writer).WriteUInt32(status?.Code ?? 1);
        }
        catch (DecodingException exception)
        {
            new BinaryEncoder(writer).WriteString(exception.Message);
        }

        return writer.WrittenSpan.ToArray();
    }

    /// <summary>Decodes an array of references with the pooled path of the client.</summary>
    public static byte[] OfReferences(byte[] body) => Of(body, static (ref BinaryDecoder decoder, BinaryEncoder encoder) =>
    {
        for (int i = decoder.ReadArrayLength(minBytes: 18); i > 0; i--)
        {
            var reference = new ReferenceView(ref decoder);
            encoder.WriteNodeId(reference.ReferenceTypeId);
            encoder.WriteExpandedNodeId(reference.NodeId);
            encoder.WriteByteString(reference.BrowseName.ToArray());
            encoder.WriteByteString(reference.Locale.ToArray());
            encoder.WriteByteString(reference.DisplayName.ToArray());
            encoder.WriteExpandedNodeId(reference.TypeDefinition);
        }
    });

    private delegate void Way(ref BinaryDecoder decoder, BinaryEncoder encoder);

    private static byte[] Of(byte[] body, Way way)
    {
        using PooledScope scope = PooledScope.Begin();
        using var writer = new PooledArrayBufferWriter<byte>();
        var encoder = new BinaryEncoder(writer);
        var decoder = new BinaryDecoder(body, scope, s_limits);
        try
        {
            way(ref decoder, encoder);
            encoder.WriteInt32(decoder.Remaining);
        }
        catch (DecodingException exception)
        {
            encoder.WriteString(exception.Message);
        }

        return writer.WrittenSpan.ToArray();
    }

    private static void Pooled<T>(EncodeablePool<T> pool, ref BinaryDecoder decoder, BinaryEncoder encoder)
        where T : class, IPooledEncodeable, IServiceMessage
    {
        T message = pool.RentUnchecked();
        try
        {
            Again(message, ref decoder, encoder);
        }
        finally
        {
            pool.TryReturn(message);
        }
    }

    private static void Again(IServiceMessage message, ref BinaryDecoder decoder, BinaryEncoder encoder)
    {
        message.Decode(ref decoder);
        encoder.WriteMessage(message);
    }

    private sealed class Seen(PooledArrayBufferWriter<byte> writer) : INotificationHandler, ISubscription
    {
        public uint Id => 1;

        public ItemTable Items { get; } = new();

        public void OnDataChange(in DataChange change)
        {
            var encoder = new BinaryEncoder(writer);
            change.Message.Encode(encoder);
            foreach (MonitoredItemNotification notification in change)
                encoder.WriteDataValue(notification.Value);
        }

        public void OnEvents(EventNotificationList events, ISubscription subscription) => events.Encode(new BinaryEncoder(writer));

        public void CountNotifications(int count)
        {
        }
    }
}
