namespace OpcUa.Protocol.Services;

/// <summary>What a client asks for.</summary>
public interface IServiceRequest : IServiceMessage
{
    RequestHeader Header { get; }
}
