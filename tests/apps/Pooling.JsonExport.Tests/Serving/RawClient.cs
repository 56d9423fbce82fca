using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Pooling.JsonExport.Serving;

/// <summary>A connection that sends and reads only on request.</summary>
internal sealed class RawClient : IDisposable
{
    /// <summary>Another address of this machine, which is another client.</summary>
    public static readonly IPAddress Other = IPAddress.Parse("127.0.0.2");

    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(2); // reached only if something is wrong

    private readonly Socket _socket;
    private readonly Uri _server;
    private bool _isDisposed;

    private RawClient(Socket socket, Uri server)
    {
        _socket = socket;
        _server = server;
    }

    /// <summary>Gets whether this machine has more than one address.</summary>
    public static bool HasOther => !OperatingSystem.IsMacOS();

    /// <summary>Connects. The receive buffer is small, so that little is sent to a client that does not read.</summary>
    public static async Task<RawClient> Connect(Uri server, IPAddress? from = null)
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp)
        {
            ReceiveBufferSize = 4096,
            NoDelay = true,
        };
        socket.Bind(new IPEndPoint(from ?? IPAddress.Loopback, 0));
        await socket.ConnectAsync(IPAddress.Loopback, server.Port).WaitAsync(s_patience);
        return new RawClient(socket, server);
    }

    /// <summary>Connects and sends a request.</summary>
    public static async Task<RawClient> Get(Uri server, string path, IPAddress? from = null)
    {
        RawClient client = await Connect(server, from);
        await client.Send($"GET {path} HTTP/1.1\r\nHost: {client._server.Authority}\r\n\r\n");
        return client;
    }

    public async Task Send(string text) => await _socket.SendAsync(Encoding.UTF8.GetBytes(text)).WaitAsync(s_patience);

    /// <summary>Reads until the server ends the connection in any way.</summary>
    public async Task<string> ReadToEnd()
    {
        var text = new StringBuilder();
        byte[] buffer = new byte[64 * 1024];
        try
        {
            while (await _socket.ReceiveAsync(buffer).WaitAsync(s_patience) is > 0 and int read)
                text.Append(Encoding.Latin1.GetString(buffer, 0, read));
        }
        catch (SocketException exception) when (exception.SocketErrorCode is SocketError.ConnectionReset or SocketError.ConnectionAborted)
        {
            // Data that was not read yet is lost then.
        }

        return text.ToString();
    }

    /// <summary>Reads the headers of a response, and the data received with them.</summary>
    public async Task<string> ReadHeaders()
    {
        var text = new StringBuilder();
        byte[] buffer = new byte[1024];
        while (!text.ToString().Contains("\r\n\r\n", StringComparison.Ordinal))
        {
            int read = await _socket.ReceiveAsync(buffer).WaitAsync(s_patience);
            Assert.True(read > 0, $"The connection ended after '{text}'.");
            text.Append(Encoding.Latin1.GetString(buffer, 0, read));
        }

        return text.ToString();
    }

    public static int StatusOf(string response) => int.Parse(response.AsSpan("HTTP/1.1 ".Length, 3), CultureInfo.InvariantCulture);

    /// <summary>Aborts the connection, including unread bytes.</summary>
    public void Dispose()
    {
        if (_isDisposed)
            return;

        _isDisposed = true;
        _socket.LingerState = new LingerOption(enable: true, seconds: 0);
        _socket.Dispose();
    }
}
