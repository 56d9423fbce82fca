using OpcUa.Client;
using OpcUa.Protocol.Notifications;
using OpcUa.Protocol.Security;
using OpcUa.Protocol.Services.Channels;
using OpcUa.Protocol.Services.Subscriptions;
using OpcUa.Server;
using OpcUa.Server.Hosting;
using Pooling.OpcUa.Security;
using Pooling.OpcUa.Transport;

namespace Pooling.OpcUa.Server;

/// <summary>Starts servers for tests, and checks afterwards that all rented items were returned.</summary>
public abstract class ServerTest
{
    /// <summary>Gets limits whose times do not expire while a busy machine delays threads. A test replaces only the
    /// limits that it tests.</summary>
    internal static ServerLimits Patient { get; } = new()
    {
        Handshake = TimeSpan.FromMinutes(1),
        NoSession = TimeSpan.FromMinutes(1),
        Transport = new ServerLimits().Transport with
        {
            Linger = ConnectionPair.Linger,
            Write = TimeSpan.FromMinutes(1),
        },
    };

    /// <summary>Gets options of a client of which the same is true.</summary>
    internal static ClientOptions PatientClient { get; } = new()
    {
        RequestTimeout = TimeSpan.FromMinutes(1),
        ConnectTimeout = TimeSpan.FromMinutes(1),
        RepublishTimeout = TimeSpan.FromMinutes(2),
    };

    internal static async Task Serve(
        Func<OpcUaServer, Task> test, ServerLimits? limits = null, int nodes = 100, int rate = 0, bool isSecured = false)
    {
        (long, long, long) before = InUse();
        var options = new OpcUaServerOptions
        {
            Port = 0,
            Nodes = nodes,
            Rate = rate,
            Limits = limits ?? Patient,
            Security = isSecured
                ? new ServerSecurity(TestCertificates.Server, CertificateValidator.AcceptAny) { Modes = SecuredServer.AllModes }
                : null,
        };
        OpcUaServer server = OpcUaServer.Start(options);
        try
        {
            await test(server);
        }
        finally
        {
            await server.DisposeAsync();
        }

        ServerStatistics left = server.GetStatistics();
        Assert.Equal((0, 0, 0, 0), (left.Connections, left.Sessions, left.Subscriptions, left.Items));
        Assert.Equal((0, 0, 0), (left.Outstanding, left.ReceivingBytes, left.SendingBytes));
        Assert.Equal((0, 0), (left.QueuedValues, left.SentMessages));
        Assert.Equal((0, 0), (server.Context.Held.SentValues.Used, server.Context.Held.ValueBytes.Used));
        await Wait.Until(() => InUse() == before); // a client that ends returns its items slightly later
    }

    /// <summary>Starts a server that supports the mode, without a limit for the use of its key.</summary>
    internal static Task Serve(
        MessageSecurityMode mode, Func<OpcUaServer, Task> test, ServerLimits? limits = null, int nodes = 100, int rate = 0) =>
        Serve(
            test,
            (limits ?? Patient) with { KeyUsesPerSecond = 100_000, KeyUsesPerSecondAndAddress = 100_000 },
            nodes, rate, isSecured: mode != MessageSecurityMode.None);

    private static (long, long, long) InUse() => (
        NotificationMessage.Pool.GetStatistics().InUse,
        PublishResponse.Pool.GetStatistics().InUse,
        PublishRequest.Pool.GetStatistics().InUse);
}
