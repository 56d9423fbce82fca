using OpcUa.Protocol.Security;

namespace Pooling.OpcUa.Security;

/// <summary>Certificates with keys that are created once for all tests.</summary>
internal static class TestCertificates
{
    public const string ServerUri = "urn:pooling:samples:opcua:server"; // of the sample's server
    public const string ClientUri = "urn:pooling:tests:client";

    private static readonly Lazy<ApplicationCertificate> s_server = new(() => ApplicationCertificate.Create(ServerUri, "server"));
    private static readonly Lazy<ApplicationCertificate> s_client = new(() => ApplicationCertificate.Create(ClientUri, "client"));
    private static readonly Lazy<ApplicationCertificate> s_long = new(() => ApplicationCertificate.Create(ClientUri, "long", 3072));
    private static readonly Lazy<ApplicationCertificate> s_longest = new(() => ApplicationCertificate.Create(ServerUri, "longest", 4096));

    public static ApplicationCertificate Server => s_server.Value;

    public static ApplicationCertificate Client => s_client.Value;

    public static ApplicationCertificate OfBits(int bits) => bits switch
    {
        2048 => Client,
        3072 => s_long.Value,
        _ => s_longest.Value,
    };
}
