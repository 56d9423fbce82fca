namespace WebSockets.App.Soaking;

/// <summary>The counters of all sockets of a soak test. Any thread.</summary>
internal sealed class SoakCounts
{
    private long _echoes;
    private long _broadcasts;
    private long _skipped;
    private long _missing;
    private long _wrong;
    private long _joins;
    private long _deaths;
    private long _stalls;
    private long _losses;

    /// <summary>The number of returned messages.</summary>
    public long Echoes => Volatile.Read(ref _echoes);

    /// <summary>The number of received messages that another socket sent.</summary>
    public long Broadcasts => Volatile.Read(ref _broadcasts);

    /// <summary>The number of broadcasts that a socket did not receive although it received later ones.</summary>
    public long Skipped => Volatile.Read(ref _skipped);

    /// <summary>The number of messages that should have arrived but did not: echoes, and broadcasts to sockets that read all the
    /// time.</summary>
    public long Missing => Volatile.Read(ref _missing);

    /// <summary>The number of messages that were damaged, repeated or out of order.</summary>
    public long Wrong => Volatile.Read(ref _wrong);

    /// <summary>The number of sockets that joined. All of them except those that are still connected have left.</summary>
    public long Joins => Volatile.Read(ref _joins);

    /// <summary>The number of connections that were cut.</summary>
    public long Deaths => Volatile.Read(ref _deaths);

    /// <summary>The number of times that a socket stopped reading for a while.</summary>
    public long Stalls => Volatile.Read(ref _stalls);

    /// <summary>The number of connections that were cut, or that the hub ended.</summary>
    public long Losses => Volatile.Read(ref _losses);

    public void AddEcho() => Interlocked.Increment(ref _echoes);

    public void AddBroadcast() => Interlocked.Increment(ref _broadcasts);

    public void AddSkipped(long count) => Interlocked.Add(ref _skipped, count);

    public void AddMissing(long count) => Interlocked.Add(ref _missing, count);

    public void AddWrong() => Interlocked.Increment(ref _wrong);

    public void AddJoin() => Interlocked.Increment(ref _joins);

    public void AddDeath() => Interlocked.Increment(ref _deaths);

    public void AddStall() => Interlocked.Increment(ref _stalls);

    public void AddLoss() => Interlocked.Increment(ref _losses);
}
