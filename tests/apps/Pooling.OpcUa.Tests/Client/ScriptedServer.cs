using System.Net;
using System.Net.Sockets;
using OpcUa.Protocol.Security;
using OpcUa.Protocol.Services.Channels;
using OpcUa.Protocol.Services.Sessions;
using Pooling.OpcUa.BadInput;
using Pooling.OpcUa.Security;

namespace Pooling.OpcUa.Client;

/// <summary>A server that behaves as a test specifies, correctly or incorrectly.</summary>
internal sealed class ScriptedServer : IAsyncDisposable
{
    private readonly Socket _listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    private readonly List<Socket> _sockets = [];
    private readonly MessageSecurityMode _mode;
    private readonly Task _accepting;

    /// <param name="script">Handles each connection. Its exceptions are ignored when the peer disconnects.</param>
    /// <param name="mode">The security mode of messages. With security, the first connection requests the endpoint, and gets the default
    /// answer.</param>
    public ScriptedServer(Func<ScriptedConnection, Task> script, MessageSecurityMode mode = MessageSecurityMode.None)
    {
        _mode = mode;
        _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        _listener.Listen(10);
        Url = $"opc.tcp://127.0.0.1:{((IPEndPoint)_listener.LocalEndPoint!).Port}";
        _accepting = Accept(script);
    }

    public string Url { get; }

    public int Connections { get; private set; }

    public async ValueTask DisposeAsync()
    {
        _listener.Dispose();
        lock (_sockets)
            _sockets.ForEach(static socket => socket.Dispose());

        await _accepting;
    }

    private async Task Accept(Func<ScriptedConnection, Task> script)
    {
        var scripts = new List<Task>();
        try
        {
            while (true)
            {
                Socket socket = await _listener.AcceptAsync();
                socket.NoDelay = true;
                lock (_sockets)
                    _sockets.Add(socket);

                Connections++;
                bool isDiscovery = _mode != MessageSecurityMode.None && Connections == 1;
                scripts.Add(isDiscovery
                    ? Run(Discover, socket, MessageSecurityMode.None)
                    : Run(script, socket, _mode));
            }
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
        }

        await Task.WhenAll(scripts);
    }

    private async Task Discover(ScriptedConnection connection)
    {
        var endpoint = new EndpointDescription(
            Url, new ApplicationDescription(TestCertificates.ServerUri), TestCertificates.Server.Certificate.Der.ToArray(), _mode,
            SecurityPolicies.Basic256Sha256, [], null, 0);
        await connection.ShakeHands();
        await connection.Serve(async (id, _) =>
        {
            await connection.Respond(id, new GetEndpointsResponse { Endpoints = [endpoint] });
            return true;
        });
    }

    private static async Task Run(Func<ScriptedConnection, Task> script, Socket socket, MessageSecurityMode mode)
    {
        using var security = new PeerSecurity(mode, isServer: true);
        try
        {
            await script(new ScriptedConnection(socket, security));
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException or IOException)
        {
        }
        finally
        {
            socket.Dispose();
        }
    }
}
