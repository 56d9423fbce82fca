using OpcUa.Protocol.Notifications;

namespace OpcUa.Server.Subscriptions;

/// <summary>A few rented messages that all subscriptions share, in last-in, first-out order. Each message keeps its parts, so the messages
/// with the most parts are reused first, on any thread. Any thread may use it.</summary>
/// <remarks>A message is rented by the publishing thread, and returned by the thread that receives the acknowledgement. Through the
/// magazines of the threads, many messages would circulate, and each would keep its parts.</remarks>
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

    /// <summary>Returns a message to the shelf.</summary>
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

    /// <summary>Returns all messages to their pool.</summary>
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
