using System.Threading.Channels;
using Pooling.Encodeables;
using Pooling.Queues;

namespace Pooling.Samples.OpcUaNotifications;

/// <summary>Notifications whose status is not good, on their way from the thread that receives messages to another one, which handles
/// and returns them.</summary>
/// <remarks>Thread safety: any thread may post; only one call of <see cref="RunAsync"/>.</remarks>
/// <param name="capacity">The maximum number of notifications that wait.</param>
internal sealed class AlarmQueue(int capacity) : IDisposable
{
    private readonly RingChannel<PooledRef<GeneratedResponse.Notification>> _queue =
        new(new BoundedChannelOptions(capacity) { SingleReader = true });

    /// <summary>Takes the notifications that are not good out of a response, and queues them. They outlive the response.</summary>
    /// <returns>The number of notifications that were dropped, because the queue is full or has ended.</returns>
    public int Post(GeneratedResponse response)
    {
        int dropped = 0;
        for (int i = 0; i < response.Notifications.Count;)
        {
            if (response.Notifications[i].Value.IsGood)
            {
                i++;
                continue;
            }

            PooledRef<GeneratedResponse.Notification> alarm = response.Notifications.DetachAt(i); // the others move up
            if (!_queue.Writer.TryWrite(alarm))
            {
                alarm.Dispose();
                dropped++;
            }
        }

        return dropped;
    }

    /// <summary>Ends the queue: nothing more is taken, and <see cref="RunAsync"/> ends after what waits.</summary>
    public void Complete() => _queue.Writer.TryComplete();

    /// <summary>Handles notifications until the queue ends. Each one is returned after its call, also if the call throws.</summary>
    /// <param name="handle">Called for each notification, which is valid until it returns.</param>
    /// <param name="cancellation">A token that ends the queue at once. What waits is returned.</param>
    /// <exception cref="OperationCanceledException">The token was canceled.</exception>
    public async Task RunAsync(Action<GeneratedResponse.Notification> handle, CancellationToken cancellation)
    {
        try
        {
            await foreach (PooledRef<GeneratedResponse.Notification> alarm in _queue.Reader.ReadAllAsync(cancellation))
            {
                using (alarm)
                    handle(alarm.Value);
            }
        }
        finally
        {
            Dispose();
        }
    }

    /// <summary>Ends the queue, and returns what waits. Called by the thread that reads, or when there is none.</summary>
    public void Dispose() => _queue.Dispose();
}
