using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Services.Attributes;
using OpcUa.Protocol.Services.Subscriptions;
using OpcUa.Server.Nodes;

namespace OpcUa.Server.Subscriptions;

/// <summary>One monitored variable, and the values of it that wait to be sent: the newest ones, as many as the client wants.</summary>
/// <remarks>What is not fixed is under the lock of the subscription's items.</remarks>
internal sealed class MonitoredItem(Subscription subscription, uint id, IValueSource source)
{
    private DataValue[] _values = []; // a ring; grows up to the size of the queue
    private int _head;
    private int _count;
    private DataValue _last; // reported, for the filter
    private bool _hasLast;

    public Subscription Subscription => subscription;

    public uint Id => id;

    public IValueSource Source => source;

    public uint ClientHandle { get; init; }

    public TimestampsToReturn Timestamps { get; init; }

    public MonitoringMode Mode { get; init; }

    public int QueueSize { get; init; }

    public bool DiscardOldest { get; init; }

    public ItemFilter Filter { get; init; }

    public bool IsDeleted { get; private set; }

    /// <summary>Where it stands among the items of its variable, which sets it.</summary>
    public int Place { get; set; }

    /// <summary>Whether the subscription knows that values wait here.</summary>
    public bool IsReady { get; set; }

    public int Count => _count;

    /// <summary>Adds a value, if the filter lets it pass.</summary>
    /// <param name="value">The value.</param>
    /// <param name="room">What the room for values is taken from.</param>
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

    /// <summary>Takes the oldest value, with the times that the client wants.</summary>
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

    /// <summary>Forgets what waits, for good.</summary>
    public void Delete(QueueRoom room)
    {
        IsDeleted = true;
        if (_values.Length > 1)
            room.Give(_values.Length - 1);

        _values = [];
        _count = 0;
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
            _values[_head] = value; // which is the last one now
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
