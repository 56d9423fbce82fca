using OpcUa.Protocol.Notifications;
using OpcUa.Server.Hosting;
using Pooling.Queues;

namespace OpcUa.Server.Subscriptions;

/// <summary>The messages of a subscription that the client has not acknowledged, oldest first. They are rented. They are returned when they
/// are acknowledged, or when there are too many. Guarded by the lock of the session.</summary>
internal sealed class SentMessages(ServerLimits limits, HeldShares held, ServerCounters counters, MessageShelf shelf)
{
    private readonly RingQueue<SentMessage> _messages = new(1, limits.SentMessages + 1);
    private readonly Share _values = new(limits.SentValuesPerSubscription, held.SentValues);

    public int Count => _messages.Count;

    /// <summary>Keeps a message, and takes its ownership. The oldest messages are dropped if necessary.</summary>
    /// <param name="message">The message.</param>
    /// <param name="values">The number of its values.</param>
    /// <param name="bytes">The number of bytes to which these values refer.</param>
    /// <returns><see langword="false"/> if there is no room for it; the caller keeps it.</returns>
    public bool TryAdd(NotificationMessage message, int values, long bytes)
    {
        if (_messages.Count >= limits.SentMessages)
            ReturnOldest();

        while (!TryTake(values, bytes))
        {
            if (_messages.Count == 0)
                return false;

            ReturnOldest();
        }

        _messages.TryEnqueue(new SentMessage(message, values, bytes));
        counters.AddSentMessage(1);
        return true;
    }

    public NotificationMessage? Find(uint sequenceNumber)
    {
        foreach (SentMessage sent in _messages)
        {
            if (sent.Message.SequenceNumber == sequenceNumber)
                return sent.Message;
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
            _messages.TryDequeue(out SentMessage sent);
            if (!isFound && sent.Message.SequenceNumber == sequenceNumber)
            {
                isFound = true;
                Return(in sent);
                if (i == 0)
                    return true; // the usual case
            }
            else
            {
                _messages.TryEnqueue(sent);
            }
        }

        return isFound;
    }

    public void CopyNumbersTo(List<uint> numbers)
    {
        foreach (SentMessage sent in _messages)
            numbers.Add(sent.Message.SequenceNumber);
    }

    public void Clear()
    {
        while (_messages.TryDequeue(out SentMessage sent))
            Return(in sent);
    }

    private void ReturnOldest()
    {
        _messages.TryDequeue(out SentMessage oldest);
        Return(in oldest);
    }

    private bool TryTake(int values, long bytes)
    {
        if (!_values.TryTake(values))
            return false;

        if (held.ValueBytes.TryTake(bytes))
            return true;

        _values.Give(values);
        return false;
    }

    private void Return(in SentMessage sent)
    {
        _values.Give(sent.Values);
        held.ValueBytes.Give(sent.Bytes);
        counters.AddSentMessage(-1);
        shelf.Return(sent.Message);
    }

    private readonly record struct SentMessage(NotificationMessage Message, int Values, long Bytes);
}
