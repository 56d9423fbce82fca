using OpcUa.Protocol.BuiltIn;

namespace OpcUa.Client;

/// <summary>A request failed: the server refused it, or no answer came.</summary>
public sealed class ServiceException(StatusCode status, string message) : Exception($"{message} ({status})")
{
    /// <summary>Why.</summary>
    public StatusCode Status { get; } = status;
}
