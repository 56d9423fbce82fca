using System.Text.Json.Serialization.Metadata;

namespace Pooling.Benchmarks.JsonPeers;

/// <summary>Measures 5,000 customers as newline-delimited JSON: read one by one, serialized with generated code, and
/// written to an existing stream or pipe, awaited. Every wait completes synchronously.</summary>
public class PooledAsyncUtf8JsonWriterLinesBenchmarks : JsonBenchmarks
{
    private const int BytesPerFlush = 16 * 1024;

    private static readonly Customer[] s_customers = CustomerPage.Create(5_000).Value;
    private static readonly JsonTypeInfo<Customer> s_type = CustomerJsonContext.Default.Customer;

    // The output of a serializer is valid.
    private static readonly JsonWriterOptions s_unchecked = new() { SkipValidation = true };

    private readonly PipeWriter _pipe;

    public PooledAsyncUtf8JsonWriterLinesBenchmarks() =>
        _pipe = PipeWriter.Create(Target, new StreamPipeWriterOptions(leaveOpen: true));

    [Benchmark(Baseline = true), BenchmarkCategory("stream")]
    [Row("POOL-json-lines-stream", Role.Before, "SerializeAsyncEnumerable, with topLevelValues")]
    public ReadOnlyMemory<byte> StreamSerializer() =>
        Finish(JsonSerializer.SerializeAsyncEnumerable(Empty(), Customers(), s_type, topLevelValues: true));

    [Benchmark, BenchmarkCategory("stream")]
    [Row("POOL-json-lines-stream", Role.Peer, "one Utf8JsonWriter, with Reset for each line")]
    public ReadOnlyMemory<byte> StreamReset() => Finish(WriteResetAsync(Empty()));

    [Benchmark, BenchmarkCategory("stream"), Row("POOL-json-lines-stream", Role.Ours)]
    public ReadOnlyMemory<byte> StreamLeased() => Finish(WriteLeasedAsync(Pool.RentAsyncWriter(Empty(), s_unchecked)));

    [Benchmark(Baseline = true), BenchmarkCategory("pipe")]
    [Row("POOL-json-lines-pipe", Role.Before, "SerializeAsyncEnumerable, with topLevelValues")]
    public ReadOnlyMemory<byte> PipeSerializer()
    {
        Empty();
        return Finish(JsonSerializer.SerializeAsyncEnumerable(_pipe, Customers(), s_type, topLevelValues: true));
    }

    [Benchmark, BenchmarkCategory("pipe")]
    [Row("POOL-json-lines-pipe", Role.Peer, "one Utf8JsonWriter, with Reset for each line")]
    public ReadOnlyMemory<byte> PipeReset()
    {
        Empty();
        return Finish(WriteResetToPipeAsync());
    }

    [Benchmark, BenchmarkCategory("pipe"), Row("POOL-json-lines-pipe", Role.Ours)]
    public ReadOnlyMemory<byte> PipeLeased()
    {
        Empty();
        return Finish(WriteLeasedAsync(Pool.RentAsyncWriter(_pipe, s_unchecked)));
    }

    private static IAsyncEnumerable<Customer> Customers() => s_customers.ToAsyncEnumerable();

    private static async Task WriteResetAsync(Stream target)
    {
        var buffer = new ArrayBufferWriter<byte>(2 * BytesPerFlush);
        await using var json = new Utf8JsonWriter(buffer, s_unchecked);
        await foreach (Customer customer in Customers().ConfigureAwait(false))
        {
            WriteLine(json, buffer, customer);
            if (buffer.WrittenCount >= BytesPerFlush)
            {
                await target.WriteAsync(buffer.WrittenMemory).ConfigureAwait(false);
                buffer.ResetWrittenCount();
            }
        }

        await target.WriteAsync(buffer.WrittenMemory).ConfigureAwait(false);
    }

    private static void WriteLine(Utf8JsonWriter json, IBufferWriter<byte> target, Customer customer)
    {
        JsonSerializer.Serialize(json, customer, s_type);
        json.Flush();
        json.Reset();
        target.Write("\n"u8);
    }

    private static async Task WriteLeasedAsync(PooledAsyncUtf8JsonWriter leased)
    {
        await using PooledAsyncUtf8JsonWriter lease = leased;
        await foreach (Customer customer in Customers().ConfigureAwait(false))
        {
            JsonSerializer.Serialize(lease.Writer, customer, s_type);
            lease.NextDocument();
            await lease.DrainIfNeededAsync().ConfigureAwait(false);
        }
    }

    private async Task WriteResetToPipeAsync()
    {
        await using var json = new Utf8JsonWriter(_pipe, s_unchecked);
        await foreach (Customer customer in Customers().ConfigureAwait(false))
        {
            WriteLine(json, _pipe, customer);
            if (_pipe.UnflushedBytes >= BytesPerFlush)
                await _pipe.FlushAsync().ConfigureAwait(false);
        }

        await _pipe.FlushAsync().ConfigureAwait(false);
    }

    private ReadOnlyMemory<byte> Finish(Task writing)
    {
        writing.GetAwaiter().GetResult();
        return Written();
    }
}
