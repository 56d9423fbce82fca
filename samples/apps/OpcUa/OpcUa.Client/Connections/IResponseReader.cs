using OpcUa.Protocol.Encoding;

namespace OpcUa.Client.Connections;

/// <summary>Reads a response in the receive buffer.</summary>
internal interface IResponseReader
{
    /// <summary>Reads the fields after the header. Called by the receive loop.</summary>
    /// <exception cref="DecodingException">The fields are malformed.</exception>
    /// <exception cref="ServiceException">The fields report that the server refused the request.</exception>
    void Read(ref BinaryDecoder decoder);
}
