using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Services.Sessions;

/// <summary>A signature and its algorithm; both are null without security.</summary>
public readonly record struct SignatureData(
    string? Algorithm,
    byte[]? Signature) : IStructure<SignatureData>
{
    public static int MinBytes => 8;

    public static SignatureData Decode(ref BinaryDecoder decoder) => new(decoder.ReadString(), decoder.ReadByteString());

    public void Encode(BinaryEncoder encoder)
    {
        encoder.WriteString(Algorithm);
        encoder.WriteByteString(Signature);
    }
}
