namespace WebSockets.Hub.Hosting;

/// <summary>What a hub has, and has done since its start.</summary>
public sealed record HubStatistics
{
    /// <summary>The sockets that are connected.</summary>
    public int Sockets { get; init; }

    public long Received { get; init; }

    public long BytesReceived { get; init; }

    /// <summary>Messages that were made ready to be sent, to one socket or to many.</summary>
    public long Encoded { get; init; }

    /// <summary>How often a message was compressed, for one socket or for many.</summary>
    public long Deflated { get; init; }

    /// <summary>The bytes that inflaters and deflaters of sockets keep, about.</summary>
    public long CompressingBytes { get; init; }

    /// <summary>Frames that were written to sockets, control frames included.</summary>
    public long Sent { get; init; }

    public long BytesSent { get; init; }

    /// <summary>How often a message was copied to be sent, Kestrel's copy of each frame into its pipe included.</summary>
    public long Copies { get; init; }

    /// <summary>The copies for each frame that was sent: Kestrel's, and the others shared out.</summary>
    public double CopiesPerFrame => Copies / (double)Math.Max(1, Sent);

    /// <summary>Messages that a socket had no room for.</summary>
    public long Dropped { get; init; }

    /// <summary>Handshakes that were refused.</summary>
    public long Refused { get; init; }

    /// <summary>Sockets whose peers were silent or slow for too long.</summary>
    public long TimedOut { get; init; }

    /// <summary>Sockets that were ended because of a mistake of an endpoint.</summary>
    public long Faults { get; init; }

    /// <summary>Buffers and frames that were rented and have not come back.</summary>
    public long Outstanding { get; init; }

    /// <summary>Their bytes.</summary>
    public long OutstandingBytes { get; init; }

    internal static HubStatistics Take(HubContext context) => new()
    {
        Sockets = context.Sockets.Count,
        Received = context.Counters.Received,
        BytesReceived = context.Counters.BytesReceived,
        Encoded = context.Counters.Encoded,
        Deflated = context.Counters.Deflated,
        CompressingBytes = context.Compressing.Used,
        Sent = context.Counters.Sent,
        BytesSent = context.Counters.BytesSent,
        Copies = context.Counters.Copied + context.Counters.Sent,
        Dropped = context.Counters.Dropped,
        Refused = context.Counters.Refused,
        TimedOut = context.Counters.TimedOut,
        Faults = context.Counters.Faults,
        Outstanding = context.Memory.Outstanding,
        OutstandingBytes = context.Memory.OutstandingBytes,
    };
}
