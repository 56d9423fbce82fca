namespace Pooling.Benchmarks.Queues;

/// <summary>A text message to be sent, wrapped with its kind, through the queue of a websocket client: one in, one out.</summary>
public class EnvelopeBenchmarks
{
    private const int Operations = 100;

    private readonly string _text = "hello";
    private readonly Channel<ClassEnvelope> _classes =
        Channel.CreateUnbounded<ClassEnvelope>(new UnboundedChannelOptions { SingleReader = true });
    private readonly Channel<Envelope> _structs = Channel.CreateUnbounded<Envelope>(new UnboundedChannelOptions { SingleReader = true });
    private readonly Channel<Envelope> _ring = new RingChannel<Envelope>(new BoundedChannelOptions(64) { SingleReader = true });
    private readonly MpscRingQueue<Envelope> _mpsc = new(64);

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [Row("WSC-envelope", Role.Before)]
    public long Class()
    {
        long sum = 0;
        for (int i = 0; i < Operations; i++)
        {
            _classes.Writer.TryWrite(new ClassEnvelope(_text));
            _classes.Reader.TryRead(out ClassEnvelope? envelope);
            sum += envelope!.Text.Length;
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("WSC-envelope", Role.Published)]
    public long Struct() => Run(new ChannelItems<Envelope>(_structs));

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("WSC-envelope", Role.Ours, "RingChannel: bounded")]
    public long RingChannel() => Run(new RingChannelItems(_ring));

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("WSC-envelope", Role.Advice, "MpscRingQueue: bounded, cannot be awaited")]
    public long Mpsc() => Run(new MpscItems<Envelope>(_mpsc));

    private long Run<TQueue>(TQueue queue) where TQueue : struct, IItemQueue<Envelope>
    {
        long sum = 0;
        for (int i = 0; i < Operations; i++)
        {
            queue.TryPut(new Envelope(_text));
            queue.TryTake(out Envelope envelope);
            sum += envelope.Text.Length;
        }

        return sum;
    }

    private sealed class ClassEnvelope(string text)
    {
        internal string Text { get; } = text;
    }

    // A type of its own: one that both channels share is compiled for whichever comes first.
    private readonly struct RingChannelItems(Channel<Envelope> channel) : IItemQueue<Envelope>
    {
        public bool TryPut(Envelope item) => channel.Writer.TryWrite(item);

        public bool TryTake(out Envelope item) => channel.Reader.TryRead(out item);
    }

    private readonly struct Envelope(string text)
    {
        internal string Text { get; } = text;
    }
}
