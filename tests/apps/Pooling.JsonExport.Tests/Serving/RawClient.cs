using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Pooling.JsonExport.Serving;

/// <summary>A connection without a client's manners: sends what it is told, reads when it is told.</summary>
internal sealed class RawClient : IDisposable
{
    /// <summary>Another address of this machine, so another client.</summary>
    public static readonly IPAddress Other = IPAddress.Parse("127.0.0.2");

    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(2); // only what is wrong takes so long

    private readonly Socket _socket;
    private readonly Uri _server;
    private bool _isDisposed;

    private RawClient(Socket socket, Uri server)
    {
        _socket = socket;
        _server = server;
    }

    /// <summary>Whether more than one address means this machine.</summary>
    public static bool HasOther => !OperatingSystem.IsMacOS();

    /// <summary>Connects. The receive buffer is small, so that little is sent to whoever does not read.</summary>
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

    /// <summary>Connects and asks.</summary>
    public static async Task<RawClient> Get(Uri server, string path, IPAddress? from = null)
    {
        RawClient client = await Connect(server, from);
        await client.Send($"GET {path} HTTP/1.1\r\nHost: {client._server.Authority}\r\n\r\n");
        return client;
    }

    public async Task Send(string text) => await _socket.SendAsync(Encoding.UTF8.GetBytes(text)).WaitAsync(s_patience);

    /// <summary>Reads until the server ends the connection, in whatever way.</summary>
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
            // What was not read yet is lost then.
        }

        return text.ToString();
    }

    /// <summary>Reads the headers of a response, and what came with them.</summary>
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

    /// <summary>Breaks the connection off, unread bytes and all.</summary>
    public void Dispose()
    {
        if (_isDisposed)
            return;

        _isDisposed = true;
        _socket.LingerState = new LingerOption(enable: true, seconds: 0);
        _socket.Dispose();
    }
}
