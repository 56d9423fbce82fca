using System.IO.Pipelines;

namespace Pooling.Benchmarks.Json;

/// <summary>Measures the export of 5,000 customers to a stream. Encoding dominates the time, and pooling saves memory. Other cases await
/// the stream, write lines, write one value of 1 MB, or write 30 customers with a text of 1 MB and 1 MB of bytes each.</summary>
public class PooledUtf8JsonWriterBenchmarks : CustomerBenchmarks
{
    private const int Piece = 6144; // a multiple of 3, for base64

    private static readonly string s_text = string.Concat(Enumerable.Repeat("abcdefghijklmnop", 64 * 1024));
    private static readonly byte[] s_bytes = new byte[1024 * 1024];
    private static readonly StreamPipeWriterOptions s_pipeOptions = new(leaveOpen: true);

    private readonly Utf8JsonWriterPool _uncleared = new();

    [Benchmark(Baseline = true), BenchmarkCategory("serializer"), Row("ODATA-serializer", Role.Before)]
    public ReadOnlyMemory<byte> Serializer() => Write(static stream => JsonSerializer.Serialize(stream, Page));

    [Benchmark, BenchmarkCategory("serializer"), Row("ODATA-serializer", Role.Published)]
    public ReadOnlyMemory<byte> SerializerArrayPool() => DirectArrayPool();

    [Benchmark, BenchmarkCategory("serializer"), Row("ODATA-serializer", Role.Ours)]
    public ReadOnlyMemory<byte> SerializerLeased() => DirectLeased();

    [Benchmark, BenchmarkCategory("serializer"), Row("ODATA-serializer", Role.Ours)]
    public ReadOnlyMemory<byte> SerializerThroughALease() =>
        Lease(static lease => JsonSerializer.Serialize(lease.Writer, Page), s_unchecked); // the output of a serializer is valid

    [Benchmark(Baseline = true), BenchmarkCategory("direct"), Row("ODATA-utf8-direct", Role.Before)]
    public ReadOnlyMemory<byte> DirectNew() => Write(Direct(CustomerShape.Plain));

    [Benchmark, BenchmarkCategory("direct"), Row("ODATA-utf8-direct", Role.Published)]
    public ReadOnlyMemory<byte> DirectArrayPool() => Write(ArrayPool(CustomerShape.Plain));

    [Benchmark, BenchmarkCategory("direct"), Row("ODATA-utf8-direct", Role.Ours)]
    public ReadOnlyMemory<byte> DirectLeased() => Lease(static lease => WriteAll(lease.Writer));

    [Benchmark, BenchmarkCategory("direct"), Row("ODATA-utf8-direct", Role.Advice, "not cleared, the default of the pools")]
    public ReadOnlyMemory<byte> DirectLeasedNotCleared() => Lease(static lease => WriteAll(lease.Writer), pool: _uncleared);

    [Benchmark(Baseline = true), BenchmarkCategory("async stream"), Row("POOL-json-async-stream", Role.Before, "new Utf8JsonWriter")]
    public ReadOnlyMemory<byte> AsyncStreamNew() => Finish(WriteAsync(new Utf8JsonWriter(Empty())));

    [Benchmark, BenchmarkCategory("async stream"), Row("POOL-json-async-stream", Role.Ours, "RentAsyncWriter")]
    public ReadOnlyMemory<byte> AsyncStreamLeased() => Finish(WriteLeasedAsync(Pool.RentAsyncWriter(Empty())));

    [Benchmark(Baseline = true), BenchmarkCategory("async pipe"), Row("POOL-json-async-pipe", Role.Before, "new Utf8JsonWriter")]
    public ReadOnlyMemory<byte> AsyncPipeNew()
    {
        PipeWriter pipe = PipeWriter.Create(Empty(), s_pipeOptions);
        return Finish(WriteAsync(new Utf8JsonWriter(pipe), pipe), pipe);
    }

    [Benchmark, BenchmarkCategory("async pipe"), Row("POOL-json-async-pipe", Role.Ours, "RentAsyncWriter")]
    public ReadOnlyMemory<byte> AsyncPipeLeased()
    {
        PipeWriter pipe = PipeWriter.Create(Empty(), s_pipeOptions);
        return Finish(WriteLeasedAsync(_uncleared.RentAsyncWriter(pipe)), pipe);
    }

    [Benchmark(Baseline = true), BenchmarkCategory("lines"), Row("POOL-json-lines", Role.Before, "new Utf8JsonWriter")]
    public ReadOnlyMemory<byte> LinesNew() => Write(static stream =>
    {
        foreach (Customer customer in Page.Value)
        {
            using (var json = new Utf8JsonWriter(stream))
                CustomerJson.WriteCustomer(json, customer);

            stream.WriteByte((byte)'\n');
        }
    });

    [Benchmark, BenchmarkCategory("lines"), Row("POOL-json-lines", Role.Peer, "one Utf8JsonWriter, with Reset for each line")]
    public ReadOnlyMemory<byte> LinesReset() => Write(static stream =>
    {
        using var json = new Utf8JsonWriter(stream);
        foreach (Customer customer in Page.Value)
        {
            CustomerJson.WriteCustomer(json, customer);
            json.Flush();
            json.Reset();
            stream.WriteByte((byte)'\n');
        }
    });

