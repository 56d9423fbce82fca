using OpcUa.Protocol.Notifications;

namespace OpcUa.Server.Subscriptions;

/// <summary>A few rented messages that all subscriptions share, the last one back first: each keeps its parts, so that those with the most
/// are used again at once, on whatever thread. Any thread.</summary>
/// <remarks>A message is rented by the thread that publishes and comes back on the one that receives the acknowledgement. Through the
/// magazines of the threads many messages would go around, and each would keep parts.</remarks>
internal sealed class MessageShelf : IDisposable
{
    private const int Capacity = 64;

    private readonly Lock _lock = new();
    private readonly NotificationMessage[] _messages = new NotificationMessage[Capacity];
    private int _count;
    private bool _isDisposed;

    public NotificationMessage Rent()
    {
        lock (_lock)
        {
            if (_count > 0)
                return _messages[--_count];
        }

        return NotificationMessage.Pool.RentUnchecked();
    }

    /// <summary>Takes a message back.</summary>
    public void Return(NotificationMessage message)
    {
        message.DataChanges.Clear();
        lock (_lock)
        {
            if (_count < Capacity && !_isDisposed)
            {
                _messages[_count++] = message;
                return;
            }
        }

        NotificationMessage.Pool.TryReturn(message);
    }

    /// <summary>Gives all of them back to their pool.</summary>
    public void Clear()
    {
        lock (_lock)
        {
            while (_count > 0)
                NotificationMessage.Pool.TryReturn(_messages[--_count]);
        }
    }

    public void Dispose()
    {
        lock (_lock)
            _isDisposed = true;

        Clear();
    }
}
