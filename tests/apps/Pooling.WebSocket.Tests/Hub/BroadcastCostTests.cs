using System.Buffers;
using System.Diagnostics;
using System.Threading.Channels;
using Pooling.Buffers;
using WebSockets.Hub.After;
using WebSockets.Hub.Before;
using WebSockets.Hub.Hosting;
using WebSockets.Protocol.Memory;
using WebSockets.Protocol.Sending;

namespace Pooling.WebSockets.Hub;

/// <summary>Tests the cost of a broadcast until it is queued in the outboxes of 1,000 sockets: one shared frame against a copy for
/// each.</summary>
/// <remarks>The limits are for a Debug build on a busy machine.</remarks>
public sealed class BroadcastCostTests(ITestOutputHelper output)
{
    private const int Sockets = 1000;
    private const int Rounds = 60;
    private const int WarmUp = 400; // until all code is fully optimized

    private readonly WebSocketMemory _memory = new();
    private readonly Outbox[] _outboxes = [.. Enumerable.Range(0, Sockets).Select(static _ => new Outbox(new HubLimits()))];
    private readonly Channel<BeforeEnvelope>[] _channels = [.. Enumerable.Range(0, Sockets).Select(static _ => CreateChannel())];

    [Theory]
    [InlineData(64, 6)]
    [InlineData(1024, 3)]
    [InlineData(16 * 1024, 0.3)]
    public void EncodeAndQueue_OfOneFrame_CostsLessThanACopyForEach(int size, double maxOfCopy)
    {
        var payload = new ReadOnlySequence<byte>(new byte[size]);
        using var encoder = new FrameEncoder(_memory);
        var shared = new List<double>();
        var copied = new List<double>();
        for (int i = -WarmUp; i < Rounds; i++)
        {
            double sharedTime = Time(() => Share(encoder, payload));
            Drain();
            double copiedTime = Time(() => Copy(payload));
            Drain();
            if (i >= 0)
            {
                shared.Add(sharedTime);
                copied.Add(copiedTime);
            }
        }

        double ratio = Median(shared) / Median(copied);
        output.WriteLine($"{size} B: shared {Median(shared):0.0} us, a copy for each {Median(copied):0.0} us: {ratio:0.00}");
        Assert.InRange(ratio, 0, maxOfCopy);
        Assert.Equal(0, _memory.Outstanding);
    }

    private static Channel<BeforeEnvelope> CreateChannel() => Channel.CreateBounded<BeforeEnvelope>(
        new BoundedChannelOptions(1024) { FullMode = BoundedChannelFullMode.DropOldest, SingleReader = true });

    private static double Time(Action action)
    {
        long start = Stopwatch.GetTimestamp();
        action();
        return Stopwatch.GetElapsedTime(start).TotalMicroseconds;
    }

    private static double Median(List<double> times) => times.Order().ElementAt(times.Count / 2);

    private void Share(FrameEncoder encoder, ReadOnlySequence<byte> payload)
    {
        using SharedBuffer frame = encoder.Encode(in payload, isText: false);
        foreach (Outbox outbox in _outboxes)
            outbox.Post(in frame, out _, out _);
    }

    private void Copy(ReadOnlySequence<byte> payload)
    {
        foreach (Channel<BeforeEnvelope> channel in _channels)
            channel.Writer.TryWrite(new BeforeEnvelope(null, payload.ToArray()));
    }

    private void Drain()
    {
        foreach (Outbox outbox in _outboxes)
        {
            while (outbox.TryTake(out SharedBuffer frame, out _))
                frame.Dispose();
        }

        foreach (Channel<BeforeEnvelope> channel in _channels)
        {
            while (channel.Reader.TryRead(out _))
            {
            }
        }
    }
}
