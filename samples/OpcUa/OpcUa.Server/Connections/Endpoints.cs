using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Services.Channels;
using OpcUa.Protocol.Services.Sessions;
using OpcUa.Server.Nodes;

namespace OpcUa.Server.Connections;

/// <summary>What the server says of itself. GetEndpoints and CreateSession answer with the same list, as clients demand.</summary>
internal static class Endpoints
{
    /// <summary>The id of the policy for anonymous users; clients compare it letter by letter.</summary>
    public const string AnonymousPolicy = "anonymous";

    private const int LongestUrl = 512;
    private const string Scheme = "opc.tcp://";
    private const string NoSecurity = "http://opcfoundation.org/UA/SecurityPolicy#None";
    private const string Transport = "http://opcfoundation.org/UA-Profile/Transport/uatcp-uasc-uabinary";

    /// <summary>Whether a client may have meant this server.</summary>
    public static bool IsUrl(string? url) =>
        url is { Length: <= LongestUrl } && url.StartsWith(Scheme, StringComparison.OrdinalIgnoreCase);

    /// <summary>Lists the endpoints, under the name that the client knows the server by.</summary>
    /// <param name="url">What the client wants.</param>
    /// <param name="fallback">Where the server listens.</param>
    public static EndpointDescription[] List(string? url, string fallback)
    {
        string known = IsUrl(url) ? url! : fallback;
        var server = new ApplicationDescription(
            AddressSpace.ServerUri, AddressSpace.ServerUri, new LocalizedText("en", "Pooling simulation server"), ApplicationType.Server,
            DiscoveryUrls: [known]);
        return
        [
            new EndpointDescription(known, server, null, MessageSecurityMode.None, NoSecurity, [new UserTokenPolicy(AnonymousPolicy)],
                Transport, SecurityLevel: 0),
        ];
    }
}
