namespace Pooling.JsonExport.Serving;

/// <summary>Counts requests and their outcomes.</summary>
internal sealed class ServerCounters
{
    private long _started;
    private long _completed;
    private long _aborted;
    private long _failed;
    private long _refused;
    private long _leftEarly;

    public long Completed => Interlocked.Read(ref _completed);

    /// <summary>The number of requests whose client disconnected, or read its document too slowly.</summary>
    public long Aborted => Interlocked.Read(ref _aborted);

    /// <summary>The number of requests that ended with any other exception.</summary>
    public long Failed => Interlocked.Read(ref _failed);

    /// <summary>The number of requests that were refused because too many were waiting. They were not started.</summary>
    public long Refused => Interlocked.Read(ref _refused);

    /// <summary>The number of requests whose client disconnected while they were waiting. They were not started.</summary>
    public long LeftEarly => Interlocked.Read(ref _leftEarly);

    public long Running => Interlocked.Read(ref _started) - Completed - Aborted - Failed;

    public void Start() => Interlocked.Increment(ref _started);

    public void Complete() => Interlocked.Increment(ref _completed);

    public void Abort() => Interlocked.Increment(ref _aborted);

    public void Fail() => Interlocked.Increment(ref _failed);

    public void Refuse() => Interlocked.Increment(ref _refused);

    public void LeaveEarly() => Interlocked.Increment(ref _leftEarly);
}
