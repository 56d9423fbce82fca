using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Security;
using OpcUa.Protocol.Services.Channels;
using OpcUa.Protocol.Services.Sessions;
using OpcUa.Server.Hosting;
using OpcUa.Server.Nodes;

namespace OpcUa.Server.Connections;

/// <summary>The description of the server. GetEndpoints and CreateSession return the same list, as clients require.</summary>
internal static class Endpoints
{
    /// <summary>The id of the policy for anonymous users; clients compare it exactly.</summary>
    public const string AnonymousPolicy = "anonymous";

    private const int MaxUrlLength = 512;
    private const string Scheme = "opc.tcp://";
    private const string Transport = "http://opcfoundation.org/UA-Profile/Transport/uatcp-uasc-uabinary";

    /// <summary>Returns whether the URL may refer to this server.</summary>
    public static bool IsUrl(string? url) =>
        url is { Length: <= MaxUrlLength } && url.StartsWith(Scheme, StringComparison.OrdinalIgnoreCase);

    /// <summary>Lists the endpoints under the name that the client uses for the server. Nearly all clients use the same name, so the last
    /// list
    /// is cached.</summary>
    /// <param name="url">The URL that the client requested.</param>
    /// <param name="context">The server.</param>
    public static EndpointDescription[] List(string? url, ServerContext context)
    {
        string known = IsUrl(url) ? url! : context.EndpointUrl;
        if (context.LastEndpoints is not { } last || last.Url != known)
            context.LastEndpoints = last = new KnownEndpoints(known, Make(known, context));

        return last.Endpoints;
    }

    private static EndpointDescription[] Make(string known, ServerContext context)
    {
        var server = new ApplicationDescription(
            AddressSpace.ServerUri, AddressSpace.ServerUri, new LocalizedText("en", "Pooling simulation server"), ApplicationType.Server,
            DiscoveryUrls: [known]);
        IReadOnlyList<MessageSecurityMode> modes = context.Security?.Modes ?? [MessageSecurityMode.None];
        byte[]? certificate = context.Security?.Certificate.Certificate.Der.ToArray();
        return [.. modes.Select(mode => new EndpointDescription(known, server, certificate, mode, PolicyOf(mode),
            [new UserTokenPolicy(AnonymousPolicy)], Transport, SecurityLevel: LevelOf(mode)))];
    }

    private static string PolicyOf(MessageSecurityMode mode) =>
        mode == MessageSecurityMode.None ? SecurityPolicies.None : SecurityPolicies.Basic256Sha256;

    private static byte LevelOf(MessageSecurityMode mode) => (byte)(50 * ((int)mode - (int)MessageSecurityMode.None)); // higher is better
}
