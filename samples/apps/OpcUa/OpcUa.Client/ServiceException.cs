using OpcUa.Protocol.BuiltIn;

namespace OpcUa.Client;

/// <summary>The exception that is thrown when a request fails: the server refused it or did not respond.</summary>
public sealed class ServiceException(StatusCode status, string message) : Exception($"{message} ({status})")
{
    /// <summary>Gets the reason.</summary>
    public StatusCode Status { get; } = status;
}
