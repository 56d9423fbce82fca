using OpcUa.Protocol.Encoding;

namespace Pooling.Benchmarks.Encodeables;

/// <summary>Measures creating the context of an encoder, and encoding a text with it.</summary>
/// <remarks>The published figure is the time for creating a context. The text gives contenders an output, and costs all of them the same.
/// The sample has no context: its encoder is a struct, and its limits are one object.</remarks>
public class MessageContextBenchmarks
{
    private static readonly MessageContext s_kept = MessageContext.Create();

    private readonly PooledArrayBufferWriter<byte> _writer = new(initialCapacity: 1024);
    private MessageContext? _last; // lets them escape, so that they are created on the heap

    [Benchmark(Baseline = true), Row("OPCUA-message-context-encode", Role.Before)]
    public ReadOnlyMemory<byte> NewContext() => Encode((_last = MessageContext.Create()).MaxStringLength);

    [Benchmark, Row("OPCUA-message-context-encode", Role.Published)]
    public ReadOnlyMemory<byte> NewContextWithOwnTypes() => Encode((_last = MessageContext.CreateWithOwnTypes()).MaxStringLength);

    [Benchmark, Row("OPCUA-message-context-encode", Role.Peer, "one context for all messages")]
    public ReadOnlyMemory<byte> KeptContext() => Encode(s_kept.MaxStringLength);

    [Benchmark, Row("OPCUA-message-context-encode", Role.Ours)]
    public ReadOnlyMemory<byte> SharedLimits() => Encode(DecodingLimits.Default.MaxStringLength);

    private ReadOnlyMemory<byte> Encode(int limit)
    {
        const string Text = "ns=2;s=Drum level";
        ArgumentOutOfRangeException.ThrowIfGreaterThan(Text.Length, limit);
        _writer.ResetWrittenCount();
        new BinaryEncoder(_writer).WriteString(Text);
        return _writer.WrittenMemory;
    }
}
