namespace WebSockets.App.Soaking;

/// <summary>What happened to all sockets of a soak. Any thread.</summary>
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

    /// <summary>Messages that came back.</summary>
    public long Echoes => Volatile.Read(ref _echoes);

    /// <summary>Messages that came from another one.</summary>
    public long Broadcasts => Volatile.Read(ref _broadcasts);

    /// <summary>Broadcasts that did not come to a socket that got later ones.</summary>
    public long Skipped => Volatile.Read(ref _skipped);

    /// <summary>Messages that did not come though they had to: echoes, and broadcasts to sockets that read all the time.</summary>
    public long Missing => Volatile.Read(ref _missing);

    /// <summary>Messages that were damaged, came twice or out of order.</summary>
    public long Wrong => Volatile.Read(ref _wrong);

    /// <summary>Sockets that joined; those that left before are as many, but for those that are there.</summary>
    public long Joins => Volatile.Read(ref _joins);

    /// <summary>Connections that were cut.</summary>
    public long Deaths => Volatile.Read(ref _deaths);

    /// <summary>How often a socket read nothing for a while.</summary>
    public long Stalls => Volatile.Read(ref _stalls);

    /// <summary>Connections that ended without being asked to: those that were cut, and those that the hub ended.</summary>
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
