using System.Threading.Channels;
using OpcUa.Protocol.Notifications;
using Pooling.Encodeables;
using Pooling.Queues;

namespace OpcUa.Client.After;

/// <summary>Notifications for <c>await foreach</c>: messages are detached, and wait in a ring buffer for the reader.</summary>
/// <remarks>A message is valid until the next one is requested; then it is returned. If the reader is too slow, the oldest messages are
/// dropped and counted: the connection never waits.</remarks>
public sealed class NotificationStream : INotificationHandler, IAsyncEnumerable<NotificationMessage>, IDisposable
{
    private readonly RingChannel<PooledRef<NotificationMessage>> _channel;
    private long _dropped;

    /// <param name="capacity">The maximum number of waiting messages.</param>
    public NotificationStream(int capacity = 256) => _channel = new RingChannel<PooledRef<NotificationMessage>>(
        new BoundedChannelOptions(capacity) { FullMode = BoundedChannelFullMode.DropOldest },
        Drop);

    /// <summary>Gets the number of dropped messages.</summary>
    public long Dropped => Volatile.Read(ref _dropped);

    public void OnDataChange(in DataChange change)
    {
        PooledRef<NotificationMessage> kept = change.Detach();
        if (!_channel.Writer.TryWrite(kept))
            kept.Dispose(); // the reader is gone
    }

    /// <summary>Completes the stream for its readers.</summary>
    public void Complete() => _channel.Writer.TryComplete();

    public async IAsyncEnumerator<NotificationMessage> GetAsyncEnumerator(CancellationToken cancellationToken = default)
    {
        while (await _channel.Reader.WaitToReadAsync(cancellationToken).ConfigureAwait(false))
        {
            while (_channel.Reader.TryRead(out PooledRef<NotificationMessage> message))
            {
                using (message)
                    yield return message.Value;
            }
        }
    }

    /// <summary>Ends the stream, and returns the waiting messages.</summary>
    public void Dispose()
    {
        Complete();
        _channel.Dispose();
    }

    private void Drop(PooledRef<NotificationMessage> message)
    {
        Interlocked.Increment(ref _dropped);
        message.Dispose();
    }
}
