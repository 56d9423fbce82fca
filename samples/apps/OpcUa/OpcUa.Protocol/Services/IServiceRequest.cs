namespace OpcUa.Protocol.Services;

/// <summary>A request of a client.</summary>
public interface IServiceRequest : IServiceMessage
{
    RequestHeader Header { get; }
}
