using System.Net;
using System.Net.Sockets;

namespace Pooling.OpcUa.Client;

/// <summary>A server that does what a test says, right or wrong.</summary>
internal sealed class ScriptedServer : IAsyncDisposable
{
    private readonly Socket _listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    private readonly List<Socket> _sockets = [];
    private readonly Task _accepting;

    /// <param name="script">What is done with each connection. What it throws when its peer goes is of no interest.</param>
    public ScriptedServer(Func<ScriptedConnection, Task> script)
    {
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
                scripts.Add(Run(script, socket));
            }
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
        }

        await Task.WhenAll(scripts);
    }

    private static async Task Run(Func<ScriptedConnection, Task> script, Socket socket)
    {
        try
        {
            await script(new ScriptedConnection(socket));
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException or EndOfStreamException)
        {
        }
        finally
        {
            socket.Dispose();
        }
    }
}
