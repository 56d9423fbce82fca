using System.Net;
using System.Net.Sockets;
using System.Text;
using static Pooling.WebSockets.Protocol.FrameBytes;

namespace Pooling.WebSockets.Hub;

/// <summary>A client that sends the same frame repeatedly, waits for the answers, and allocates nothing in the meantime.</summary>
internal sealed class MessageLoad : IDisposable
{
    private const int Batch = 50; // messages in transit at once
    private const int WarmUpMessages = 20_000;
    private const int TurnMessages = 20_000;

    private static readonly TimeSpan s_maxTurn = TimeSpan.FromSeconds(0.6); // on a busy machine

    private readonly Socket _socket = new(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
    private readonly byte[] _batch;
    private readonly byte[] _answers;

    private MessageLoad(byte[] frame, int answerLength)
    {
        _batch = Join([.. Enumerable.Repeat(frame, Batch)]);
        _answers = new byte[answerLength * Batch];
    }

    /// <summary>Connects to a server.</summary>
    /// <param name="port">The port of the server.</param>
    /// <param name="path">The path of the websocket.</param>
    /// <param name="frame">The frame to send.</param>
    /// <param name="answerLength">The length of the answer to a frame, in bytes.</param>
    /// <param name="offer">The extensions to offer.</param>
    public static async Task<MessageLoad> ConnectAsync(int port, string path, byte[] frame, int answerLength, string offer = "none")
    {
        var load = new MessageLoad(frame, answerLength);
        await load._socket.ConnectAsync(IPAddress.Loopback, port);
        load.Shake(path, offer);
        return load;
    }

    public void Dispose() => _socket.Dispose();

    /// <summary>Sends messages until code is optimized and pools are filled.</summary>
    public void WarmUp() => Exchange(WarmUpMessages, TimeSpan.FromMinutes(1));

    /// <summary>Measures one turn.</summary>
    /// <returns>The bytes that the process allocates per message.</returns>
    public double BytesPerMessage()
    {
        long before = GC.GetTotalAllocatedBytes(precise: true);
        int messages = Exchange(TurnMessages, s_maxTurn);
        return (GC.GetTotalAllocatedBytes(precise: true) - before) / (double)messages;
    }

    private int Exchange(int maxMessages, TimeSpan maxTime)
    {
        long end = Environment.TickCount64 + (long)maxTime.TotalMilliseconds;
        int count = 0;
        do
        {
            _socket.Send(_batch);
            for (int received = 0; received < _answers.Length;)
            {
                int read = _socket.Receive(_answers.AsSpan(received));
                Assert.NotEqual(0, read);
                received += read;
            }

            count += Batch;
        }
        while (count < maxMessages && Environment.TickCount64 < end);

        return count;
    }

    private void Shake(string path, string offer)
    {
        string headers = string.Concat(RawSocket.Headers.Select(static header => $"{header.Key}: {header.Value}\r\n"));
        headers += $"Sec-WebSocket-Extensions: {offer}\r\n";
        _socket.Send(Encoding.ASCII.GetBytes($"GET {path} HTTP/1.1\r\n{headers}\r\n"));
        byte[] one = new byte[1];
        var head = new StringBuilder();
        while (!head.ToString().EndsWith("\r\n\r\n", StringComparison.Ordinal))
        {
            Assert.Equal(1, _socket.Receive(one));
            head.Append((char)one[0]);
        }
    }
}
