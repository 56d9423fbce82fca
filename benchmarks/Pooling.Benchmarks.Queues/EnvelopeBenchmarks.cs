namespace Pooling.Benchmarks.Queues;

/// <summary>Measures a text message that is wrapped with its kind and passed through the queue of a WebSocket client: one in, one
/// out.</summary>
/// <remarks>Each contender calls its own queue, because a call that two channels share is compiled for the first one.</remarks>
public class EnvelopeBenchmarks
{
    private readonly string _text = "hello";
    private readonly Channel<ClassEnvelope> _classes =
        Channel.CreateUnbounded<ClassEnvelope>(new UnboundedChannelOptions { SingleReader = true });
    private readonly Channel<Envelope> _structs = Channel.CreateUnbounded<Envelope>(new UnboundedChannelOptions { SingleReader = true });
    private readonly Channel<Envelope> _ring = new RingChannel<Envelope>(new BoundedChannelOptions(64) { SingleReader = true });

    [Benchmark(Baseline = true), Row("WSC-envelope", Role.Before)]
    public string Class()
    {
        _classes.Writer.TryWrite(new ClassEnvelope(_text));
        _classes.Reader.TryRead(out ClassEnvelope? envelope);
        return envelope!.Text;
    }

    [Benchmark, Row("WSC-envelope", Role.Published)]
    public string Struct()
    {
        _structs.Writer.TryWrite(new Envelope(_text));
        _structs.Reader.TryRead(out Envelope envelope);
        return envelope.Text;
    }

    [Benchmark, Row("WSC-envelope", Role.Ours, "RingChannel, bounded")]
    public string RingChannel()
    {
        _ring.Writer.TryWrite(new Envelope(_text));
        _ring.Reader.TryRead(out Envelope envelope);
        return envelope.Text;
    }

    private sealed record ClassEnvelope(string Text);

    private readonly record struct Envelope(string Text);
}
