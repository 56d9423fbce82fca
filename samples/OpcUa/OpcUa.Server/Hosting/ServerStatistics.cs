namespace OpcUa.Server.Hosting;

/// <summary>What a server has now, and what it has done since its start.</summary>
public sealed record ServerStatistics
{
    public int Connections { get; init; }

    public int Sessions { get; init; }

    public int Subscriptions { get; init; }

    public int Items { get; init; }

    /// <summary>Changes of the variables.</summary>
    public long Changes { get; init; }

    public long Requests { get; init; }

    /// <summary>Requests that were answered with a fault.</summary>
    public long Faults { get; init; }

    /// <summary>Values that were sent in notifications.</summary>
    public long Notifications { get; init; }

    /// <summary>Notification messages, keep-alives not counted.</summary>
    public long Messages { get; init; }

    public long KeepAlives { get; init; }

    /// <summary>Values that were lost because a queue was full.</summary>
    public long Overflows { get; init; }

    /// <summary>Connections that there was no place for.</summary>
    public long Refused { get; init; }

    /// <summary>Connections that ended because of what the peer sent, or did not take.</summary>
    public long BadConnections { get; init; }

    /// <summary>Room for values in queues, beside one in each item.</summary>
    public long QueuedValues { get; init; }

    /// <summary>Messages that are kept until the client has acknowledged them.</summary>
    public long SentMessages { get; init; }

    /// <summary>Blocks of memory and messages of the transport that are in use.</summary>
    public long Outstanding { get; init; }

    /// <summary>Bytes of messages that are being received.</summary>
    public long ReceivingBytes { get; init; }

    /// <summary>Bytes of messages that are being sent.</summary>
    public long SendingBytes { get; init; }
}
