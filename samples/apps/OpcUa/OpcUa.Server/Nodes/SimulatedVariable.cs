using OpcUa.Protocol.BuiltIn;
using OpcUa.Server.Subscriptions;

namespace OpcUa.Server.Nodes;

/// <summary>A number that changes, and its items. All members except reading need the lock of the <see cref="AddressSpace"/>.</summary>
/// <param name="counts">The array with its number of changes.</param>
internal sealed class SimulatedVariable(ChangeCounts counts) : IValueSource
{
    private MonitoredItem?[] _items = [];
    private int _count;
    private double _value;
    private long _time = DateTime.UtcNow.Ticks;
    private int _changes;

    /// <summary>Gets the number of changes of the value.</summary>
    public int Changes => Volatile.Read(ref _changes);

    public long ValueBytes => 0;

    public double Value => Volatile.Read(ref _value);

    public DataValue Read()
    {
        double value = Volatile.Read(ref _value);
        return Make(value, Volatile.Read(ref _time));
    }

    public StatusCode Write(in DataValue value)
    {
        if (!value.Value.TryGet(out double number))
            return StatusCodes.BadTypeMismatch;

        if (!value.StatusCode.IsGood)
            return StatusCodes.BadNotSupported;

        Change(number, DateTime.UtcNow.Ticks);
        return StatusCode.Good;
    }

    /// <summary>Increments the value by one.</summary>
    public void Count(long time) => Change(_value + 1, time);

    public void Attach(MonitoredItem item)
    {
        if (_count == _items.Length)
            Array.Resize(ref _items, Math.Max(1, 2 * _count));

        item.Place = _count;
        _items[_count++] = item;
    }

    /// <summary>Removes an item; the last one takes its index.</summary>
    public void Detach(MonitoredItem item)
    {
        int place = item.Place;
        if (place >= _count || _items[place] != item)
            return;

        MonitoredItem last = _items[--_count]!;
        last.Place = place;
        _items[place] = last;
        _items[_count] = null;
        if (_count == 0)
            _items = [];
    }

    private void Change(double number, long time)
    {
        Volatile.Write(ref _value, number);
        Volatile.Write(ref _time, time);
        Volatile.Write(ref _changes, _changes + 1);
        counts.Change();
        DataValue value = Make(number, time);
        foreach (MonitoredItem? item in _items.AsSpan(0, _count))
            item!.Subscription.Add(item, in value);
    }

    private static DataValue Make(double value, long ticks)
    {
        var time = new DateTime(ticks, DateTimeKind.Utc);
        return new DataValue(value, sourceTimestamp: time, serverTimestamp: time);
    }
}
