namespace Pooling.Benchmarks.Encodeables;

/// <summary>One step of the published loops over one class: getting a notification, setting its handle, and reading it.</summary>
public interface INotification
{
    /// <returns>The notification. The caller stores it, so that it is created on the heap.</returns>
    static abstract PublishedEncodeable New(uint handle);

    static abstract uint Published(uint handle);

    static abstract uint Rent(PooledScope scope, uint handle);

    /// <summary>Follows the first advice: uses a part that stays with its message, or a message that a reference returns.</summary>
    static abstract uint Keep(KeptParts message, uint handle);
}

/// <summary>A message that keeps its parts.</summary>
[PooledEncodeable]
public sealed partial class KeptParts
{
    private static readonly EncodeablePool<EventFieldList> s_events = EventPolicy.CreatePool();

    internal EncodeableList<MonitoredItemNotification> Items { get; } = new(MonitoredItemNotification.Pool);
    internal EncodeableList<EventFieldList> Events { get; } = new(s_events, maxKept: 40_000);
    internal EncodeableList<KeptEvent> EventsOf10 { get; } = new(KeptEvent.Pool);
}

/// <summary>An event that keeps its fields.</summary>
[PooledEncodeable]
public sealed partial class KeptEvent
{
    internal uint ClientHandle;
    internal List<Variant> Fields { get; } = [];
}

/// <summary>A value of a monitored item.</summary>
public readonly struct Item : INotification
{
    internal static readonly PublishedPool<PublishedItem> s_pool = new(static () => new PublishedItem());
    public static PublishedEncodeable New(uint handle) => new PublishedItem { Handle = handle };
    public static uint Published(uint handle) => s_pool.Return(s_pool.Rent(handle));
    public static uint Rent(PooledScope scope, uint handle) => Set(scope.Rent(MonitoredItemNotification.Pool), handle);
    public static uint Keep(KeptParts message, uint handle) => Set(message.Items.Add(), handle);

    private static uint Set(MonitoredItemNotification item, uint handle)
    {
        item.ClientHandle = handle;
        return item.ClientHandle;
    }
}

/// <summary>A value of a monitored item with its value: a class before, a struct inside the notification as published, which pools nothing
/// here.</summary>
public readonly struct ItemWithValue : INotification
{
    public static PublishedEncodeable New(uint handle) =>
        new ClassItem(new ClassValue(handle, default, default, default, 0, 0)) { Handle = handle };

    public static uint Published(uint handle)
    {
        var item = new PublishedItem { Handle = handle, Value = new DataValue(handle) };
        GC.KeepAlive(item); // lets it escape, so that it is created on the heap
        return item.Handle;
    }

    public static uint Rent(PooledScope scope, uint handle) => Set(scope.Rent(MonitoredItemNotification.Pool), handle);
    public static uint Keep(KeptParts message, uint handle) => Set(message.Items.Add(), handle);

    private static uint Set(MonitoredItemNotification item, uint handle)
    {
        (item.ClientHandle, item.Value) = (handle, new DataValue(handle));
        return item.ClientHandle;
    }

    private sealed class ClassItem(ClassValue value) : PublishedEncodeable
    {
        internal (ClassValue Value, DiagnosticInfo? Diagnostics, object? Message) Parts = (value, null, null);
    }

    private sealed record ClassValue(Variant Value, StatusCode StatusCode, DateTime SourceTimestamp, DateTime ServerTimestamp,
        ushort SourcePicoseconds, ushort ServerPicoseconds);
}

/// <summary>An event without fields.</summary>
public readonly struct Event : INotification
{
    internal static readonly PublishedPool<PublishedEvent> s_pool = new(static () => new PublishedEvent());
    public static PublishedEncodeable New(uint handle) => new PublishedEvent { Handle = handle };
    public static uint Published(uint handle) => s_pool.Return(s_pool.Rent(handle));
    public static uint Rent(PooledScope scope, uint handle) => Set(scope.Rent(EventFieldList.Pool), handle).ClientHandle;
    public static uint Keep(KeptParts message, uint handle) => Set(message.Events.Add(), handle).ClientHandle;

    internal static EventFieldList Set(EventFieldList item, uint handle)
    {
        item.ClientHandle = handle;
        return item;
    }
}

