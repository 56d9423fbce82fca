using OpcUa.Protocol.BuiltIn;

namespace OpcUa.Protocol.Transport;

/// <summary>What a connection received. One call at a time; none may wait.</summary>
public interface IMessageSink
{
    /// <summary>HEL and ACK were exchanged.</summary>
    /// <param name="endpointUrl">At a server, what the client wants.</param>
    /// <exception cref="TransportException">The connection shall end with this reason.</exception>
    void OnConnected(string? endpointUrl);

    /// <summary>A whole message of the channel came.</summary>
    /// <param name="type">OPN, MSG or CLO.</param>
    /// <param name="requestId">The number of the request.</param>
    /// <param name="body">The bodies of its chunks, good until the call ends.</param>
    /// <exception cref="TransportException">The connection shall end with this reason.</exception>
    void OnMessage(MessageType type, uint requestId, ReadOnlySpan<byte> body);

    /// <summary>The peer gave up a message that it had begun to send.</summary>
    void OnAborted(uint requestId, StatusCode status, string? reason);
}
