using System.IO.Pipelines;

namespace Pooling.Benchmarks.Json;

/// <summary>The export of 5,000 customers to a stream: encoding dominates, pooling buys memory. And awaited, as lines, and with one value of
/// 1 MB.</summary>
public class PooledUtf8JsonWriterBenchmarks : CustomerBenchmarks
{
    private static readonly StreamPipeWriterOptions s_pipeOptions = new(leaveOpen: true);

    private readonly Utf8JsonWriterPool _uncleared = new();
    private readonly Action<Stream> _leased;
    private readonly Action<Stream> _leasedNotCleared;
    private readonly string _text = string.Concat(Enumerable.Repeat("A wizard is never late; ", 43_691));
    private readonly byte[] _bytes = new byte[1024 * 1024];

    public PooledUtf8JsonWriterBenchmarks()
    {
        _leased = Leased(CustomerShape.Plain);
        _leasedNotCleared = Leased(CustomerShape.Plain, pool: _uncleared);
    }

    [Benchmark(Baseline = true), BenchmarkCategory("serializer"), Row("ODATA-serializer", Role.Before)]
    public ReadOnlyMemory<byte> Serializer()
    {
        JsonSerializer.Serialize(Empty(), Page);
        return Written();
    }

    [Benchmark, BenchmarkCategory("serializer"), Row("ODATA-serializer", Role.Published)]
    public ReadOnlyMemory<byte> SerializerArrayPool() => DirectArrayPool();

    [Benchmark, BenchmarkCategory("serializer"), Row("ODATA-serializer", Role.Ours)]
    public ReadOnlyMemory<byte> SerializerLeased() => DirectLeased();

    [Benchmark, BenchmarkCategory("serializer"), Row("ODATA-serializer", Role.Ours)]
    public ReadOnlyMemory<byte> SerializerThroughALease()
    {
        // what a serializer writes is valid: no need to check it again
        using (PooledUtf8JsonWriter lease = Pool.Rent(Empty(), s_unchecked))
            JsonSerializer.Serialize(lease.Writer, Page);

        return Written();
    }

    [Benchmark(Baseline = true), BenchmarkCategory("direct"), Row("ODATA-utf8-direct", Role.Before)]
    public ReadOnlyMemory<byte> DirectNew() => Write(Direct(CustomerShape.Plain));

    [Benchmark, BenchmarkCategory("direct"), Row("ODATA-utf8-direct", Role.Published)]
    public ReadOnlyMemory<byte> DirectArrayPool() => Write(ArrayPool(CustomerShape.Plain));

    [Benchmark, BenchmarkCategory("direct"), Row("ODATA-utf8-direct", Role.Ours)]
    public ReadOnlyMemory<byte> DirectLeased() => Write(_leased);

    [Benchmark, BenchmarkCategory("direct"), Row("ODATA-utf8-direct", Role.Advice, "not cleared, which is the pool's default")]
    public ReadOnlyMemory<byte> DirectLeasedNotCleared() => Write(_leasedNotCleared);

    [Benchmark(Baseline = true), BenchmarkCategory("async stream"), Row("POOL-json-async-stream", Role.Before)]
    public ReadOnlyMemory<byte> AsyncStreamNew() => Finish(WriteAsync(new Utf8JsonWriter(Empty())));

    [Benchmark, BenchmarkCategory("async stream"), Row("POOL-json-async-stream", Role.Ours)]
    public ReadOnlyMemory<byte> AsyncStreamLeased() => Finish(WriteLeasedAsync(Pool.RentAsyncWriter(Empty())));

    [Benchmark(Baseline = true), BenchmarkCategory("async pipe"), Row("POOL-json-async-pipe", Role.Before)]
    public ReadOnlyMemory<byte> AsyncPipeNew()
    {
        PipeWriter pipe = PipeWriter.Create(Empty(), s_pipeOptions);
        return Finish(WriteAsync(new Utf8JsonWriter(pipe), pipe), pipe);
    }

