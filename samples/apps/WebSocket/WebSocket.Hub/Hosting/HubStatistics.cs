namespace WebSockets.Hub.Hosting;

/// <summary>The current counts of a hub, and its totals since the start.</summary>
public sealed record HubStatistics
{
    /// <summary>Gets the number of connected sockets.</summary>
    public int Sockets { get; init; }

    public long Received { get; init; }

    public long BytesReceived { get; init; }

    /// <summary>Gets the number of messages that were encoded to be sent, for one or several sockets.</summary>
    public long Encoded { get; init; }

    /// <summary>Gets the number of times that a message was compressed, for one or several sockets.</summary>
    public long Deflated { get; init; }

    /// <summary>Gets the approximate number of bytes that inflaters and deflaters of sockets keep.</summary>
    public long CompressingBytes { get; init; }

    /// <summary>Gets the number of frames that were written to sockets, including control frames.</summary>
    public long Sent { get; init; }

    public long BytesSent { get; init; }

    /// <summary>Gets the number of times that a message was copied to be sent, including Kestrel's copy of each frame into its
    /// pipe.</summary>
    public long Copies { get; init; }

    /// <summary>Gets the number of copies per sent frame, including Kestrel's.</summary>
    public double CopiesPerFrame => Copies / (double)Math.Max(1, Sent);

    /// <summary>Gets the number of messages for which a socket had no room.</summary>
    public long Dropped { get; init; }

    /// <summary>Gets the number of refused handshakes.</summary>
    public long Refused { get; init; }

    /// <summary>Gets the number of sockets whose peers were silent or slow for too long.</summary>
    public long TimedOut { get; init; }

    /// <summary>Gets the number of sockets that were ended because of an exception of an endpoint.</summary>
    public long Faults { get; init; }

    /// <summary>Gets the number of buffers and frames that were rented and not returned.</summary>
    public long Outstanding { get; init; }

    /// <summary>Gets the number of their bytes.</summary>
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
