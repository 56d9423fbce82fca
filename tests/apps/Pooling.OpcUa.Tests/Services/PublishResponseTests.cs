using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Notifications;
using OpcUa.Protocol.Services.Subscriptions;
using Pooling.Buffers;
using Pooling.Doubles;
using Pooling.Encodeables;

namespace Pooling.OpcUa.Services;

public sealed class PublishResponseTests
{
    [Fact]
    public void Decode_AThousandChanges_AllocatesNothing()
    {
        byte[] bytes = Encode(Message(1_000));
        for (int i = 0; i < 50; i++)
            ReadAndForget(bytes);

        Assert.Equal(0, Allocated.ByWarm(() => ReadAndForget(bytes), calls: 10));
    }

    [Fact]
    public void Encode_AThousandChanges_AllocatesNothing()
    {
        NotificationMessage message = Message(1_000);
        var response = new PublishResponse { NotificationMessage = message };
        using var writer = new PooledArrayBufferWriter<byte>(1 << 17);

        Assert.Equal(0, Allocated.ByWarm(
            () =>
            {
                writer.ResetWrittenCount();
                response.Encode(new BinaryEncoder(writer));
            },
            calls: 10));
    }

    [Fact]
    public void Detach_TheMessage_KeepsIt()
    {
        byte[] bytes = Encode(Message(10));
        PooledRef<NotificationMessage> kept;
        using (PooledScope scope = PooledScope.Begin())
            kept = scope.Detach(Read(bytes, scope).NotificationMessage!);

        for (int i = 0; i < 20; i++)
            ReadAndForget(bytes);

        Assert.Equal(10, kept.Value.DataChanges[0].MonitoredItems.Count);
        Assert.Equal(9u, kept.Value.DataChanges[0].MonitoredItems[9].ClientHandle);
        Assert.True(kept.TryReturn());
    }

    [Fact]
    public void Decode_AnUnknownNotification_PassesItOver()
    {
        // Sequence number 5, a time, two structures: type 30,000 with 3 bytes, and a data change without items
        byte[] bytes = Wire.Bytes("05 00 00 00 00 00 00 00 00 00 00 00 02 00 00 00 01 00 30 75 01 03 00 00 00 AA BB CC "
            + "01 00 2B 03 01 08 00 00 00 00 00 00 00 FF FF FF FF");
        using PooledScope scope = PooledScope.Begin();
        var decoder = new BinaryDecoder(bytes, scope);
        NotificationMessage message = scope.Rent(NotificationMessage.Pool);
        message.Decode(ref decoder);

        Assert.Equal((0, 1, 1), (decoder.Remaining, message.UnknownCount, message.DataChanges.Count));
        Assert.False(message.IsKeepAlive);
    }

    [Fact]
    public void Decode_TooManyStructures_IsRefused()
    {
        byte[] bytes = Wire.Bytes("05 00 00 00 00 00 00 00 00 00 00 00 00 02 00 00" + string.Concat(Enumerable.Repeat("00 00 00", 512)));
        Assert.Throws<DecodingException>(() =>
        {
            using PooledScope scope = PooledScope.Begin();
            var decoder = new BinaryDecoder(bytes, scope);
            scope.Rent(NotificationMessage.Pool).Decode(ref decoder);
        });
    }

    private static NotificationMessage Message(int items)
    {
        var message = new NotificationMessage { SequenceNumber = 7, PublishTime = DateTime.UtcNow };
        DataChangeNotification change = message.DataChanges.Add();
        for (int i = 0; i < items; i++)
        {
            MonitoredItemNotification item = change.MonitoredItems.Add();
            (item.ClientHandle, item.Value) = ((uint)i, new DataValue(i * 0.5, default, DateTime.UtcNow));
        }

        return message;
    }

    private static byte[] Encode(NotificationMessage message)
    {
        var response = new PublishResponse { SubscriptionId = 3, NotificationMessage = message };
        response.AvailableSequenceNumbers.AddRange([5, 6, 7]);
        response.Results.Add(default);
        using var writer = new PooledArrayBufferWriter<byte>();
        response.Encode(new BinaryEncoder(writer));
        return writer.WrittenSpan.ToArray();
    }

    private static PublishResponse Read(byte[] bytes, PooledScope scope)
    {
        var decoder = new BinaryDecoder(bytes, scope);
        PublishResponse response = scope.Rent(PublishResponse.Pool);
        response.Decode(ref decoder);
        return response;
    }

    private static void ReadAndForget(byte[] bytes)
    {
        using PooledScope scope = PooledScope.Begin();
        Read(bytes, scope);
    }
}
