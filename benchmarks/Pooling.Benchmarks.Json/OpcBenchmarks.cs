using BenchmarkDotNet.Attributes;
using Pooling.Json;

namespace Pooling.Benchmarks.Json;

/// <summary>What the codec rows have in common: an OPC UA message as JSON to a caller's stream, in three ways. Nothing is cleared.</summary>
public abstract class OpcBenchmarks
{
    private readonly PublishedOpcEncoder _published = new();
    private readonly MemoryStream _stream = new(16 * 1024 * 1024);

    private protected Utf8JsonWriterPool Pool { get; } = new();

    [GlobalCleanup]
    public void Cleanup() => Pool.Dispose();

    private protected ReadOnlyMemory<byte> WriteText(OpcPayload payload)
    {
        _stream.SetLength(0);
        using (var encoder = new OpcTextEncoder(_stream))
            encoder.Write(payload);

        return Written();
    }

    private protected ReadOnlyMemory<byte> WritePublished(OpcPayload payload)
    {
        _stream.SetLength(0);
        _published.Write(payload, _stream);
        return Written();
    }

    private protected byte[] WritePublishedToArray(OpcPayload payload) => _published.Write(payload);

    private protected ReadOnlyMemory<byte> WriteLeased(OpcPayload payload)
    {
        _stream.SetLength(0);
        using (PooledUtf8JsonWriter lease = Pool.Rent(_stream, OpcJsonEncoder.Options))
            new OpcJsonEncoder(lease.Writer).Write(payload);

        return Written();
    }

    private ReadOnlyMemory<byte> Written() => _stream.GetBuffer().AsMemory(0, (int)_stream.Length);
}
