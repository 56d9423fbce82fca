namespace Pooling.Services.Loads;

/// <summary>The times at which messages on their way were to be sent, in their order. One thread adds, another
/// takes.</summary>
internal sealed class IntendedTimes
{
    private readonly Queue<long> _times = [];

    public void Add(long intended)
    {
        lock (_times)
            _times.Enqueue(intended);
    }

    /// <summary>Takes the time of the message that was answered.</summary>
    public long Take()
    {
        lock (_times)
            return _times.Dequeue();
    }
}
