using OpcUa.Protocol.Notifications;
using OpcUa.Server.Hosting;
using Pooling.Queues;

namespace OpcUa.Server.Subscriptions;

/// <summary>The messages of a subscription that the client has not acknowledged, oldest first. They are rented, and returned when they are
/// acknowledged or too many. Guarded by the lock of the session.</summary>
internal sealed class SentMessages(ServerLimits limits, ServerCounters counters, MessageShelf shelf)
{
    private readonly RingQueue<NotificationMessage> _messages = new(1, limits.SentMessages + 1);
    private int _values;

    public int Count => _messages.Count;

    /// <summary>Keeps a message, and takes its ownership. The oldest messages are dropped if necessary.</summary>
    /// <returns><see langword="false"/> if there is no room for it; the caller keeps it.</returns>
    public bool TryAdd(NotificationMessage message, int values)
    {
        while (_messages.Count > 0 && (_messages.Count >= limits.SentMessages || _values + values > limits.SentValuesPerSubscription))
            ReturnOldest();

        while (!counters.TryAddSentValues(values, limits.SentValues))
        {
            if (_messages.Count == 0)
                return false;

            ReturnOldest();
        }

        _messages.TryEnqueue(message);
        _values += values;
        counters.AddSentMessage(1);
        return true;
    }

    public NotificationMessage? Find(uint sequenceNumber)
    {
        foreach (NotificationMessage message in _messages)
        {
            if (message.SequenceNumber == sequenceNumber)
                return message;
        }

        return null;
    }

    /// <summary>Returns a message.</summary>
    /// <returns><see langword="false"/> if it is not found.</returns>
    public bool TryAcknowledge(uint sequenceNumber)
    {
        int count = _messages.Count;
        bool isFound = false;
        for (int i = 0; i < count; i++) // one full rotation, so that the others keep their order
        {
            _messages.TryDequeue(out NotificationMessage? message);
            if (!isFound && message!.SequenceNumber == sequenceNumber)
            {
                isFound = true;
                Return(message);
                if (i == 0)
                    return true; // the usual case
            }
            else
            {
                _messages.TryEnqueue(message!);
            }
        }

        return isFound;
    }

    public void CopyNumbersTo(List<uint> numbers)
    {
        foreach (NotificationMessage message in _messages)
            numbers.Add(message.SequenceNumber);
    }

    public void Clear()
    {
        while (_messages.TryDequeue(out NotificationMessage? message))
            Return(message);
    }

    private void ReturnOldest()
    {
        _messages.TryDequeue(out NotificationMessage? oldest);
        Return(oldest!);
    }

    private void Return(NotificationMessage message)
    {
        int values = 0;
        foreach (DataChangeNotification change in message.DataChanges.Span)
            values += change.MonitoredItems.Count;

        _values -= values;
        counters.AddSentValues(-values);
        counters.AddSentMessage(-1);
        shelf.Return(message);
    }
}
