using System.Reflection;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Notifications;
using Pooling.Encodeables;

namespace Pooling.OpcUa;

public sealed class NotificationTests
{
    // Item 5 = true; item 6 = Int32 7 with status 0x80000000; no diagnostics. Enclosed by both lengths and the type id.
    private const string DataChange = "01 00 2B 03 01 1D 00 00 00 02 00 00 00 05 00 00 00 01 01 01 06 00 00 00 03 06 07 00 00 "
        + "00 00 00 00 80 FF FF FF FF";

    // Two events: fields [true, "a"] of handle 5, and none of handle 6.
    private const string Events = "01 00 94 03 01 1C 00 00 00 02 00 00 00 05 00 00 00 02 00 00 00 01 01 0C 01 00 00 00 "
        + "61 06 00 00 00 FF FF FF FF";

    public static TheoryData<string> Messages => [DataChange, Events];

    [Fact]
    public void ReadEncodeable_DataChange_GivesItsItems()
    {
        using PooledScope scope = PooledScope.Begin();
        var notification = Assert.IsType<DataChangeNotification>(Read(Wire.Bytes(DataChange), scope));
        MonitoredItemNotification[] items = notification.MonitoredItems.Span.ToArray();

        Assert.Equal([5u, 6], items.Select(static item => item.ClientHandle));
        Assert.Equal([new DataValue(true), new DataValue(7, new StatusCode(0x80000000))], items.Select(static item => item.Value));
        Assert.Null(notification.DiagnosticInfos);
    }

    [Fact]
    public void ReadEncodeable_Events_GivesTheirFields()
    {
        using PooledScope scope = PooledScope.Begin();
        var notification = Assert.IsType<EventNotificationList>(Read(Wire.Bytes(Events), scope));
        EventFieldList[] events = notification.Events.Span.ToArray();

        Assert.Equal([5u, 6], events.Select(static item => item.ClientHandle));
        Assert.Equal([true, "a"], events[0].Fields!.Span.ToArray());
        Assert.Null(events[1].Fields);
    }

    [Theory]
    [MemberData(nameof(Messages))]
    public void WriteEncodeable_WhatWasRead_GivesTheSameBytes(string hex)
    {
        using PooledScope scope = PooledScope.Begin();

        Assert.Equal(Wire.Bytes(hex), Wire.Encode(Read(Wire.Bytes(hex), scope)!));
    }

    [Fact]
    public void ReadEncodeable_SingleNotifications_AreKnownToo()
    {
        using PooledScope scope = PooledScope.Begin();
        MonitoredItemNotification item = scope.Rent(MonitoredItemNotification.Pool);
        item.ClientHandle = 3;
        EventFieldList fields = scope.Rent(EventFieldList.Pool);
        fields.ClientHandle = 4;

        Assert.Equal(3u, Assert.IsType<MonitoredItemNotification>(Read(Wire.Encode(item), scope)).ClientHandle);
        Assert.Equal(4u, Assert.IsType<EventFieldList>(Read(Wire.Encode(fields), scope)).ClientHandle);
    }

    [Theory]
    [MemberData(nameof(Messages))]
    public void ReadEncodeable_CutShortAnywhere_ReturnsAllAndTheNextOneIsRight(string hex)
    {
        byte[] bytes = Wire.Bytes(hex);
        (long, long, long, long) inUse = Wire.InUse();
        for (int length = 0; length < bytes.Length; length++)
        {
            byte[] cut = bytes[..length];
            Assert.Throws<DecodingException>(() => ReadAndForget(cut));
            Assert.Equal(inUse, Wire.InUse());

            using (PooledScope scope = PooledScope.Begin())
                Assert.Equal(bytes, Wire.Encode(Read(bytes, scope)!));

            Assert.Equal(inUse, Wire.InUse());
        }
    }

    [Theory]
    [MemberData(nameof(Messages))]
    public void ReadEncodeable_AnyByteChanged_ReturnsAll(string hex)
    {
        byte[] bytes = Wire.Bytes(hex);
        (long, long, long, long) inUse = Wire.InUse();
        for (int position = 0; position < bytes.Length; position++)
        {
            for (int value = 0; value < 256; value++)
            {
                byte[] changed = [.. bytes];
                changed[position] = (byte)value;
                try
                {
                    ReadAndForget(changed);
                }
                catch (DecodingException)
                {
                }
            }

            Assert.Equal(inUse, Wire.InUse());
        }
    }

    [Theory]
    [InlineData("01 00 2B 03 01 04 00 00 00 FF FF FF 7F 00 00 00")] // 2^31 - 1 items in a message of 16 bytes
    [InlineData("01 00 94 03 01 04 00 00 00 FF FF FF 7F 00 00 00")]
    [InlineData("01 00 97 03 01 08 00 00 00 00 00 00 00 FF FF FF 7F 00")]
    [InlineData("01 00 2B 03 01 FF FF FF 7F 01 00 00 00 00 00 00")] // a structure of 2^31 - 1 bytes
    [InlineData("01 00 2B 03 01 08 00 00 00 FF FF FF FF FE FF FF FF")]
    public void ReadEncodeable_HostileLength_IsRefusedBeforeRentingItems(string hex)
    {
        long rented = MonitoredItemNotification.Pool.GetStatistics().TotalRented;

        Assert.Throws<DecodingException>(() => ReadAndForget(Wire.Bytes(hex)));
        Assert.Equal(rented, MonitoredItemNotification.Pool.GetStatistics().TotalRented);
    }

