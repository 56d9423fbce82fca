using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Services.Sessions;

/// <summary>A signed software certificate; part of the messages, but not used.</summary>
public readonly record struct SignedSoftwareCertificate(
    byte[]? CertificateData,
    byte[]? Signature) : IStructure<SignedSoftwareCertificate>
{
    public static int MinBytes => 8;

    public static SignedSoftwareCertificate Decode(ref BinaryDecoder decoder) => new(decoder.ReadByteString(), decoder.ReadByteString());

    public void Encode(BinaryEncoder encoder)
    {
        encoder.WriteByteString(CertificateData);
        encoder.WriteByteString(Signature);
    }
}
