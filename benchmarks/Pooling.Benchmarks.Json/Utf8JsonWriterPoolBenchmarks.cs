using Pooling.Benchmarks.Json.Documents;

namespace Pooling.Benchmarks.Json;

/// <summary>Measures one document at a time into memory. It is written, copied from there, and discarded. Nothing is cleared. Depending on
/// the size it is an acknowledgement, a chat message, an order, an account, or a page of orders.</summary>
public class Utf8JsonWriterPoolBenchmarks : JsonBenchmarks
{
    private static readonly JsonWriterOptions s_unchecked = new() { SkipValidation = true };

    [ThreadStatic]
    private static ArrayBufferWriter<byte>? t_buffer;

    [ThreadStatic]
    private static Utf8JsonWriter? t_writer;

    [ThreadStatic]
    private static Utf8JsonWriter? t_unchecked;

    private Document _document = null!;

    [Params(23, 145, 429, 850, 10_800, 1_300_000)]
    public int Bytes { get; set; }

    [GlobalSetup]
    public void Setup() => _document = Document.Create(Bytes);

    /// <summary>Uses the serializer with generated code, which writes without validation, and an array for each document.</summary>
    [Benchmark(Baseline = true), Row("POOL-json-memory-*", Role.Before, "SerializeToUtf8Bytes")]
    public ReadOnlyMemory<byte> Serializer() => Copy(_document.Serialize());

    [Benchmark, Row("POOL-json-memory-*", Role.Peer, "new Utf8JsonWriter, with a new buffer: validates")]
    public ReadOnlyMemory<byte> New()
    {
        var buffer = new ArrayBufferWriter<byte>();
        using (var writer = new Utf8JsonWriter(buffer))
            _document.Write(writer);

        return Copy(buffer.WrittenSpan);
    }

    [Benchmark, Row("POOL-json-memory-*", Role.Peer, "[ThreadStatic] Utf8JsonWriter, with Reset: validates")]
    public ReadOnlyMemory<byte> OfThread()
    {
        ArrayBufferWriter<byte> buffer = t_buffer ??= new ArrayBufferWriter<byte>();
        Utf8JsonWriter writer = t_writer ??= new Utf8JsonWriter(buffer);
        buffer.ResetWrittenCount();
        writer.Reset(buffer);
        _document.Write(writer);
        writer.Flush();
        return Copy(buffer.WrittenSpan);
    }

    [Benchmark, Row("POOL-json-memory-*", Role.Peer, "[ThreadStatic] Utf8JsonWriter, with Reset")]
    public ReadOnlyMemory<byte> OfThreadUnchecked()
    {
        _document.Write(ResetUnchecked());
        t_unchecked!.Flush();
        return Copy(t_buffer!.WrittenSpan);
    }

    [Benchmark, Row("POOL-json-memory-*", Role.Peer, "JsonSerializer, into a [ThreadStatic] Utf8JsonWriter")]
    public ReadOnlyMemory<byte> SerializerOfThread()
    {
        _document.Serialize(ResetUnchecked());
        t_unchecked!.Flush();
        return Copy(t_buffer!.WrittenSpan);
    }

    [Benchmark, Row("POOL-json-memory-*", Role.Ours, "by hand: validates")]
    public ReadOnlyMemory<byte> Leased()
    {
        using PooledUtf8JsonWriter lease = Pool.Rent();
        _document.Write(lease.Writer);
        return Copy(lease.WrittenSpan);
    }

    [Benchmark, Row("POOL-json-memory-*", Role.Ours, "by hand")]
    public ReadOnlyMemory<byte> LeasedUnchecked()
    {
        using PooledUtf8JsonWriter lease = Pool.Rent(s_unchecked);
        _document.Write(lease.Writer);
        return Copy(lease.WrittenSpan);
    }

    [Benchmark, Row("POOL-json-memory-*", Role.Ours, "by the serializer")]
    public ReadOnlyMemory<byte> SerializerThroughALease()
    {
        using PooledUtf8JsonWriter lease = Pool.Rent(s_unchecked);
        _document.Serialize(lease.Writer);
        return Copy(lease.WrittenSpan);
    }

    /// <summary>Compares the length with the parameter, which is rounded for many orders.</summary>
    [SmokeCheck(nameof(Serializer))]
    public string Check()
    {
        int length = _document.Serialize().Length;
        return Math.Abs(length - Bytes) <= Bytes / 100
            ? string.Create(CultureInfo.InvariantCulture, $"{length:N0} B")
            : throw new InvalidOperationException($"The document has {length} B.");
    }

    private static Utf8JsonWriter ResetUnchecked()
    {
        ArrayBufferWriter<byte> buffer = t_buffer ??= new ArrayBufferWriter<byte>();
        Utf8JsonWriter writer = t_unchecked ??= new Utf8JsonWriter(buffer, s_unchecked);
        buffer.ResetWrittenCount();
        writer.Reset(buffer);
        return writer;
    }

    private ReadOnlyMemory<byte> Copy(ReadOnlySpan<byte> document)
    {
        byte[] copy = Target.GetBuffer();
        document.CopyTo(copy);
        return copy.AsMemory(0, document.Length);
    }
}
