using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Services.Views;

/// <summary>The references of one node.</summary>
/// <param name="ContinuationPoint">The continuation point; null if the result is complete.</param>
public sealed record BrowseResult(
    StatusCode StatusCode,
    byte[]? ContinuationPoint = null,
    ReferenceDescription[]? References = null) : IStructure<BrowseResult>
{
    public static int MinBytes => 12;

    public static BrowseResult Decode(ref BinaryDecoder decoder) => new(
        decoder.ReadStatusCode(),
        decoder.ReadByteString(),
        decoder.ReadStructures<ReferenceDescription>());

    public void Encode(BinaryEncoder encoder)
    {
        encoder.WriteStatusCode(StatusCode);
        encoder.WriteByteString(ContinuationPoint);
        encoder.WriteStructures(References);
    }
}
