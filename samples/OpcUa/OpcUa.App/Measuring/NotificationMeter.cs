using OpcUa.Protocol.BuiltIn;

namespace OpcUa.App.Measuring;

/// <summary>Counts and checks what a client is notified of. It allocates nothing: all that is measured is the client's doing.</summary>
/// <remarks>The receiving thread adds; any thread reads the counts.</remarks>
internal sealed class NotificationMeter(int items)
{
    private long _notifications;
    private long _messages;
    private uint _sequenceNumber;
    private long _now;
    private long _notificationsBefore; // the message
    private long _firstTime; // of a value of the message

    public ValueLedger Ledger { get; } = new(items);

    public LatencyHistogram Latencies { get; } = new();

    public long Notifications => Volatile.Read(ref _notifications);

    public long Messages => Volatile.Read(ref _messages);

    /// <summary>Messages whose number does not follow the one before.</summary>
    public long SequenceGaps { get; private set; }

    /// <summary>Notes a message, before its values.</summary>
    /// <param name="sequenceNumber">Its number.</param>
    public void BeginMessage(uint sequenceNumber)
    {
        uint expected = _sequenceNumber == uint.MaxValue ? 1 : _sequenceNumber + 1; // 0 is left out
        if (sequenceNumber != expected && _messages != 0)
            SequenceGaps++;

        _sequenceNumber = sequenceNumber;
        _now = _firstTime = DateTime.UtcNow.Ticks;
        _notificationsBefore = _notifications;
        Volatile.Write(ref _messages, _messages + 1); // pairs with the property
    }

    /// <summary>Notes a value.</summary>
    /// <param name="number">The number of its variable, from 1 on.</param>
    /// <param name="value">The value.</param>
    public void Add(uint number, in DataValue value)
    {
        if (value.Value.TryGet(out double counted))
            Ledger.Add(number - 1, counted);
        else
            Ledger.AddStray();

        long time = value.SourceTimestamp.Ticks;
        _firstTime = Math.Min(_firstTime, time);
        Latencies.Add(_now - time);
        Volatile.Write(ref _notifications, _notifications + 1); // pairs with the property
    }

    /// <summary>Tells tools of the message whose values were added.</summary>
    /// <param name="subscriptionId">Its subscription.</param>
    public void EndMessage(uint subscriptionId)
    {
        if (NotificationEvents.Log.IsEnabled()) // else not even the arguments are made
        {
            NotificationEvents.Log.MessageReceived(
                subscriptionId, _sequenceNumber, (int)(_notifications - _notificationsBefore), _now - _firstTime);
        }
    }
}
