namespace WebSockets.Hub.Hosting;

/// <summary>The counters of a hub. Any thread.</summary>
internal sealed class HubCounters
{
    private long _received;
    private long _bytesReceived;
    private long _encoded;
    private long _copied;
    private long _deflated;
    private long _sent;
    private long _bytesSent;
    private long _dropped;
    private long _refused;
    private long _timedOut;
    private long _faults;

    public long Received => Volatile.Read(ref _received);

    public long BytesReceived => Volatile.Read(ref _bytesReceived);

    public long Encoded => Volatile.Read(ref _encoded);

    public long Copied => Volatile.Read(ref _copied);

    public long Deflated => Volatile.Read(ref _deflated);

    public long Sent => Volatile.Read(ref _sent);

    public long BytesSent => Volatile.Read(ref _bytesSent);

    public long Dropped => Volatile.Read(ref _dropped);

    public long Refused => Volatile.Read(ref _refused);

    public long TimedOut => Volatile.Read(ref _timedOut);

    public long Faults => Volatile.Read(ref _faults);

    public void AddReceived(long bytes)
    {
        Interlocked.Increment(ref _received);
        Interlocked.Add(ref _bytesReceived, bytes);
    }

    /// <summary>Counts a message that was encoded to be sent, with one copy.</summary>
    public void AddEncoded()
    {
        Interlocked.Increment(ref _encoded);
        Interlocked.Increment(ref _copied);
    }

    /// <summary>Counts a message that was compressed, for one or several sockets.</summary>
    public void AddDeflated()
    {
        Interlocked.Increment(ref _deflated);
        Interlocked.Increment(ref _copied);
    }

    /// <summary>Counts copies of a message for one socket, without Kestrel's copies.</summary>
    public void AddCopies(int count) => Interlocked.Add(ref _copied, count);

    public void AddSent(int bytes)
    {
        Interlocked.Increment(ref _sent);
        Interlocked.Add(ref _bytesSent, bytes);
    }

    public void AddDropped(int messages) => Interlocked.Add(ref _dropped, messages);

    public void AddRefused() => Interlocked.Increment(ref _refused);

    public void AddTimedOut() => Interlocked.Increment(ref _timedOut);

    public void AddFault() => Interlocked.Increment(ref _faults);
}
