using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Transport;

/// <summary>The reason why a connection is closed (OPC 10000-6, 7.1.2.5).</summary>
public readonly record struct ErrorMessage(StatusCode Status, string? Reason)
{
    private const int MaxReasonLength = 4096;

    internal static ErrorMessage Decode(ref BinaryDecoder decoder) => new(decoder.ReadStatusCode(), decoder.ReadString());

    internal void Encode(BinaryEncoder encoder)
    {
        encoder.WriteUInt32(Status.Code);
        encoder.WriteString(Reason is { Length: > MaxReasonLength / 3 } ? Reason[..(MaxReasonLength / 3)] : Reason); // in UTF-8
    }
}
