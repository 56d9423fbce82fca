using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Services.Sessions;

/// <summary>The description of an application.</summary>
public sealed record ApplicationDescription(
    string? ApplicationUri = null,
    string? ProductUri = null,
    LocalizedText ApplicationName = default,
    ApplicationType ApplicationType = ApplicationType.Server,
    string? GatewayServerUri = null,
    string? DiscoveryProfileUri = null,
    string?[]? DiscoveryUrls = null) : IStructure<ApplicationDescription>
{
    public static int MinBytes => 25;

    public static ApplicationDescription Decode(ref BinaryDecoder decoder) => new(
        decoder.ReadString(),
        decoder.ReadString(),
        decoder.ReadLocalizedText(),
        (ApplicationType)decoder.ReadInt32(),
        decoder.ReadString(),
        decoder.ReadString(),
        decoder.ReadStrings());

    public void Encode(BinaryEncoder encoder)
    {
        encoder.WriteString(ApplicationUri);
        encoder.WriteString(ProductUri);
        encoder.WriteLocalizedText(ApplicationName);
        encoder.WriteInt32((int)ApplicationType);
        encoder.WriteString(GatewayServerUri);
        encoder.WriteString(DiscoveryProfileUri);
        encoder.WriteStrings(DiscoveryUrls);
    }
}
