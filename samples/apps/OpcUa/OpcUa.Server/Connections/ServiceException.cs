using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Services;

namespace OpcUa.Server.Connections;

/// <summary>The exception that is thrown when a whole request fails.</summary>
internal sealed class ServiceException(StatusCode status, RequestHeader header) : Exception($"The request failed with {status}.")
{
    public StatusCode Status { get; } = status;

    public uint RequestHandle { get; } = header.RequestHandle;
}
