namespace Pooling.Benchmarks.Encodeables;

/// <summary>One step of the published loops over one class: get a notification, set its handle, read it back.</summary>
public interface INotification
{
    /// <summary>The bytes of a new notification, with all that it holds.</summary>
    static abstract int Size { get; }

    /// <param name="handle">The handle to set.</param>
    /// <param name="item">The notification: who keeps it makes sure that it is made on the heap.</param>
    static abstract long New(uint handle, out object item);

    static abstract long Published(uint handle, out object item);

    static abstract long Rent(PooledScope scope, uint handle);
}

/// <summary>A value of a monitored item.</summary>
public readonly struct Item : INotification
{
    internal static readonly PublishedPool<PublishedItem> s_pool = new(static () => new PublishedItem());

    public static int Size => 104;

    public static long New(uint handle, out object item)
    {
        var made = new MonitoredItemNotification { ClientHandle = handle };
        item = made;
        return made.ClientHandle;
    }

    public static long Published(uint handle, out object item)
    {
        PublishedItem pooled = s_pool.Create();
        item = pooled;
        pooled.ClientHandle = handle;
        long read = pooled.ClientHandle;
        s_pool.Reuse(pooled);
        return read;
    }

    public static long Rent(PooledScope scope, uint handle)
    {
        MonitoredItemNotification item = scope.Rent(MonitoredItemNotification.Pool);
        item.ClientHandle = handle;
        return item.ClientHandle;
    }
}

/// <summary>The same with a value: a class before, a struct inside the notification as published, which pools nothing here.</summary>
public readonly struct ItemWithValue : INotification
{
    public static int Size => 120;

    public static long New(uint handle, out object item)
    {
        var made = new ClassItem(handle, new ClassValue(handle, default, default, default, 0, 0), null, null);
        item = made;
        return made.ClientHandle;
    }

    public static long Published(uint handle, out object item)
    {
        var made = new MonitoredItemNotification { ClientHandle = handle, Value = new DataValue(handle) };
        item = made;
        return made.ClientHandle;
    }

    public static long Rent(PooledScope scope, uint handle)
    {
        MonitoredItemNotification item = scope.Rent(MonitoredItemNotification.Pool);
        item.ClientHandle = handle;
        item.Value = new DataValue(handle);
        return item.ClientHandle;
    }

    private sealed record ClassItem(uint ClientHandle, ClassValue Value, DiagnosticInfo? Diagnostics, object? Message);

    private sealed record ClassValue(Variant Value, StatusCode StatusCode, DateTime SourceTimestamp, DateTime ServerTimestamp,
        ushort SourcePicoseconds, ushort ServerPicoseconds);
}

/// <summary>An event without fields.</summary>
public readonly struct Event : INotification
{
    internal static readonly PublishedPool<PublishedEvent> s_pool = new(static () => new PublishedEvent());

    public static int Size => 48;

    public static long New(uint handle, out object item)
    {
        var made = new EventFieldList { ClientHandle = handle };
        item = made;
        return made.ClientHandle;
    }

    public static long Published(uint handle, out object item)
    {
        PublishedEvent pooled = s_pool.Create();
        item = pooled;
        pooled.ClientHandle = handle;
        long read = pooled.ClientHandle;
        s_pool.Reuse(pooled);
        return read;
    }

    public static long Rent(PooledScope scope, uint handle)
    {
        EventFieldList item = scope.Rent(EventFieldList.Pool);
        item.ClientHandle = handle;
        return item.ClientHandle;
    }
}

/// <summary>An event with 10 fields, whose array only this library pools.</summary>
public readonly struct EventOf10 : INotification
{
    private const int Fields = 10;

    public static int Size => 312;

    public static long New(uint handle, out object item)
    {
        var made = new PublishedEvent { Fields = new Variant[Fields] };
        item = made;
        return Fill(made.Fields, handle);
    }

    public static long Published(uint handle, out object item)
    {
        PublishedEvent pooled = Event.s_pool.Create();
        item = pooled;
        pooled.Fields = new Variant[Fields];
        long read = Fill(pooled.Fields, handle);
        Event.s_pool.Reuse(pooled);
        return read;
    }

    public static long Rent(PooledScope scope, uint handle)
    {
        EventFieldList item = scope.Rent(EventFieldList.Pool);
        item.Fields = scope.RentArray<Variant>(Fields);
        return Fill(item.Fields.Span, handle);
    }

    private static long Fill(Span<Variant> fields, uint value)
    {
        foreach (ref Variant field in fields)
            field = value;

        return fields[^1].Get<uint>();
    }
}

/// <summary>A container with an array of one item: as published, both objects are pooled and the array is not.</summary>
public readonly struct DataChange : INotification
{
    private static readonly PublishedPool<PublishedDataChange> s_pool = new(static () => new PublishedDataChange());

    public static int Size => 216;

    public static long New(uint handle, out object item)
    {
        var made = new PublishedDataChange { Items = [new PublishedItem { ClientHandle = handle }] };
        item = made;
        return made.Items[0].ClientHandle;
    }

    public static long Published(uint handle, out object item)
    {
        PublishedDataChange pooled = s_pool.Create();
        item = pooled;
        PublishedItem part = Item.s_pool.Create();
        part.ClientHandle = handle;
        pooled.Items = [part];
        long read = pooled.Items[0].ClientHandle;
        Item.s_pool.Reuse(part);
        s_pool.Reuse(pooled);
        return read;
    }

    public static long Rent(PooledScope scope, uint handle)
    {
        DataChangeNotification item = scope.Rent(DataChangeNotification.Pool);
        item.MonitoredItems = scope.RentArray<MonitoredItemNotification>(1);
        MonitoredItemNotification part = scope.Rent(MonitoredItemNotification.Pool);
        item.MonitoredItems.Span[0] = part;
        part.ClientHandle = handle;
        return item.MonitoredItems.Span[0].ClientHandle;
    }
}

/// <summary>The same for one event.</summary>
public readonly struct EventList : INotification
{
    private static readonly PublishedPool<PublishedEventList> s_pool = new(static () => new PublishedEventList());

    public static int Size => 120;

    public static long New(uint handle, out object item)
    {
        var made = new PublishedEventList { Events = [new PublishedEvent { ClientHandle = handle }] };
        item = made;
        return made.Events[0].ClientHandle;
    }

    public static long Published(uint handle, out object item)
    {
        PublishedEventList pooled = s_pool.Create();
        item = pooled;
        PublishedEvent part = Event.s_pool.Create();
        part.ClientHandle = handle;
        pooled.Events = [part];
        long read = pooled.Events[0].ClientHandle;
        Event.s_pool.Reuse(part);
        s_pool.Reuse(pooled);
        return read;
    }

    public static long Rent(PooledScope scope, uint handle)
    {
        EventNotificationList item = scope.Rent(EventNotificationList.Pool);
        item.Events = scope.RentArray<EventFieldList>(1);
        EventFieldList part = scope.Rent(EventFieldList.Pool);
        item.Events.Span[0] = part;
        part.ClientHandle = handle;
        return item.Events.Span[0].ClientHandle;
    }
}
