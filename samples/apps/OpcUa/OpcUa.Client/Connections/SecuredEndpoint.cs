using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Security;
using OpcUa.Protocol.Services.Sessions;
using OpcUa.Protocol.Transport;

namespace OpcUa.Client.Connections;

/// <summary>A server that was found without security, and the checks that it must pass in a secured channel.</summary>
/// <param name="Security">The security settings of the client.</param>
/// <param name="Endpoint">The endpoint that is used.</param>
/// <param name="All">All endpoints that the server reported without security.</param>
/// <param name="Server">The validated certificate of the server.</param>
internal sealed record SecuredEndpoint(
    ClientSecurity Security, EndpointDescription Endpoint, EndpointDescription[] All, Certificate Server) : IChannelGuard
{
    private const int MinNonce = 32;

    ApplicationCertificate IChannelGuard.Own => Security.Own;

    void IChannelGuard.Admit(bool isRenewal)
    {
        // A client opens channels only on its own initiative.
    }

    Certificate IChannelGuard.Validate(ReadOnlySpan<byte> certificate) => Certificate.First(certificate).SequenceEqual(Server.Der)
        ? Server
        : throw new TransportException(StatusCodes.BadCertificateInvalid, "The certificate of the server is not the one that it reported.");

    /// <summary>Checks that the server has the key of its certificate, and that its list of endpoints was not changed in transit.</summary>
    /// <param name="created">The response of the server within the channel.</param>
    /// <param name="nonce">The nonce that the server signed.</param>
    /// <exception cref="ServiceException">A check failed.</exception>
    public void Check(CreateSessionResponse created, ReadOnlySpan<byte> nonce)
    {
        if (!Certificate.First(created.ServerCertificate).SequenceEqual(Server.Der))
            throw new ServiceException(StatusCodes.BadCertificateInvalid, "The certificate of the server is not the one that it reported.");

        if (created.ServerNonce is not { Length: >= MinNonce })
            throw new ServiceException(StatusCodes.BadNonceInvalid, $"The nonce of the server has fewer than {MinNonce} bytes.");

        if (created.ServerSignature is not { Algorithm: SecurityPolicies.RsaSha256, Signature: { } signature }
            || !Server.Verify([.. Security.Own.Certificate.Der, .. nonce], signature))
        {
            throw new ServiceException(StatusCodes.BadApplicationSignatureInvalid, "The server does not have the key of its certificate.");
        }

        if (!created.ServerEndpoints.Any(other => IsSame(other, Endpoint))
            || !created.ServerEndpoints.All(endpoint => All.Any(other => IsSame(other, endpoint))))
        {
            throw new ServiceException(StatusCodes.BadSecurityChecksFailed, "The server has other endpoints than it reported.");
        }
    }

    /// <summary>Signs the nonce that the server sent last, to prove that the client has the key of its certificate.</summary>
    /// <exception cref="ServiceException">Too many operations wait for the key.</exception>
    public async Task<SignatureData> SignAsync(CreateSessionResponse created)
    {
        try
        {
            return await Security.Own.SignAsync(created.ServerCertificate, created.ServerNonce).ConfigureAwait(false);
        }
        catch (TransportException exception)
        {
            throw new ServiceException(exception.Status, exception.Message);
        }
    }

    // Compares without the certificates, which servers may omit here. The certificate in use was compared before.
    private static bool IsSame(EndpointDescription one, EndpointDescription other) =>
        one.SecurityMode == other.SecurityMode && one.SecurityPolicyUri == other.SecurityPolicyUri;
}
