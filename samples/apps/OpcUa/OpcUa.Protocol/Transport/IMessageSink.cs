using OpcUa.Protocol.BuiltIn;

namespace OpcUa.Protocol.Transport;

/// <summary>Receives the messages of a connection. Calls do not overlap and must not block.</summary>
public interface IMessageSink
{
    /// <summary>Called after HEL and ACK were exchanged.</summary>
    /// <param name="endpointUrl">At a server, the endpoint that the client requested.</param>
    /// <exception cref="TransportException">Closes the connection with this reason.</exception>
    void OnConnected(string? endpointUrl);

    /// <summary>Called for each complete message of the channel.</summary>
    /// <param name="type">OPN, MSG or CLO.</param>
    /// <param name="requestId">The number of the request.</param>
    /// <param name="body">The bodies of its chunks, valid until the call returns.</param>
    /// <exception cref="TransportException">Closes the connection with this reason.</exception>
    void OnMessage(MessageType type, uint requestId, ReadOnlySpan<byte> body);

    /// <summary>Called when the peer aborted a message.</summary>
    void OnAborted(uint requestId, StatusCode status, string? reason);
}
