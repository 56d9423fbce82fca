using OpcUa.Protocol.BuiltIn;

namespace OpcUa.App.Measuring;

/// <summary>Counts and checks the notifications of a client. It does not allocate, so that all measured allocations are those of the
/// client.</summary>
/// <remarks>The receiving thread adds; any thread may read the counts.</remarks>
internal sealed class NotificationMeter(int items)
{
    private long _notifications;
    private long _messages;
    private uint _sequenceNumber;
    private long _now;

    public ValueLedger Ledger { get; } = new(items);

    public LatencyHistogram Latencies { get; } = new();

    public long Notifications => Volatile.Read(ref _notifications);

    public long Messages => Volatile.Read(ref _messages);

    /// <summary>The number of messages whose number does not follow its predecessor.</summary>
    public long SequenceGaps { get; private set; }

    /// <summary>Records a message, before its values.</summary>
    /// <param name="sequenceNumber">The number of the message.</param>
    public void BeginMessage(uint sequenceNumber)
    {
        uint expected = _sequenceNumber == uint.MaxValue ? 1 : _sequenceNumber + 1; // 0 is skipped
        if (sequenceNumber != expected && _messages != 0)
            SequenceGaps++;

        _sequenceNumber = sequenceNumber;
        _now = DateTime.UtcNow.Ticks;
        Volatile.Write(ref _messages, _messages + 1); // pairs with the property
    }

    /// <summary>Records a value.</summary>
    /// <param name="number">The number of its variable, starting at 1.</param>
    /// <param name="value">The value.</param>
    public void Add(uint number, in DataValue value)
    {
        if (value.Value.TryGet(out double counted))
            Ledger.Add(number - 1, counted);
        else
            Ledger.AddStray();

        Latencies.Add(_now - value.SourceTimestamp.Ticks);
        Volatile.Write(ref _notifications, _notifications + 1); // pairs with the property
    }
}
