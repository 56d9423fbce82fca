using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Notifications;
using OpcUa.Protocol.Services;
using OpcUa.Protocol.Services.Subscriptions;
using Pooling.Buffers;
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

        Assert.Equal(0, AllocationAssert.Measure(() => ReadAndForget(bytes), calls: 10, warmUpCalls: 0));
    }

    [Fact]
    public void Encode_AThousandChanges_AllocatesNothing()
    {
        NotificationMessage message = Message(1_000);
        var response = new PublishResponse { NotificationMessage = message };
        using var writer = new PooledArrayBufferWriter<byte>(1 << 17);

        Assert.Equal(0, AllocationAssert.Measure(
            () =>
            {
                writer.ResetWrittenCount();
                response.Encode(new BinaryEncoder(writer));
            },
            calls: 10, warmUpCalls: 0));
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

    [Fact]
    public void TryReturn_AUsedRequest_MakesItAsGoodAsNew()
    {
        PublishRequest request = PublishRequest.Pool.RentUnchecked();
        RequestHeader header = request.Header;
        (header.AuthenticationToken, header.Timestamp, header.RequestHandle) = (new NodeId(7), DateTime.UtcNow, 8);
        (header.ReturnDiagnostics, header.AuditEntryId, header.TimeoutHint) = (1, "audit", 9);
        request.Acknowledgements.Add(new SubscriptionAcknowledgement(3, 4));
        Assert.True(PublishRequest.Pool.TryReturn(request));

        Assert.Equal(Encode(new PublishRequest().Encode), Encode(request.Encode));
        Assert.Same(header, request.Header);
    }

    [Fact]
    public void TryReturn_AUsedResponse_MakesItAsGoodAsNew()
    {
        PublishResponse response = PublishResponse.Pool.RentUnchecked();
        ResponseHeader header = response.Header;
        (header.Timestamp, header.RequestHandle, header.ServiceResult) = (DateTime.UtcNow, 8, new StatusCode(0x80000000));
        (header.ServiceDiagnostics, header.StringTable) = (new DiagnosticInfo(), ["text"]);
        (response.SubscriptionId, response.MoreNotifications) = (3, true);
        response.NotificationMessage = Message(2);
        response.AvailableSequenceNumbers.Add(5);
        response.Results.Add(new StatusCode(0x80000000));
        Assert.True(PublishResponse.Pool.TryReturn(response));

        Assert.Equal(Encode(new PublishResponse().Encode), Encode(response.Encode));
        Assert.Null(response.NotificationMessage);
        Assert.Same(header, response.Header);
    }

    [Theory]
    [InlineData(1024, 1024)]
    [InlineData(1025, 0)]
    public void TryReturn_AResponseWithLongLists_KeepsNoMoreThanAThousand(int capacity, int kept)
    {
        PublishResponse response = PublishResponse.Pool.RentUnchecked();
        response.AvailableSequenceNumbers.Capacity = capacity;
        response.Results.Capacity = capacity;
        Assert.True(PublishResponse.Pool.TryReturn(response));

        Assert.Equal((kept, kept), (response.AvailableSequenceNumbers.Capacity, response.Results.Capacity));
    }

    [Fact]
    public void TryReturn_AResponse_LeavesTheMessageToItsOwner()
    {
        NotificationMessage message = NotificationMessage.Pool.RentUnchecked();
        PublishResponse response = PublishResponse.Pool.RentUnchecked();
        response.NotificationMessage = message;

        Assert.True(PublishResponse.Pool.TryReturn(response));
        Assert.True(NotificationMessage.Pool.TryReturn(message)); // false if the response had returned it
    }

    [Fact]
    public void TryReturn_AUsedMessage_MakesItAsGoodAsNew()
    {
        NotificationMessage message = NotificationMessage.Pool.RentUnchecked();
        (message.SequenceNumber, message.PublishTime, message.UnknownCount) = (7, DateTime.UtcNow, 2);
        message.StatusChange = new StatusCode(0x80000000);
        message.DataChanges.Add().MonitoredItems.Add().ClientHandle = 3;
        message.Events.Add().Events.Add().ClientHandle = 4;
        Assert.True(NotificationMessage.Pool.TryReturn(message));

        Assert.Equal(Encode(new NotificationMessage().Encode), Encode(message.Encode));
        Assert.True(message.IsKeepAlive);
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
        return Encode(response.Encode);
    }

    private static byte[] Encode(Action<BinaryEncoder> encode)
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        encode(new BinaryEncoder(writer));
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
