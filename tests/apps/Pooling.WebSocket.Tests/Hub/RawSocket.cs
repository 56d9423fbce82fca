using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Text;
using Pooling.WebSockets.Protocol;
using WebSockets.Hub;

namespace Pooling.WebSockets.Hub;

/// <summary>A client that sends any bytes, and reads frames.</summary>
internal sealed class RawSocket : IDisposable
{
    private readonly Socket _socket;
    private readonly NetworkStream _stream;

    private RawSocket(Socket socket)
    {
        _socket = socket;
        _stream = new NetworkStream(socket, ownsSocket: true) { ReadTimeout = 60_000, WriteTimeout = 60_000 };
    }

    /// <summary>Gets the headers of a handshake that is accepted.</summary>
    public static Dictionary<string, string> Headers => new()
    {
        ["Host"] = "localhost",
        ["Connection"] = "Upgrade",
        ["Upgrade"] = "websocket",
        ["Sec-WebSocket-Version"] = "13",
        ["Sec-WebSocket-Key"] = "dGhlIHNhbXBsZSBub25jZQ==",
    };

    /// <summary>Requests a socket.</summary>
    public static async Task<RawSocket> Connect(HubServer hub, string path, int receiveBuffer = 0)
    {
        RawSocket socket = await Open(hub, receiveBuffer);
        Assert.StartsWith("HTTP/1.1 101", await socket.Ask(path, Headers), StringComparison.Ordinal);
        return socket;
    }

    /// <summary>Requests a socket until there is a place. One that ends gives its place back last.</summary>
    public static async Task<RawSocket> ConnectInTime(HubServer hub, string path)
    {
        for (var time = Stopwatch.StartNew(); ; await Task.Delay(5))
        {
            RawSocket socket = await Open(hub);
            string head = await socket.Ask(path, Headers);
            if (head.StartsWith("HTTP/1.1 101", StringComparison.Ordinal))
                return socket;

            socket.Dispose();
            Assert.True(time.Elapsed < Wait.Patience, $"It was not accepted: {head}");
        }
    }

    /// <summary>Requests a socket with compression.</summary>
    /// <returns>The socket, and the extension that the hub accepted; empty if none.</returns>
    public static async Task<(RawSocket Socket, string Agreed)> ConnectCompressed(
        HubServer hub, string path, string offer = "permessage-deflate", int receiveBuffer = 0)
    {
        RawSocket socket = await Open(hub, receiveBuffer);
        string head = await socket.Ask(path, new(Headers) { ["Sec-WebSocket-Extensions"] = offer });
        Assert.StartsWith("HTTP/1.1 101", head, StringComparison.Ordinal);
        const string Header = "Sec-WebSocket-Extensions: ";
        string? line = head.Split("\r\n").SingleOrDefault(static line => line.StartsWith(Header, StringComparison.Ordinal));
        return (socket, line?[Header.Length..] ?? "");
    }

    /// <summary>Opens a connection, and sends nothing.</summary>
    public static async Task<RawSocket> Open(HubServer hub, int receiveBuffer = 0)
    {
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        if (receiveBuffer > 0)
            socket.ReceiveBufferSize = receiveBuffer;

        await socket.ConnectAsync(IPAddress.Loopback, hub.Port);
        return new RawSocket(socket);
    }

    /// <summary>Sends a request.</summary>
    /// <returns>The header of the response; empty if the connection ended.</returns>
    public Task<string> Ask(string path, Dictionary<string, string> headers, string method = "GET") =>
        Ask(path, headers, [], endsOutput: false, method);

    /// <summary>Sends a request with the bytes after it, at once.</summary>
    public async Task<string> Ask(
        string path, Dictionary<string, string> headers, byte[] rest, bool endsOutput, string method = "GET")
    {
        var request = new StringBuilder($"{method} {path} HTTP/1.1\r\n");
        foreach ((string name, string value) in headers)
            request.Append($"{name}: {value}\r\n");

        await Send([.. Encoding.Latin1.GetBytes(request.Append("\r\n").ToString()), .. rest]);
        if (endsOutput)
            EndOutput();

        var head = new StringBuilder();
        while (!head.ToString().EndsWith("\r\n\r\n", StringComparison.Ordinal))
        {
            if (await TryRead(1) is not { } one)
                return head.ToString();

            head.Append((char)one[0]);
        }

        return head.ToString();
    }

    public Task Send(params byte[] bytes) => _stream.WriteAsync(bytes).AsTask();

    /// <summary>Reads a frame, in the form of <see cref="ReaderRun"/>.</summary>
    /// <returns><c>end</c> if the connection has ended.</returns>
    public async Task<string> Receive()
    {
        if (await ReceiveFrame() is not { } frame)
            return "end";

        (byte first, byte[] payload) = frame;
        Assert.Equal(0, first & 0x70);
        string name = (first & 0xF) switch { 1 => "text", 2 => "binary", 8 => "close", 9 => "ping", 10 => "pong", _ => "more" };
        return name == "close" && payload.Length >= 2
            ? $"close {(payload[0] << 8) | payload[1]}"
            : $"{name} {ReaderRun.Tell(payload)}".TrimEnd();
    }

    /// <summary>Reads a frame: its first byte, and its payload.</summary>
    /// <returns><see langword="null"/> if the connection has ended.</returns>
    public async Task<(byte First, byte[] Payload)?> ReceiveFrame()
    {
        if (await TryRead(2) is not { } start)
            return null;

        Assert.Equal(0, start[1] & 0x80);
        long length = start[1];
        if (length >= 126)
        {
            byte[] more = (await TryRead(length == 126 ? 2 : 8))!;
            length = more.Aggregate(0L, static (sum, value) => (sum << 8) | value);
        }

        return (start[0], (await TryRead((int)length))!);
    }

    /// <summary>Reads frames until the end.</summary>
    public async Task<List<string>> ReceiveAll()
    {
        var all = new List<string>();
        while (all.LastOrDefault() != "end")
            all.Add(await Receive());

        return all;
    }

    /// <summary>Reads to the end.</summary>
    /// <returns>The bytes as hexadecimal digits.</returns>
    public async Task<string> ReadToEnd()
    {
        var all = new StringBuilder();
        while (await TryRead(1) is { } one)
            all.Append(Convert.ToHexString(one));

        return all.ToString();
    }

    /// <summary>Ends the connection without a close frame.</summary>
    public void Reset()
    {
        _socket.LingerState = new LingerOption(true, 0);
        _stream.Dispose();
    }

    public void EndOutput() => _socket.Shutdown(SocketShutdown.Send);

    public void Dispose() => _stream.Dispose();

    private async Task<byte[]?> TryRead(int count)
    {
        using var patience = new CancellationTokenSource(TimeSpan.FromMinutes(1));
        byte[] bytes = new byte[count];
        try
        {
            int read = await _stream.ReadAtLeastAsync(bytes, count, throwOnEndOfStream: false, patience.Token);
            return read == count ? bytes : null;
        }
        catch (IOException)
        {
            return null; // reset
        }
    }
}
