using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Transport;

/// <summary>A server's answer to a HEL (OPC 10000-6, 7.1.2.4).</summary>
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

    /// <summary>What a client with its own limits agrees to.</summary>
    /// <exception cref="TransportException">The server claims more than was offered, or accepts less than every server must.</exception>
    internal NegotiatedLimits Accept(TransportLimits limits)
    {
        if (ReceiveBufferSize < TransportLimits.LeastBuffer || SendBufferSize < TransportLimits.LeastBuffer
            || ReceiveBufferSize > limits.SendBuffer || SendBufferSize > limits.ReceiveBuffer)
        {
            throw new TransportException(StatusCodes.BadConnectionRejected,
                $"The server answers with buffers of {ReceiveBufferSize} and {SendBufferSize} bytes to an offer of {limits.SendBuffer} and "
                + $"{limits.ReceiveBuffer}; {TransportLimits.LeastBuffer} is the least.");
        }

        return new NegotiatedLimits((int)SendBufferSize, (int)ReceiveBufferSize, MaxMessageSize, MaxChunkCount);
    }
}