    [Benchmark, BenchmarkCategory("async pipe"), Row("POOL-json-async-pipe", Role.Ours)]
    public ReadOnlyMemory<byte> AsyncPipeLeased()
    {
        PipeWriter pipe = PipeWriter.Create(Empty(), s_pipeOptions);
        return Finish(WriteLeasedAsync(_uncleared.RentAsyncWriter(pipe)), pipe);
    }

    [Benchmark(Baseline = true), BenchmarkCategory("lines"), Row("POOL-json-lines", Role.Before)]
    public ReadOnlyMemory<byte> LinesNew()
    {
        MemoryStream stream = Empty();
        foreach (Customer customer in Page.Value)
        {
            using (var json = new Utf8JsonWriter(stream))
                CustomerJson.WriteCustomer(json, customer);

            stream.WriteByte((byte)'\n');
        }

        return Written();
    }

    [Benchmark, BenchmarkCategory("lines"), Row("POOL-json-lines", Role.Peer, "one writer, reset by hand")]
    public ReadOnlyMemory<byte> LinesByHand()
    {
        MemoryStream stream = Empty();
        using var json = new Utf8JsonWriter(stream);
        foreach (Customer customer in Page.Value)
        {
            CustomerJson.WriteCustomer(json, customer);
            json.Flush();
            json.Reset();
            stream.WriteByte((byte)'\n');
        }

        return Written();
    }

    [Benchmark, BenchmarkCategory("lines"), Row("POOL-json-lines", Role.Ours)]
    public ReadOnlyMemory<byte> LinesLeased()
    {
        using (PooledUtf8JsonWriter lease = Pool.Rent(Empty()))
        {
            foreach (Customer customer in Page.Value)
            {
                CustomerJson.WriteCustomer(lease.Writer, customer);
                lease.NextDocument();
            }
        }

        return Written();
    }

    [Benchmark(Baseline = true), BenchmarkCategory("string of 1 MB"), Row("POOL-json-string-1MB", Role.Before)]
    public ReadOnlyMemory<byte> StringWhole()
    {
        using (var writer = new Utf8JsonWriter(Empty()))
            writer.WriteStringValue(_text);

        return Written();
    }

    [Benchmark, BenchmarkCategory("string of 1 MB"), Row("POOL-json-string-1MB", Role.Ours)]
    public ReadOnlyMemory<byte> StringInPieces()
    {
        using (PooledUtf8JsonWriter lease = Pool.Rent(Empty()))
            lease.WriteStringChunked(_text.AsSpan());

        return Written();
    }

    [Benchmark(Baseline = true), BenchmarkCategory("base 64 of 1 MB"), Row("POOL-json-base64-1MB", Role.Before)]
    public ReadOnlyMemory<byte> Base64Whole()
    {
        using (var writer = new Utf8JsonWriter(Empty()))
            writer.WriteBase64StringValue(_bytes);

        return Written();
    }

    [Benchmark, BenchmarkCategory("base 64 of 1 MB"), Row("POOL-json-base64-1MB", Role.Ours)]
    public ReadOnlyMemory<byte> Base64InPieces()
    {
        using (PooledUtf8JsonWriter lease = Pool.Rent(Empty()))
            lease.WriteBase64Chunked(_bytes);

        return Written();
    }

    private ReadOnlyMemory<byte> Finish(Task writing, PipeWriter? pipe = null)
    {
        writing.GetAwaiter().GetResult();
        pipe?.Complete();
        return Written();
    }

    private static async Task WriteAsync(Utf8JsonWriter json, PipeWriter? pipe = null)
    {
        CustomerJson.WriteStart(json, Page);
        int count = 0;
        foreach (Customer customer in Page.Value)
        {
            CustomerJson.WriteCustomer(json, customer);
            if (++count % CustomersPerFlush != 0)
                continue;

            await json.FlushAsync().ConfigureAwait(false);
            if (pipe is not null)
                await pipe.FlushAsync().ConfigureAwait(false);
        }

        CustomerJson.WriteEnd(json);
        await json.DisposeAsync().ConfigureAwait(false);
    }
}
