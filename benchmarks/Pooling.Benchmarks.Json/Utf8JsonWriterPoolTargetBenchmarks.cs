using System.IO.Pipelines;
using Pooling.Benchmarks.Json.Documents;

namespace Pooling.Benchmarks.Json;

/// <summary>Measures one document at a time to an existing stream or pipe, awaited. Every wait completes synchronously. Nothing is
/// cleared.</summary>
public class Utf8JsonWriterPoolTargetBenchmarks : JsonBenchmarks
{
    private static readonly JsonWriterOptions s_unchecked = new() { SkipValidation = true };

    [ThreadStatic]
    private static ArrayBufferWriter<byte>? t_buffer;

    [ThreadStatic]
    private static Utf8JsonWriter? t_writer;

    [ThreadStatic]
    private static Utf8JsonWriter? t_unchecked;

    private readonly PipeWriter _pipe;
    private Document _document = null!;

    public Utf8JsonWriterPoolTargetBenchmarks() => _pipe = PipeWriter.Create(Target, new StreamPipeWriterOptions(leaveOpen: true));

    [Params(23, 145, 429, 850, 10_800, 1_300_000)]
    public int Bytes { get; set; }

    [GlobalSetup]
    public void Setup() => _document = Document.Create(Bytes);

    [Benchmark(Baseline = true), BenchmarkCategory("stream"), Row("POOL-json-stream-*", Role.Before, "SerializeAsync")]
    public ReadOnlyMemory<byte> StreamSerializer() => Finish(_document.SerializeAsync(Empty()));

    [Benchmark, BenchmarkCategory("stream"), Row("POOL-json-stream-*", Role.Peer, "new Utf8JsonWriter, on the stream: validates")]
    public ReadOnlyMemory<byte> StreamNew() => Finish(WriteNewAsync(Empty()));

    [Benchmark, BenchmarkCategory("stream"), Row("POOL-json-stream-*", Role.Peer, "[ThreadStatic] Utf8JsonWriter, with Reset: validates")]
    public ReadOnlyMemory<byte> StreamOfThread() => Finish(WriteOfThreadAsync(Empty()));

    [Benchmark, BenchmarkCategory("stream")]
    [Row("POOL-json-stream-*", Role.Peer, "JsonSerializer, into a [ThreadStatic] Utf8JsonWriter")]
    public ReadOnlyMemory<byte> StreamSerializerOfThread() => Finish(SerializeOfThreadAsync(Empty()));

    [Benchmark, BenchmarkCategory("stream"), Row("POOL-json-stream-*", Role.Ours, "by hand: validates")]
    public ReadOnlyMemory<byte> StreamLeased() => Finish(WriteLeasedAsync(Pool.RentAsyncWriter(Empty())));

    [Benchmark, BenchmarkCategory("stream"), Row("POOL-json-stream-*", Role.Ours, "by the serializer")]
    public ReadOnlyMemory<byte> StreamSerializerThroughALease() => Finish(SerializeLeasedAsync(Empty()));

    [Benchmark(Baseline = true), BenchmarkCategory("pipe"), Row("POOL-json-pipe-*", Role.Before, "SerializeAsync")]
    public ReadOnlyMemory<byte> PipeSerializer()
    {
        Empty();
        return Finish(_document.SerializeAsync(_pipe));
    }

    [Benchmark, BenchmarkCategory("pipe"), Row("POOL-json-pipe-*", Role.Peer, "new Utf8JsonWriter, on the pipe: validates")]
    public ReadOnlyMemory<byte> PipeNew()
    {
        Empty();
        return Finish(WriteNewToPipeAsync());
    }

    [Benchmark, BenchmarkCategory("pipe"), Row("POOL-json-pipe-*", Role.Peer, "[ThreadStatic] Utf8JsonWriter, with Reset: validates")]
    public ReadOnlyMemory<byte> PipeOfThread()
    {
        Empty();
        return Finish(WriteOfThreadToPipeAsync());
    }

    [Benchmark, BenchmarkCategory("pipe")]
    [Row("POOL-json-pipe-*", Role.Peer, "JsonSerializer, into a [ThreadStatic] Utf8JsonWriter")]
    public ReadOnlyMemory<byte> PipeSerializerOfThread()
    {
        Empty();
        return Finish(SerializeOfThreadToPipeAsync());
    }