    [Fact]
    public void ReadEncodeable_BodyLongerThanItsLength_IsRefused() =>
        Assert.Throws<DecodingException>(() => ReadAndForget(Wire.Bytes(DataChange.Replace("1D 00", "1C 00", StringComparison.Ordinal))));

    [Fact]
    public void ReadEncodeable_BodyWithNewerFields_PassesThemOver()
    {
        byte[] bytes = [.. Wire.Bytes(DataChange.Replace("1D 00", "1F 00", StringComparison.Ordinal)), 1, 2, 3];
        using PooledScope scope = PooledScope.Begin();
        var decoder = new BinaryDecoder(bytes, scope);

        Assert.NotNull(decoder.ReadEncodeable(NotificationTypes.Registry));
        Assert.Equal(1, decoder.Remaining);
    }

    [Theory]
    [InlineData("01 00 FF 7F 01 02 00 00 00 AA BB")] // an unknown type
    [InlineData("01 00 2B 03 02 02 00 00 00 3C 3E")] // in XML
    [InlineData("01 00 2B 03 01 FF FF FF FF")] // a null body
    [InlineData("00 00 00")]
    public void ReadEncodeable_NothingToDecode_PassesOver(string hex)
    {
        using PooledScope scope = PooledScope.Begin();
        var decoder = new BinaryDecoder(Wire.Bytes(hex), scope);

        Assert.Null(decoder.ReadEncodeable(NotificationTypes.Registry));
        Assert.Equal(0, decoder.Remaining);
    }

    [Fact]
    public void Detach_ADecodedNotification_KeepsItemsAndArrays()
    {
        (long, long, long, long) inUse = Wire.InUse();
        PooledRef<DataChangeNotification> kept;
        using (PooledScope scope = PooledScope.Begin())
        {
            DataChangeNotification sent = scope.Rent(DataChangeNotification.Pool);
            sent.MonitoredItems.Add().Value = new DataValue(Variant.FromArray<double>([1, 2, 3]));
            sent.MonitoredItems.Add().Value = new DataValue(Variant.FromArray<Variant>([Variant.FromArray<int>([4]), "text"]));
            kept = scope.Detach((DataChangeNotification)Read(Wire.Encode(sent), scope)!);
        }

        for (int i = 0; i < 50; i++)
            ReadAndForget(Wire.Encode(kept.Value));

        ReadOnlySpan<MonitoredItemNotification> items = kept.Value.MonitoredItems.Span;
        Assert.Equal([1.0, 2, 3], items[0].Value.Value.GetSpan<double>().ToArray());
        Assert.Equal([4], items[1].Value.Value.GetSpan<Variant>()[0].GetSpan<int>().ToArray());
        Assert.True(kept.TryReturn());
        Assert.Equal(inUse, Wire.InUse());
    }

    [Fact]
    public void Dispose_OfADecodedMessage_MakesItsObjectsAsGoodAsNew()
    {
        var items = new List<IPooledEncodeable>();
        using (PooledScope scope = PooledScope.Begin())
        {
            var change = (DataChangeNotification)Read(Wire.Bytes(DataChange), scope)!;
            (change.SequenceNumber, change.MoreNotifications, change.PublishTime, change.StringTable, change.Tag) = (1, true,
                DateTime.UtcNow, ["a"], this);
            MonitoredItemNotification item = change.MonitoredItems[1];
            (item.Diagnostics, item.Message) = (new DiagnosticInfo(), change);
            var events = (EventNotificationList)Read(Wire.Bytes(Events), scope)!;
            (events.SequenceNumber, events.PublishTime) = (2, DateTime.UtcNow);
            items.AddRange([change, item, events, events.Events[0]]);
        }

        foreach (IPooledEncodeable item in items)
        {
            object fresh = System.Activator.CreateInstance(item.GetType())!;
            foreach (FieldInfo field in item.GetType().GetFields(BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.Public))
            {
                if (field.FieldType != typeof(EncodeableState))
                    Assert.Equal(field.GetValue(fresh), field.GetValue(item));
            }
        }
    }

    [Fact]
    public void ReadEncodeable_AThousandItems_AllocatesNothing()
    {
        byte[] bytes;
        using (PooledScope scope = PooledScope.Begin())
        {
            DataChangeNotification notification = scope.Rent(DataChangeNotification.Pool);
            for (int i = 0; i < 1_000; i++)
            {
                MonitoredItemNotification item = notification.MonitoredItems.Add();
                item.ClientHandle = (uint)i;
                item.Value = new DataValue(i % 2 == 0 ? i * 0.5 : Variant.FromArray<int>([i, i]), default,
                    DateTime.UtcNow, DateTime.UtcNow);
            }

            bytes = Wire.Encode(notification);
        }

        for (int i = 0; i < 50; i++)
            ReadAndForget(bytes);

        Assert.Equal(0, AllocationAssert.Measure(() => ReadAndForget(bytes), calls: 1, warmUpCalls: 0));
    }

    private static IBinaryEncodeable? Read(byte[] bytes, PooledScope scope)
    {
        var decoder = new BinaryDecoder(bytes, scope);
        return decoder.ReadEncodeable(NotificationTypes.Registry);
    }

    private static void ReadAndForget(byte[] bytes)
    {
        using PooledScope scope = PooledScope.Begin();
        Read(bytes, scope);
    }
}
