namespace OpcUa.Server.Hosting;

/// <summary>The counters of a server. Any thread may use it.</summary>
internal sealed class ServerCounters
{
    private long _requests;
    private long _faults;
    private long _notifications;
    private long _messages;
    private long _keepAlives;
    private long _overflows;
    private long _refused;
    private long _badConnections;
    private int _connections;
    private int _sessions;
    private int _subscriptions;
    private long _sentMessages;

    public long Requests => Volatile.Read(ref _requests);

    public long Faults => Volatile.Read(ref _faults);

    public long Notifications => Volatile.Read(ref _notifications);

    public long Messages => Volatile.Read(ref _messages);

    public long KeepAlives => Volatile.Read(ref _keepAlives);

    public long Overflows => Volatile.Read(ref _overflows);

    public long Refused => Volatile.Read(ref _refused);

    public long BadConnections => Volatile.Read(ref _badConnections);

    public int Connections => Volatile.Read(ref _connections);

    public int Sessions => Volatile.Read(ref _sessions);

    public int Subscriptions => Volatile.Read(ref _subscriptions);

    public long SentMessages => Volatile.Read(ref _sentMessages);

    public void AddRequest() => Interlocked.Increment(ref _requests);

    public void AddFault() => Interlocked.Increment(ref _faults);

    public void AddMessage(int notifications)
    {
        Interlocked.Increment(ref _messages);
        Interlocked.Add(ref _notifications, notifications);
    }

    public void AddKeepAlive() => Interlocked.Increment(ref _keepAlives);

    public void AddOverflow() => Interlocked.Increment(ref _overflows);

    public void AddRefused() => Interlocked.Increment(ref _refused);

    public void AddBadConnection() => Interlocked.Increment(ref _badConnections);

    public void AddConnection(int count) => Interlocked.Add(ref _connections, count);

    /// <returns>The new number.</returns>
    public int AddSubscription(int count) => Interlocked.Add(ref _subscriptions, count);

    public void AddSentMessage(int count) => Interlocked.Add(ref _sentMessages, count);

    public void AddSession(int count) => Interlocked.Add(ref _sessions, count);
}
