using System.Collections.Concurrent;
using OpcUa.Client.Connections;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Security;
using OpcUa.Protocol.Services.Channels;
using OpcUa.Protocol.Services.Sessions;
using OpcUa.Protocol.Transport;

namespace OpcUa.Client;

/// <summary>The security settings of clients, for the policy Basic256Sha256. Any number of clients may share an instance.</summary>
/// <param name="mode">The security mode of messages.</param>
/// <param name="own">The client's certificate. The caller keeps its ownership.</param>
/// <param name="servers">Decides which servers are trusted.</param>
public sealed class ClientSecurity(MessageSecurityMode mode, ApplicationCertificate own, CertificateValidator servers)
{
    private readonly ConcurrentDictionary<string, SecuredEndpoint> _found = new(StringComparer.Ordinal); // by URL

    public MessageSecurityMode Mode => mode;

    public ApplicationCertificate Own => own;

    /// <summary>Gets the certificate of a server; it is requested only once.</summary>
    /// <exception cref="ServiceException">The server does not offer the mode, or is not trusted.</exception>
    internal async Task<SecuredEndpoint> FindAsync(string url, ClientOptions options, CancellationToken cancellation)
    {
        if (_found.TryGetValue(url, out SecuredEndpoint? known))
            return known;

        EndpointDescription[] all = await UaClient
            .TryGetEndpointsAsync(url, options with { Security = null, Memory = null }, cancellation).ConfigureAwait(false);
        EndpointDescription? endpoint = Array.Find(all, IsWanted);
        if (endpoint?.ServerCertificate is null)
            throw new ServiceException(StatusCodes.BadSecurityModeRejected, $"The server does not offer {mode} with Basic256Sha256.");

        try
        {
            Certificate server = servers.Validate(endpoint.ServerCertificate);
            if (server.ApplicationUri is null || server.ApplicationUri != endpoint.Server.ApplicationUri)
            {
                throw new ServiceException(StatusCodes.BadCertificateUriInvalid,
                    $"The server is {endpoint.Server.ApplicationUri}, but its certificate is for {server.ApplicationUri}.");
            }

            return _found[url] = new SecuredEndpoint(this, endpoint, all, server);
        }
        catch (TransportException exception)
        {
            throw new ServiceException(exception.Status, exception.Message);
        }
    }

    /// <summary>Discards the endpoint of a server, because its certificate may have changed.</summary>
    internal void Forget(string url) => _found.TryRemove(url, out _);

    private bool IsWanted(EndpointDescription endpoint) =>
        endpoint.SecurityMode == mode && endpoint.SecurityPolicyUri == SecurityPolicies.Basic256Sha256;
}
