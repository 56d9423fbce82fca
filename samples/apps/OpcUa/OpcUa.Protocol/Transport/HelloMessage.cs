using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Transport;

/// <summary>The first message of a client, with its limits and the requested endpoint (OPC 10000-6, 7.1.2.3).</summary>
public readonly record struct HelloMessage(
    uint ProtocolVersion, uint ReceiveBufferSize, uint SendBufferSize, uint MaxMessageSize, uint MaxChunkCount, string? EndpointUrl)
{
    private const int MaxUrlLength = 4096;

    internal static DecodingLimits Decoding { get; } = new() { MaxStringLength = MaxUrlLength };

    internal static HelloMessage From(TransportLimits limits, string endpointUrl) => new(
        0, (uint)limits.ReceiveBuffer, (uint)limits.SendBuffer, (uint)limits.MaxMessageSize, (uint)limits.MaxChunkCount, endpointUrl);

    internal static HelloMessage Decode(ref BinaryDecoder decoder) => new(
        decoder.ReadUInt32(), decoder.ReadUInt32(), decoder.ReadUInt32(), decoder.ReadUInt32(), decoder.ReadUInt32(), decoder.ReadString());

    internal void Encode(BinaryEncoder encoder)
    {
        encoder.WriteUInt32(ProtocolVersion);
        encoder.WriteUInt32(ReceiveBufferSize);
        encoder.WriteUInt32(SendBufferSize);
        encoder.WriteUInt32(MaxMessageSize);
        encoder.WriteUInt32(MaxChunkCount);
        encoder.WriteString(EndpointUrl);
    }

    /// <summary>Returns the limits to which a server with the given limits agrees.</summary>
    /// <exception cref="TransportException">The client accepts less than the minimum.</exception>
    internal NegotiatedLimits Accept(TransportLimits limits)
    {
        if (ReceiveBufferSize < TransportLimits.MinBuffer || SendBufferSize < TransportLimits.MinBuffer)
        {
            throw new TransportException(StatusCodes.BadConnectionRejected,
                $"Buffers of {ReceiveBufferSize} and {SendBufferSize} bytes were offered; the minimum is {TransportLimits.MinBuffer}.");
        }

        return new NegotiatedLimits(
            (int)Math.Min(SendBufferSize, (uint)limits.ReceiveBuffer), (int)Math.Min(ReceiveBufferSize, (uint)limits.SendBuffer),
            MaxMessageSize, MaxChunkCount);
    }
}
