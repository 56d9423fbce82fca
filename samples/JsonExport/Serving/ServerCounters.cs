namespace Pooling.JsonExport.Serving;

/// <summary>How many requests there were, and how they ended.</summary>
internal sealed class ServerCounters
{
    private long _started;
    private long _completed;
    private long _aborted;
    private long _failed;

    public long Completed => Interlocked.Read(ref _completed);

    /// <summary>Requests whose client went away.</summary>
    public long Aborted => Interlocked.Read(ref _aborted);

    /// <summary>Requests that ended with an exception of any other kind.</summary>
    public long Failed => Interlocked.Read(ref _failed);

    public long Running => Interlocked.Read(ref _started) - Completed - Aborted - Failed;

    public void Start() => Interlocked.Increment(ref _started);

    public void Complete() => Interlocked.Increment(ref _completed);

    public void Abort() => Interlocked.Increment(ref _aborted);

    public void Fail() => Interlocked.Increment(ref _failed);
}
