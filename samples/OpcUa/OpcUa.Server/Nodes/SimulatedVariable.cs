using OpcUa.Protocol.BuiltIn;
using OpcUa.Server.Subscriptions;

namespace OpcUa.Server.Nodes;

/// <summary>A number that changes, and the items that are told. Under the lock of the <see cref="AddressSpace"/>, but for reading.
/// </summary>
internal sealed class SimulatedVariable : IValueSource
{
    private MonitoredItem[] _items = []; // replaced, never changed
    private double _value;
    private long _time = DateTime.UtcNow.Ticks;
    private int _changes;

    /// <summary>How often the value has changed.</summary>
    public int Changes => Volatile.Read(ref _changes);

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

    /// <summary>Gives the variable the next value: one more than it had.</summary>
    public void Count(long time) => Change(_value + 1, time);

    public void Attach(MonitoredItem item) => _items = [.. _items, item];

    public void Detach(MonitoredItem item)
    {
        int index = Array.IndexOf(_items, item);
        if (index >= 0)
            _items = [.. _items.AsSpan(0, index), .. _items.AsSpan(index + 1)];
    }

    private void Change(double number, long time)
    {
        Volatile.Write(ref _value, number);
        Volatile.Write(ref _time, time);
        Volatile.Write(ref _changes, _changes + 1);
        DataValue value = Make(number, time);
        foreach (MonitoredItem item in _items)
            item.Subscription.Add(item, in value);
    }

    private static DataValue Make(double value, long ticks)
    {
        var time = new DateTime(ticks, DateTimeKind.Utc);
        return new DataValue(value, sourceTimestamp: time, serverTimestamp: time);
    }
}
