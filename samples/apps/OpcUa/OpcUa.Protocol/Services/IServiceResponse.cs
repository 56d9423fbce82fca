namespace OpcUa.Protocol.Services;

/// <summary>A response of a server.</summary>
public interface IServiceResponse : IServiceMessage
{
    ResponseHeader Header { get; }
}
