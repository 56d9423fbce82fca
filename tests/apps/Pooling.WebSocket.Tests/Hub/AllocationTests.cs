using System.Buffers;
using Pooling.Buffers;
using Pooling.WebSockets.Protocol;
using WebSockets.Hub;
using WebSockets.Hub.Hosting;
using WebSockets.Protocol.Compression;
using WebSockets.Protocol.Memory;
using WebSockets.Protocol.Sending;
using static Pooling.WebSockets.Protocol.FrameBytes;

namespace Pooling.WebSockets.Hub;

/// <summary>Tests that the hub allocates nothing for a message in addition to Kestrel's allocations for the same bytes in the same reads
/// and writes. The messages pass real sockets, from a client that allocates nothing.</summary>
/// <remarks>Other threads of the process allocate, too, and more while the machine is busy. So the two servers are measured in turns, and
/// the median of their differences counts.</remarks>
[Trait("Category", "Allocation")]
public sealed class AllocationTests(ITestOutputHelper output)
{
    private const int MinPairs = 5;
    private const int MaxPairs = 60; // for a busy machine; if each message allocates an object, no number of pairs is sufficient

    // Per message. The smallest object takes 24 bytes. Kestrel's own share differs by some bytes from turn to turn, depending on its reads.
    private const double MaxBytes = 18;

    [Theory]
    [InlineData(64)]
    [InlineData(1024)]
    public async Task Echo_AtSteadyState_AllocatesNothing(int size)
    {
        byte[] frame = Frame(Binary, new byte[size]);
        byte[] answer = Frame(Binary, new byte[size], isMasked: false);
        await using BareServer server = await BareServer.Start(frame.Length, answer);
        await using HubServer hub = await HubServer.StartAsync(new HubOptions { Limits = Unlimited() });
        using MessageLoad bare = await MessageLoad.ConnectAsync(server.Port, "/", frame, answer.Length);
        using MessageLoad ours = await MessageLoad.ConnectAsync(hub.Port, "/echo", frame, answer.Length);
        Assert.InRange(Difference(bare, ours), double.NegativeInfinity, MaxBytes);
    }

    [Fact]
    public async Task Broadcast_AtSteadyState_AllocatesNothing()
    {
        byte[] frame = Frame(Binary, new byte[64]);
        byte[] answer = Frame(Binary, new byte[64], isMasked: false);
        await using BareServer server = await BareServer.Start(frame.Length, answer, writesOnPool: true);
        await using HubServer hub = await HubServer.StartAsync(new HubOptions { Limits = Unlimited() });
        using MessageLoad bare = await MessageLoad.ConnectAsync(server.Port, "/", frame, answer.Length);
        using MessageLoad ours = await MessageLoad.ConnectAsync(hub.Port, "/broadcast", frame, answer.Length);
        Assert.InRange(Difference(bare, ours), double.NegativeInfinity, MaxBytes);
    }

    [Fact]
    public async Task Broadcast_Compressed_AllocatesWhatCompressingDoes()
    {
        byte[] message = DeflateBytes.JsonText(1024);
        byte[] frame = Frame(Text, message);
        using var memory = new WebSocketMemory();
        using var encoder = new FrameEncoder(memory);
        using var deflater = new FrameDeflater(DeflateOptions.MaxWindowBits, keepsContext: false, memory);
        using SharedBuffer plain = encoder.Encode(new ReadOnlySequence<byte>(message), isText: true);
        byte[] answer = Compress();
        await using BareServer server = await BareServer.Start(frame.Length, answer, writesOnPool: true, Work);
        await using HubServer hub = await HubServer.StartAsync(new HubOptions { Limits = Unlimited() });
        using MessageLoad bare = await MessageLoad.ConnectAsync(server.Port, "/", frame, answer.Length);
        using MessageLoad ours = await MessageLoad.ConnectAsync(hub.Port, "/broadcast", frame, answer.Length, "permessage-deflate");
        Assert.InRange(Difference(bare, ours), double.NegativeInfinity, MaxBytes);

        void Work() => deflater.Deflate(in plain).Dispose();

        byte[] Compress()
        {
            using SharedBuffer deflated = deflater.Deflate(in plain);
            return deflated.Span.ToArray();
        }
    }

    /// <summary>Returns the difference of the bytes per message between two loads: the median over pairs of turns, as soon as it is low
    /// enough.</summary>
    private double Difference(MessageLoad bare, MessageLoad ours)
    {
        bare.WarmUp();
        ours.WarmUp();
        var differences = new List<double>();
        double median;
        do
        {
            double bareBytes = bare.BytesPerMessage();
            double ourBytes = ours.BytesPerMessage();
            output.WriteLine($"Kestrel alone {bareBytes:0.000} B, hub {ourBytes:0.000} B a message");
            differences.Add(ourBytes - bareBytes);
            differences.Sort();
            median = differences[differences.Count / 2];
        }
        while (differences.Count < MinPairs || (median > MaxBytes && differences.Count < MaxPairs));

        return median;
    }

    private static HubLimits Unlimited() =>
        HubTest.Patient with { MessagesPerSecond = int.MaxValue, BroadcastsPerSecond = int.MaxValue };
}
