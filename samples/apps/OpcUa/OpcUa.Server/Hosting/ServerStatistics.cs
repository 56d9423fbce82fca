namespace OpcUa.Server.Hosting;

/// <summary>The current counts of a server, and its totals since the start.</summary>
public sealed record ServerStatistics
{
    public int Connections { get; init; }

    public int Sessions { get; init; }

    public int Subscriptions { get; init; }

    public int Items { get; init; }

    /// <summary>The number of changes of the variables.</summary>
    public long Changes { get; init; }

    public long Requests { get; init; }

    /// <summary>The number of requests that failed.</summary>
    public long Faults { get; init; }

    /// <summary>The number of values sent in notifications.</summary>
    public long Notifications { get; init; }

    /// <summary>The number of notification messages without keep-alives.</summary>
    public long Messages { get; init; }

    public long KeepAlives { get; init; }

    /// <summary>The number of values lost because a queue was full.</summary>
    public long Overflows { get; init; }

    /// <summary>The number of rejected connections.</summary>
    public long Refused { get; init; }

    /// <summary>The number of connections closed because of malformed data or a peer that did not receive.</summary>
    public long BadConnections { get; init; }

    /// <summary>The reserved number of values in queues, in addition to one per item.</summary>
    public long QueuedValues { get; init; }

    /// <summary>The number of messages kept until the client has acknowledged them.</summary>
    public long SentMessages { get; init; }

    /// <summary>The number of blocks of memory and messages of the transport in use.</summary>
    public long Outstanding { get; init; }

    /// <summary>The bytes of messages that are being received.</summary>
    public long ReceivingBytes { get; init; }

    /// <summary>The bytes of messages that are being sent.</summary>
    public long SendingBytes { get; init; }
}
