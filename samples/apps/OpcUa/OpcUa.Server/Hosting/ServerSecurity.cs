using OpcUa.Protocol.Security;
using OpcUa.Protocol.Services.Channels;

namespace OpcUa.Server.Hosting;

/// <summary>The security settings of a server, for the policy Basic256Sha256.</summary>
/// <param name="Certificate">The certificate of the server, for <see cref="OpcUaServer.ApplicationUri"/>. The caller keeps its
/// ownership.</param>
/// <param name="Clients">Decides which clients may open a channel.</param>
public sealed record ServerSecurity(ApplicationCertificate Certificate, CertificateValidator Clients)
{
    /// <summary>The modes that a client may choose for a session. Without <see cref="MessageSecurityMode.None"/>, a channel of that mode
    /// can
    /// only be used to request the endpoints.</summary>
    public IReadOnlyList<MessageSecurityMode> Modes { get; init; } = [MessageSecurityMode.SignAndEncrypt];

    internal bool Offers(MessageSecurityMode mode) => Modes.Contains(mode);
}
