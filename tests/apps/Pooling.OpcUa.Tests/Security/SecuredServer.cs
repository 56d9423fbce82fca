using OpcUa.Client;
using OpcUa.Protocol.Security;
using OpcUa.Protocol.Services.Channels;
using OpcUa.Server;
using OpcUa.Server.Hosting;
using Pooling.OpcUa.Server;

namespace Pooling.OpcUa.Security;

/// <summary>Servers and clients with certificates that accept each other.</summary>
internal static class SecuredServer
{
    public static readonly MessageSecurityMode[] AllModes =
        [MessageSecurityMode.None, MessageSecurityMode.Sign, MessageSecurityMode.SignAndEncrypt];

    public static OpcUaServer Start(
        int nodes = 100, int rate = 0, MessageSecurityMode[]? modes = null, CertificateValidator? clients = null,
        ServerLimits? limits = null) =>
        OpcUaServer.Start(new OpcUaServerOptions
        {
            Port = 0,
            Nodes = nodes,
            Rate = rate,
            Limits = limits ?? ServerTest.Patient,
            Security = new ServerSecurity(TestCertificates.Server, clients ?? CertificateValidator.AcceptAny) { Modes = modes ?? AllModes },
        });

    public static ClientOptions Client(
        MessageSecurityMode mode, ApplicationCertificate? own = null, CertificateValidator? servers = null) => new()
        {
            RepublishTimeout = TimeSpan.FromMinutes(2),
            Security = mode == MessageSecurityMode.None
                ? null
                : new ClientSecurity(mode, own ?? TestCertificates.Client, servers ?? CertificateValidator.AcceptAny),
        };

    /// <summary>Ends a server, and checks that all rented items were returned.</summary>
    public static async Task EndAsync(OpcUaServer server)
    {
        await server.DisposeAsync();
        ServerStatistics left = server.GetStatistics();
        Assert.Equal((0, 0, 0, 0), (left.Connections, left.Sessions, left.Subscriptions, left.Items));
        Assert.Equal((0, 0, 0), (left.Outstanding, left.ReceivingBytes, left.SendingBytes));
    }
}
