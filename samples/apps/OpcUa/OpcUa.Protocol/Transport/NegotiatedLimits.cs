namespace OpcUa.Protocol.Transport;

/// <summary>The limits on which both ends of a connection agreed. 0 for a message or a number of chunks means no limit.</summary>
/// <param name="ReceiveBuffer">The maximum size of a received chunk in bytes.</param>
/// <param name="SendBuffer">The maximum size of a sent chunk in bytes.</param>
/// <param name="MaxSentMessage">The maximum length of a message that the peer accepts, in bytes.</param>
/// <param name="MaxSentChunks">The maximum number of chunks of a message that the peer accepts.</param>
public readonly record struct NegotiatedLimits(int ReceiveBuffer, int SendBuffer, uint MaxSentMessage, uint MaxSentChunks)
{
    /// <summary>Gets the limits before the negotiation, which are sufficient for a HEL, an ACK or an ERR.</summary>
    internal static NegotiatedLimits Initial { get; } = new(TransportLimits.MinBuffer, TransportLimits.MinBuffer, 0, 0);
}
