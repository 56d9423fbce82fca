using OpcUa.Protocol.BuiltIn;

namespace OpcUa.Protocol.Transport;

/// <summary>The connection cannot go on, or a message cannot be sent over it.</summary>
public sealed class TransportException(StatusCode status, string message, Exception? inner = null) : Exception(message, inner)
{
    /// <summary>Why, as the peer is told.</summary>
    public StatusCode Status { get; } = status;
}
