namespace OpcUa.Protocol.Services;

/// <summary>What a server answers.</summary>
public interface IServiceResponse : IServiceMessage
{
    ResponseHeader Header { get; }
}
