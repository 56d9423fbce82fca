using System.Buffers;
using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Text;
using Pooling.Buffers;
using Pooling.WebSockets.Protocol;
using WebSockets.Hub;
using WebSockets.Hub.Hosting;
using WebSockets.Protocol.Compression;
using WebSockets.Protocol.Memory;
using WebSockets.Protocol.Sending;
using Xunit.Abstractions;
using static Pooling.WebSockets.Protocol.FrameBytes;

namespace Pooling.WebSockets.Hub;

/// <summary>Messages through real sockets, from a client that allocates nothing: what the process allocates for one beyond what Kestrel
/// does for the same bytes in the same reads and writes.</summary>
[Trait("Category", "Allocation")]
public sealed class AllocationTests(ITestOutputHelper output)
{
    private const int Batch = 50; // messages under way at once
    private const int Rounds = 5; // the lowest counts: whatever else the process does only adds to it
    private const int MessagesOfRound = 60_000;

    // For a message. One object takes 24; Kestrel's own share differs by some bytes from run to run, with the reads that it makes.
    private const double MostBytes = 12;

    private static readonly TimeSpan s_longest = TimeSpan.FromSeconds(8); // for all rounds, on a machine that is busy

    [Theory]
    [InlineData(64)]
    [InlineData(1024)]
    public async Task Echo_AtSteadyState_AllocatesNothing(int size)
    {
        byte[] frame = Frame(Binary, new byte[size]);
        byte[] answer = Frame(Binary, new byte[size], isMasked: false);
        double bare;
        await using (BareServer server = await BareServer.Start(frame.Length, answer))
            bare = await Measure("Kestrel alone", server.Port, "/", frame, answer.Length);

        double ours;
        var limits = new HubLimits { MessagesPerSecond = int.MaxValue };
        await using (HubServer hub = await HubServer.StartAsync(new HubOptions { Limits = limits }))
            ours = await Measure("hub", hub.Port, "/echo", frame, answer.Length);

        Assert.InRange(ours - bare, double.NegativeInfinity, MostBytes);
    }

    [Fact]
    public async Task Broadcast_AtSteadyState_AllocatesNothing()
    {
        byte[] frame = Frame(Binary, new byte[64]);
        byte[] answer = Frame(Binary, new byte[64], isMasked: false);
        double bare;
        await using (BareServer server = await BareServer.Start(frame.Length, answer, writesOnPool: true))
            bare = await Measure("Kestrel alone", server.Port, "/", frame, answer.Length);

        double ours;
        var limits = new HubLimits { MessagesPerSecond = int.MaxValue, BroadcastsPerSecond = int.MaxValue };
        await using (HubServer hub = await HubServer.StartAsync(new HubOptions { Limits = limits }))
            ours = await Measure("hub", hub.Port, "/broadcast", frame, answer.Length);

        Assert.InRange(ours - bare, double.NegativeInfinity, MostBytes);
    }

    [Fact]
    public async Task Broadcast_Compressed_AllocatesWhatCompressingDoes()
    {
        byte[] message = DeflateBytes.JsonText(1024);
        byte[] frame = Frame(Text, message);
        using var memory = new WebSocketMemory();
        using var encoder = new FrameEncoder(memory);
        using var deflater = new FrameDeflater(DeflateOptions.MostWindowBits, keepsContext: false, memory);
        SharedBuffer plain = encoder.Encode(new ReadOnlySequence<byte>(message), isText: true);
        byte[] answer = Compress();
        double bare;
        void Work() => deflater.Deflate(in plain).Dispose();
        await using (BareServer server = await BareServer.Start(frame.Length, answer, writesOnPool: true, Work))
            bare = await Measure("Kestrel alone, and compressing", server.Port, "/", frame, answer.Length);

        double ours;
        var limits = new HubLimits { MessagesPerSecond = int.MaxValue, BroadcastsPerSecond = int.MaxValue };
        await using (HubServer hub = await HubServer.StartAsync(new HubOptions { Limits = limits }))
            ours = await Measure("hub", hub.Port, "/broadcast", frame, answer.Length, "permessage-deflate");

        plain.Dispose();
        Assert.InRange(ours - bare, double.NegativeInfinity, MostBytes);

        byte[] Compress()
        {
            using SharedBuffer deflated = deflater.Deflate(in plain);
            return deflated.Span.ToArray();
        }
    }

    private async Task<double> Measure(string what, int port, string path, byte[] frame, int answerLength, string offer = "none")
    {
        using var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        await socket.ConnectAsync(IPAddress.Loopback, port);
        byte[] batch = Join([.. Enumerable.Repeat(frame, Batch)]);
        byte[] answers = new byte[answerLength * Batch];
        Shake(socket, path, offer);
        Exchange(20_000, TimeSpan.FromMinutes(1));

        double lowest = double.PositiveInfinity;
        for (int round = 0; round < Rounds; round++)
        {
            long before = GC.GetTotalAllocatedBytes(precise: true);
            var watch = Stopwatch.StartNew();
            int messages = Exchange(MessagesOfRound, s_longest / Rounds);
            watch.Stop();
            double each = (GC.GetTotalAllocatedBytes(precise: true) - before) / (double)messages;
            output.WriteLine($"{what}: {messages:N0} messages, {messages / watch.Elapsed.TotalSeconds:N0}/s, {each:0.000} B each");
            lowest = Math.Min(lowest, each);
        }

        return lowest;

        int Exchange(int most, TimeSpan longest)
        {
            long end = Environment.TickCount64 + (long)longest.TotalMilliseconds;
            int count = 0;
            for (; count < most && Environment.TickCount64 < end; count += Batch)
            {
                socket.Send(batch);
                for (int received = 0; received < answers.Length;)
                    received += socket.Receive(answers.AsSpan(received));
            }

            return count;
        }
    }

    private static void Shake(Socket socket, string path, string offer)
    {
        string headers = string.Concat(RawSocket.Headers.Select(static header => $"{header.Key}: {header.Value}\r\n"));
        headers += $"Sec-WebSocket-Extensions: {offer}\r\n";
        socket.Send(Encoding.ASCII.GetBytes($"GET {path} HTTP/1.1\r\n{headers}\r\n"));
        byte[] one = new byte[1];
        var head = new StringBuilder();
        while (!head.ToString().EndsWith("\r\n\r\n", StringComparison.Ordinal))
        {
            Assert.Equal(1, socket.Receive(one));
            head.Append((char)one[0]);
        }
    }
}
