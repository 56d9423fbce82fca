using OpcUa.Protocol.BuiltIn;

namespace OpcUa.Protocol.Transport;

/// <summary>The exception that is thrown when a connection must be closed, or cannot send a message.</summary>
public sealed class TransportException(StatusCode status, string message, Exception? inner = null) : Exception(message, inner)
{
    /// <summary>Gets the reason, as reported to the peer.</summary>
    public StatusCode Status { get; } = status;
}
