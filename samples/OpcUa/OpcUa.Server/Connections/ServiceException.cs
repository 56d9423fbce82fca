using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Services;

namespace OpcUa.Server.Connections;

/// <summary>A request cannot be carried out as a whole.</summary>
internal sealed class ServiceException(StatusCode status, RequestHeader header) : Exception($"The request failed with {status}.")
{
    public StatusCode Status { get; } = status;

    public uint RequestHandle { get; } = header.RequestHandle;
}