    [Benchmark, BenchmarkCategory("pipe"), Row("POOL-json-pipe-*", Role.Ours, "by hand: validates")]
    public ReadOnlyMemory<byte> PipeLeased()
    {
        Empty();
        return Finish(WriteLeasedAsync(Pool.RentAsyncWriter(_pipe)));
    }

    [Benchmark, BenchmarkCategory("pipe"), Row("POOL-json-pipe-*", Role.Ours, "by the serializer")]
    public ReadOnlyMemory<byte> PipeSerializerThroughALease()
    {
        Empty();
        return Finish(SerializeLeasedToPipeAsync());
    }

    [Benchmark, BenchmarkCategory("pipe"), Row("POOL-json-pipe-*", Role.Ours, "by hand: validates")]
    public ReadOnlyMemory<byte> PipeLeasedThenFlushed()
    {
        Empty();
        return Finish(WriteLeasedThenFlushAsync());
    }

    private ReadOnlyMemory<byte> Finish(Task writing)
    {
        writing.GetAwaiter().GetResult();
        return Written();
    }

    private async Task WriteNewAsync(Stream target)
    {
        await using var writer = new Utf8JsonWriter(target);
        _document.Write(writer);
    }

    private async Task WriteOfThreadAsync(Stream target)
    {
        ArrayBufferWriter<byte> buffer = t_buffer ??= new ArrayBufferWriter<byte>();
        Utf8JsonWriter writer = t_writer ??= new Utf8JsonWriter(buffer);
        buffer.ResetWrittenCount();
        writer.Reset(buffer);
        _document.Write(writer);
        writer.Flush();
        await target.WriteAsync(buffer.WrittenMemory).ConfigureAwait(false);
    }

    private async Task SerializeOfThreadAsync(Stream target)
    {
        ArrayBufferWriter<byte> buffer = t_buffer ??= new ArrayBufferWriter<byte>();
        Utf8JsonWriter writer = t_unchecked ??= new Utf8JsonWriter(buffer, s_unchecked);
        buffer.ResetWrittenCount();
        writer.Reset(buffer);
        _document.Serialize(writer);
        writer.Flush();
        await target.WriteAsync(buffer.WrittenMemory).ConfigureAwait(false);
    }

    private async Task SerializeOfThreadToPipeAsync()
    {
        Utf8JsonWriter writer = t_unchecked ??= new Utf8JsonWriter(_pipe, s_unchecked);
        writer.Reset(_pipe);
        _document.Serialize(writer);
        writer.Flush();
        await _pipe.FlushAsync().ConfigureAwait(false);
    }

    private async Task WriteNewToPipeAsync()
    {
        await using (var writer = new Utf8JsonWriter(_pipe))
            _document.Write(writer);

        await _pipe.FlushAsync().ConfigureAwait(false);
    }

    private async Task WriteOfThreadToPipeAsync()
    {
        Utf8JsonWriter writer = t_writer ??= new Utf8JsonWriter(_pipe);
        writer.Reset(_pipe);
        _document.Write(writer);
        writer.Flush();
        await _pipe.FlushAsync().ConfigureAwait(false);
    }

    private async Task WriteLeasedAsync(PooledAsyncUtf8JsonWriter leased)
    {
        await using PooledAsyncUtf8JsonWriter lease = leased;
        await _document.WriteAsync(lease).ConfigureAwait(false);
    }

    private async Task SerializeLeasedAsync(Stream target)
    {
        using PooledUtf8JsonWriter lease = Pool.Rent(s_unchecked); // the output of a serializer is valid
        _document.Serialize(lease.Writer);
        await target.WriteAsync(lease.WrittenMemory).ConfigureAwait(false);
    }

    private async Task SerializeLeasedToPipeAsync()
    {
        using (PooledUtf8JsonWriter lease = Pool.Rent(_pipe, s_unchecked))
            _document.Serialize(lease.Writer);

        await _pipe.FlushAsync().ConfigureAwait(false);
    }

    private async Task WriteLeasedThenFlushAsync()
    {
        using (PooledUtf8JsonWriter lease = Pool.Rent(_pipe))
            _document.Write(lease.Writer);

        await _pipe.FlushAsync().ConfigureAwait(false);
    }
}
