using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Services.Attributes;
using OpcUa.Protocol.Services.Subscriptions;
using OpcUa.Server.Nodes;

namespace OpcUa.Server.Subscriptions;

/// <summary>A monitored variable, and its newest values that wait to be sent, up to the queue size that the client requested.</summary>
/// <remarks>All mutable state is guarded by the lock of the subscription's items.</remarks>
internal sealed class MonitoredItem(Subscription subscription, uint id, IValueSource source, int queueSize)
{
    private DataValue[] _values = []; // a ring buffer; grows up to the size of the queue
    private int _head;
    private int _count;
    private DataValue _last; // reported, for the filter
    private bool _hasLast;

    public Subscription Subscription => subscription;

    public uint Id => id;

    public IValueSource Source => source;

    public uint ClientHandle { get; set; }

    public TimestampsToReturn Timestamps { get; set; }

    public MonitoringMode Mode { get; set; }

    public int QueueSize { get; private set; } = queueSize;

    public bool DiscardOldest { get; set; }

    public ItemFilter Filter { get; set; }

    public bool IsDeleted { get; private set; }

    /// <summary>Gets or sets the index among the items of the variable; set by the variable.</summary>
    public int Place { get; set; }

    /// <summary>Gets or sets whether the subscription knows that values are waiting.</summary>
    public bool IsReady { get; set; }

    public int Count => _count;

    /// <summary>Adds a value, if it passes the filter.</summary>
    /// <param name="value">The value.</param>
    /// <param name="room">The budget for waiting values.</param>
    /// <returns><see langword="false"/> if it was not added.</returns>
    public bool TryAdd(in DataValue value, QueueRoom room)
    {
        if (IsDeleted || (_hasLast && !Filter.Passes(in _last, in value)))
            return false;

        _last = value;
        _hasLast = true;
        if (_count == _values.Length && !TryGrow(room))
        {
            room.AddOverflow();
            Overflow(in value);
            return true;
        }

        _values[Slot(_count++)] = value;
        return true;
    }

    /// <summary>Removes and returns the oldest value, with the timestamps that the client requested.</summary>
    public DataValue Take()
    {
        DataValue value = _values[_head];
        _values[_head] = default;
        _head = Slot(1);
        _count--;
        return Timestamps == TimestampsToReturn.Both ? value : new DataValue(
            value.Value,
            value.StatusCode,
            Timestamps == TimestampsToReturn.Source ? value.SourceTimestamp : default,
            Timestamps == TimestampsToReturn.Server ? value.ServerTimestamp : default);
    }

    /// <summary>Changes the queue size; excess values are lost as if the queue had overflowed.</summary>
    public void Resize(int queueSize, QueueRoom room)
    {
        QueueSize = queueSize;
        if (_values.Length <= queueSize)
            return;

        int kept = Math.Min(_count, queueSize);
        int first = DiscardOldest ? _count - kept : 0;
        var values = new DataValue[queueSize];
        for (int i = 0; i < kept; i++)
            values[i] = _values[Slot(first + i)];

        if (kept < _count && queueSize > 1)
        {
            room.AddOverflow();
            Mark(ref values[DiscardOldest ? 0 : kept - 1]);
        }

        room.Give(_values.Length - queueSize);
        _values = values;
        _head = 0;
        _count = kept;
    }

    /// <summary>Discards the waiting values and the last reported one.</summary>
    public void Clear(QueueRoom room)
    {
        if (_values.Length > 1)
            room.Give(_values.Length - 1);

        _values = [];
        _head = 0;
        _count = 0;
        _hasLast = false;
    }

    /// <summary>Discards the waiting values before the item is deleted.</summary>
    public void Delete(QueueRoom room)
    {
        IsDeleted = true;
        Clear(room);
    }

    private int Slot(int offset)
    {
        int slot = _head + offset;
        return slot < _values.Length ? slot : slot - _values.Length;
    }

    private bool TryGrow(QueueRoom room)
    {
        int length = Math.Min(Math.Max(1, 2 * _values.Length), QueueSize);
        if (length == _values.Length)
            return false;

        if (length > 1 && !room.TryTake(length - Math.Max(1, _values.Length)))
            return false;

        var values = new DataValue[length];
        for (int i = 0; i < _count; i++)
            values[i] = _values[Slot(i)];

        _values = values;
        _head = 0;
        return true;
    }

    private void Overflow(in DataValue value)
    {
        if (QueueSize == 1) // a buffer, which never overflows
        {
            _values[0] = value;
        }
        else if (DiscardOldest)
        {
            _values[_head] = value; // now the last one
            _head = Slot(1);
            Mark(ref _values[_head]);
        }
        else
        {
            ref DataValue newest = ref _values[Slot(_count - 1)];
            newest = value;
            Mark(ref newest);
        }
    }

    private static void Mark(ref DataValue value) => value = new DataValue(
        value.Value, new StatusCode(value.StatusCode.Code | StatusCodes.OverflowBits), value.SourceTimestamp, value.ServerTimestamp);
}
