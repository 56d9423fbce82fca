using System.Net;
using System.Net.Sockets;

namespace Pooling.Samples.RespClient;

/// <summary>A server that takes one connection and does with it what a test says, which may be wrong.</summary>
internal sealed class FakeServer : IAsyncDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly Task _running;

    public FakeServer(Func<NetworkStream, Task> script)
    {
        _listener.Start();
        _running = RunAsync(script);
    }

    public EndPoint EndPoint => _listener.LocalEndpoint;

    public async ValueTask DisposeAsync()
    {
        _listener.Dispose();
        await _running.WaitAsync(Wait.Patience);
    }

    private async Task RunAsync(Func<NetworkStream, Task> script)
    {
        try
        {
            using TcpClient client = await _listener.AcceptTcpClientAsync();
            client.NoDelay = true;
            await script(client.GetStream());
        }
        catch (Exception exception) when (exception is IOException or SocketException or ObjectDisposedException)
        {
            // The client has ended the connection, or the test has, before it was accepted.
        }
    }
}