/// <summary>An event with 10 fields, whose array only this library pools. Its handle is stored in the last field.</summary>
public readonly struct EventOf10 : INotification
{
    public static PublishedEncodeable New(uint handle) => Fill(new PublishedEvent(), handle);

    public static uint Published(uint handle) => Event.s_pool.Return(Fill(Event.s_pool.Rent(handle), handle));

    public static uint Rent(PooledScope scope, uint handle)
    {
        EventFieldList item = scope.Rent(EventFieldList.Pool);
        item.Fields = scope.RentArray<Variant>(10);
        return item.ClientHandle = Fill(item.Fields.Span, handle);
    }

    public static uint Keep(KeptParts message, uint handle)
    {
        KeptEvent item = message.EventsOf10.Add();
        CollectionsMarshal.SetCount(item.Fields, 10);
        return item.ClientHandle = Fill(CollectionsMarshal.AsSpan(item.Fields), handle);
    }

    private static PublishedEvent Fill(PublishedEvent item, uint handle)
    {
        item.Fields = new Variant[10];
        item.Handle = Fill(item.Fields, handle);
        return item;
    }

    private static uint Fill(Span<Variant> fields, uint value)
    {
        fields.Fill(value);
        return fields[^1].Get<uint>();
    }
}

/// <summary>A container with an array of one item. As published, both objects are pooled and the array is not.</summary>
public readonly struct DataChange : INotification
{
    private static readonly PublishedPool<PublishedDataChange> s_pool = new(static () => new PublishedDataChange());

    public static PublishedEncodeable New(uint handle) =>
        new PublishedDataChange { Handle = handle, Items = [new PublishedItem { Handle = handle }] };

    public static uint Published(uint handle)
    {
        PublishedDataChange list = s_pool.Rent(handle);
        list.Items = [Item.s_pool.Rent(handle)];
        uint read = Item.s_pool.Return(list.Items[0]);
        s_pool.Return(list);
        return read;
    }

    public static uint Rent(PooledScope scope, uint handle) => Set(scope.Rent(DataChangeNotification.Pool), handle);

    public static uint Keep(KeptParts message, uint handle)
    {
        using PooledRef<DataChangeNotification> rental = DataChangeNotification.Pool.Rent();
        return Set(rental.Value, handle);
    }

    private static uint Set(DataChangeNotification list, uint handle)
    {
        list.SequenceNumber = handle;
        list.MonitoredItems.Add().ClientHandle = handle;
        return list.MonitoredItems[0].ClientHandle;
    }
}

/// <summary>A container with an array of one event.</summary>
public readonly struct EventList : INotification
{
    private static readonly PublishedPool<PublishedList<PublishedEvent>> s_pool = new(static () => new PublishedList<PublishedEvent>());

    public static PublishedEncodeable New(uint handle) =>
        new PublishedList<PublishedEvent> { Handle = handle, Items = [new PublishedEvent { Handle = handle }] };

    public static uint Published(uint handle)
    {
        PublishedList<PublishedEvent> list = s_pool.Rent(handle);
        list.Items = [Event.s_pool.Rent(handle)];
        uint read = Event.s_pool.Return(list.Items[0]);
        s_pool.Return(list);
        return read;
    }

    public static uint Rent(PooledScope scope, uint handle) => Set(scope.Rent(EventNotificationList.Pool), handle);

    public static uint Keep(KeptParts message, uint handle)
    {
        using PooledRef<EventNotificationList> rental = EventNotificationList.Pool.Rent();
        return Set(rental.Value, handle);
    }

    private static uint Set(EventNotificationList list, uint handle)
    {
        list.SequenceNumber = handle;
        list.Events.Add().ClientHandle = handle;
        return list.Events[0].ClientHandle;
    }
}