    [Benchmark, BenchmarkCategory("lines"), Row("POOL-json-lines", Role.Ours)]
    public ReadOnlyMemory<byte> LinesLeased() => Lease(static lease =>
    {
        foreach (Customer customer in Page.Value)
        {
            CustomerJson.WriteCustomer(lease.Writer, customer);
            lease.NextDocument();
        }
    });

    [Benchmark(Baseline = true), BenchmarkCategory("string of 1 MB"), Row("POOL-json-string-1MB", Role.Before, "WriteStringValue")]
    public ReadOnlyMemory<byte> StringWhole() => Write(Direct(static (json, _) => json.WriteStringValue(s_text)));

    [Benchmark, BenchmarkCategory("string of 1 MB"), Row("POOL-json-string-1MB", Role.Peer, "WriteStringValueSegment and Flush")]
    public ReadOnlyMemory<byte> StringSegments() => Write(Direct(static (json, flush) =>
    {
        ReadOnlySpan<char> rest = s_text;
        for (; rest.Length > Piece; rest = rest[Piece..])
        {
            json.WriteStringValueSegment(rest[..Piece], isFinalSegment: false);
            flush();
        }

        json.WriteStringValueSegment(rest, isFinalSegment: true);
    }));

    [Benchmark, BenchmarkCategory("string of 1 MB"), Row("POOL-json-string-1MB", Role.Ours)]
    public ReadOnlyMemory<byte> StringInPieces() => Lease(static lease => lease.WriteStringChunked(s_text.AsSpan()));

    [Benchmark(Baseline = true), BenchmarkCategory("base 64 of 1 MB"), Row("POOL-json-base64-1MB", Role.Before, "WriteBase64StringValue")]
    public ReadOnlyMemory<byte> Base64Whole() => Write(Direct(static (json, _) => json.WriteBase64StringValue(s_bytes)));

    [Benchmark, BenchmarkCategory("base 64 of 1 MB"), Row("POOL-json-base64-1MB", Role.Peer, "WriteBase64StringSegment and Flush")]
    public ReadOnlyMemory<byte> Base64Segments() => Write(Direct(static (json, flush) =>
    {
        ReadOnlySpan<byte> rest = s_bytes;
        for (; rest.Length > Piece; rest = rest[Piece..])
        {
            json.WriteBase64StringSegment(rest[..Piece], isFinalSegment: false);
            flush();
        }

        json.WriteBase64StringSegment(rest, isFinalSegment: true);
    }));

    [Benchmark, BenchmarkCategory("base 64 of 1 MB"), Row("POOL-json-base64-1MB", Role.Ours)]
    public ReadOnlyMemory<byte> Base64InPieces() => Lease(static lease => lease.WriteBase64Chunked(s_bytes));

    [Benchmark(Baseline = true), BenchmarkCategory("large fields"), Row("ODATA-large-fields", Role.Before)]
    public ReadOnlyMemory<byte> LargeFieldsNew() => Write(Direct(static (json, flush) => WriteLargeFields(json, default, flush)));

    [Benchmark, BenchmarkCategory("large fields"), Row("ODATA-large-fields", Role.Published)]
    public ReadOnlyMemory<byte> LargeFieldsArrayPool() => Write(ArrayPool(static (json, flush) => WriteLargeFields(json, default, flush)));

    [Benchmark, BenchmarkCategory("large fields"), Row("ODATA-large-fields", Role.Ours)]
    public ReadOnlyMemory<byte> LargeFieldsLeased() => Lease(static lease => WriteLargeFields(lease.Writer, lease));

    private static void WriteLargeFields(Utf8JsonWriter json, PooledUtf8JsonWriter lease, Action? flush = null)
    {
        json.WriteStartArray();
        for (int id = 1; id <= 30; id++)
        {
            json.WriteStartObject();
            json.WriteNumber("Id"u8, id);
            if (flush is null)
            {
                lease.Writer.WritePropertyName("Text");
                lease.WriteStringChunked(s_text);
                lease.Writer.WritePropertyName("Bytes");
                lease.WriteBase64Chunked(s_bytes);
            }
            else
            {
                json.WriteString("Text"u8, s_text);
                json.WriteBase64String("Bytes"u8, s_bytes);
            }

            json.WriteEndObject();
            flush?.Invoke();
        }

        json.WriteEndArray();
        flush?.Invoke();
    }

    private ReadOnlyMemory<byte> Lease(
        Action<PooledUtf8JsonWriter> write, JsonWriterOptions options = default, Utf8JsonWriterPool? pool = null)
    {
        using (PooledUtf8JsonWriter lease = (pool ?? Pool).Rent(Empty(), options))
            write(lease);

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
        for (int i = 0; i < Page.Value.Length; i++)
        {
            CustomerJson.WriteCustomer(json, Page.Value[i]);
            if (i % CustomersPerFlush != CustomersPerFlush - 1)
                continue;

            await json.FlushAsync().ConfigureAwait(false);
            await (pipe?.FlushAsync() ?? default).ConfigureAwait(false);
        }

        CustomerJson.WriteEnd(json);
        await json.DisposeAsync().ConfigureAwait(false);
    }
}
