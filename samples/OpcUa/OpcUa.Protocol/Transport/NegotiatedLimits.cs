namespace OpcUa.Protocol.Transport;

/// <summary>What both ends of a connection agreed on. 0 for a message or a number of chunks is no limit.</summary>
/// <param name="ReceiveBuffer">The most bytes of a chunk that is received.</param>
/// <param name="SendBuffer">The most bytes of a chunk that is sent.</param>
/// <param name="MaxSentMessage">The most bytes of a message that the peer takes.</param>
/// <param name="MaxSentChunks">The most chunks of a message that the peer takes.</param>
public readonly record struct NegotiatedLimits(int ReceiveBuffer, int SendBuffer, uint MaxSentMessage, uint MaxSentChunks)
{
    /// <summary>Before anything is agreed: enough for a HEL, an ACK or an ERR.</summary>
    internal static NegotiatedLimits Initial { get; } = new(TransportLimits.LeastBuffer, TransportLimits.LeastBuffer, 0, 0);
}
