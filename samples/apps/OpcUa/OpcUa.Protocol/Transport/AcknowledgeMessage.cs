using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Transport;

/// <summary>A server's response to a HEL (OPC 10000-6, 7.1.2.4).</summary>
public readonly record struct AcknowledgeMessage(
    uint ProtocolVersion, uint ReceiveBufferSize, uint SendBufferSize, uint MaxMessageSize, uint MaxChunkCount)
{
    internal static AcknowledgeMessage From(TransportLimits limits, NegotiatedLimits agreed) => new(
        0, (uint)agreed.ReceiveBuffer, (uint)agreed.SendBuffer, (uint)limits.MaxMessageSize, (uint)limits.MaxChunkCount);

    internal static AcknowledgeMessage Decode(ref BinaryDecoder decoder) => new(
        decoder.ReadUInt32(), decoder.ReadUInt32(), decoder.ReadUInt32(), decoder.ReadUInt32(), decoder.ReadUInt32());

    internal void Encode(BinaryEncoder encoder)
    {
        encoder.WriteUInt32(ProtocolVersion);
        encoder.WriteUInt32(ReceiveBufferSize);
        encoder.WriteUInt32(SendBufferSize);
        encoder.WriteUInt32(MaxMessageSize);
        encoder.WriteUInt32(MaxChunkCount);
    }

    /// <summary>Returns the limits to which a client with the given limits agrees.</summary>
    /// <exception cref="TransportException">The server exceeds the client's offer, or accepts less than the minimum.</exception>
    internal NegotiatedLimits Accept(TransportLimits limits)
    {
        if (ReceiveBufferSize < TransportLimits.MinBuffer || SendBufferSize < TransportLimits.MinBuffer
            || ReceiveBufferSize > limits.SendBuffer || SendBufferSize > limits.ReceiveBuffer)
        {
            throw new TransportException(StatusCodes.BadConnectionRejected,
                $"The server accepts buffers of {ReceiveBufferSize} and {SendBufferSize} bytes for an offer of {limits.SendBuffer} and "
                + $"{limits.ReceiveBuffer}; the minimum is {TransportLimits.MinBuffer}.");
        }

        return new NegotiatedLimits((int)SendBufferSize, (int)ReceiveBufferSize, MaxMessageSize, MaxChunkCount);
    }
}
