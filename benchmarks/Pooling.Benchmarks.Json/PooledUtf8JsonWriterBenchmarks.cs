using System.IO.Pipelines;

namespace Pooling.Benchmarks.Json;

/// <summary>The export of 5,000 customers to a stream: encoding dominates, pooling buys memory. Of customers as they are, and of such that
/// become other objects first, of which rented ones are ours, too. And awaited, as lines, and with one value of 1 MB.</summary>
public class PooledUtf8JsonWriterBenchmarks : CustomerBenchmarks
{
    private static readonly StreamPipeWriterOptions s_pipeOptions = new(leaveOpen: true);

    private readonly Utf8JsonWriterPool _uncleared = new();
    private readonly string _text = string.Concat(Enumerable.Repeat("A wizard is never late; ", 43_691));
    private readonly byte[] _bytes = new byte[1024 * 1024];

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
    public ReadOnlyMemory<byte> Direct() => Write(stream => CustomerExport.WriteDirect(stream, Page));

    [Benchmark, BenchmarkCategory("direct"), Row("ODATA-utf8-direct", Role.Published)]
    public ReadOnlyMemory<byte> DirectArrayPool() => Write(stream => CustomerExport.WriteOverArrayPool(stream, Page));

    [Benchmark, BenchmarkCategory("direct"), OutputNotCompared("it is wrong: the smoke run shows how")]
    [Row("ODATA-utf8-direct", Role.Peer, "as published, which corrupts what it writes")]
    public ReadOnlyMemory<byte> DirectArrayPoolAsPublished() =>
        Write(stream => CustomerExport.WriteOverArrayPool(stream, Page, asPublished: true));

    [Benchmark, BenchmarkCategory("direct"), Row("ODATA-utf8-direct", Role.Ours)]
    public ReadOnlyMemory<byte> DirectLeased() => Write(stream => CustomerExport.WriteLeased(Pool, stream, Page));

    [Benchmark, BenchmarkCategory("direct"), Row("ODATA-utf8-direct", Role.Advice, "not cleared, which is the pool's default")]
    public ReadOnlyMemory<byte> DirectLeasedNotCleared() => Write(stream => CustomerExport.WriteLeased(_uncleared, stream, Page));

    [Benchmark(Baseline = true), BenchmarkCategory("direct, no validation"), Row("ODATA-utf8-direct-no-validation", Role.Before)]
    public ReadOnlyMemory<byte> Unchecked() => Write(stream => CustomerExport.WriteDirect(stream, Page, options: s_unchecked));

    [Benchmark, BenchmarkCategory("direct, no validation"), Row("ODATA-utf8-direct-no-validation", Role.Published)]
    public ReadOnlyMemory<byte> UncheckedArrayPool() =>
        Write(stream => CustomerExport.WriteOverArrayPool(stream, Page, options: s_unchecked));

    [Benchmark, BenchmarkCategory("direct, no validation"), Row("ODATA-utf8-direct-no-validation", Role.Ours)]
    public ReadOnlyMemory<byte> UncheckedLeased() => Write(stream => CustomerExport.WriteLeased(Pool, stream, Page, options: s_unchecked));

    [Benchmark(Baseline = true), BenchmarkCategory("resources"), Row("ODATA-utf8-resources", Role.Before)]
    public ReadOnlyMemory<byte> Resources() => Write(stream => CustomerExport.WriteDirect(stream, Page, CustomerShape.Resources));

    [Benchmark, BenchmarkCategory("resources"), Row("ODATA-utf8-resources", Role.Published)]
    public ReadOnlyMemory<byte> ResourcesArrayPool() =>
        Write(stream => CustomerExport.WriteOverArrayPool(stream, Page, CustomerShape.Resources));

    [Benchmark, BenchmarkCategory("resources"), Row("ODATA-utf8-resources", Role.Ours)]
    public ReadOnlyMemory<byte> ResourcesLeased() =>
        Write(stream => CustomerExport.WriteLeased(Pool, stream, Page, CustomerShape.Resources));

    [Benchmark(Baseline = true), BenchmarkCategory("resources, no validation"), Row("ODATA-utf8-resources-no-validation", Role.Before)]
    public ReadOnlyMemory<byte> UncheckedResources() =>
        Write(stream => CustomerExport.WriteDirect(stream, Page, CustomerShape.Resources, s_unchecked));

    [Benchmark, BenchmarkCategory("resources, no validation"), Row("ODATA-utf8-resources-no-validation", Role.Published)]
    public ReadOnlyMemory<byte> UncheckedResourcesArrayPool() =>
        Write(stream => CustomerExport.WriteOverArrayPool(stream, Page, CustomerShape.Resources, s_unchecked));

    [Benchmark, BenchmarkCategory("resources, no validation"), Row("ODATA-utf8-resources-no-validation", Role.Ours)]
    public ReadOnlyMemory<byte> UncheckedResourcesLeased() =>
        Write(stream => CustomerExport.WriteLeased(Pool, stream, Page, CustomerShape.Resources, s_unchecked));

    [Benchmark(Baseline = true), BenchmarkCategory("cloned"), Row("ODATA-resource-generation", Role.Before)]
    public ReadOnlyMemory<byte> Cloned() => Write(stream => CustomerExport.WriteDirect(stream, Page, CustomerShape.Cloned));

    [Benchmark, BenchmarkCategory("cloned"), Row("ODATA-resource-generation", Role.Published)]
    public ReadOnlyMemory<byte> ClonedArrayPool() => Write(stream => CustomerExport.WriteOverArrayPool(stream, Page, CustomerShape.Cloned));

    [Benchmark, BenchmarkCategory("cloned"), Row("ODATA-resource-generation", Role.Ours)]
    public ReadOnlyMemory<byte> ClonedLeased() => Write(stream => CustomerExport.WriteLeased(Pool, stream, Page, CustomerShape.Cloned));

    [Benchmark, BenchmarkCategory("cloned"), Row("ODATA-resource-generation", Role.Ours)]
    public ReadOnlyMemory<byte> ClonedIntoRentedLeased() =>
        Write(stream => CustomerExport.WriteLeased(Pool, stream, Page, CustomerShape.ClonedIntoRented));

    [Benchmark(Baseline = true), BenchmarkCategory("async stream"), Row("POOL-json-async-stream", Role.Before)]
    public ReadOnlyMemory<byte> AsyncStreamNew() => Finish(CustomerExport.WriteDirectAsync(Empty(), Page));

    [Benchmark, BenchmarkCategory("async stream"), Row("POOL-json-async-stream", Role.Ours)]
    public ReadOnlyMemory<byte> AsyncStreamLeased() => Finish(CustomerExport.WriteLeasedAsync(Pool.RentAsyncWriter(Empty()), Page));

    [Benchmark(Baseline = true), BenchmarkCategory("async pipe"), Row("POOL-json-async-pipe", Role.Before)]
    public ReadOnlyMemory<byte> AsyncPipeNew() => Finish(CustomerExport.WriteDirectAsync(PipeWriter.Create(Empty(), s_pipeOptions), Page));

    [Benchmark, BenchmarkCategory("async pipe"), Row("POOL-json-async-pipe", Role.Ours)]
    public ReadOnlyMemory<byte> AsyncPipeLeased()
    {
        PipeWriter pipe = PipeWriter.Create(Empty(), s_pipeOptions);
        CustomerExport.WriteLeasedAsync(_uncleared.RentAsyncWriter(pipe), Page).GetAwaiter().GetResult();
        pipe.Complete();
        return Written();
    }

    [Benchmark(Baseline = true), BenchmarkCategory("lines"), Row("POOL-json-lines", Role.Before)]
    public ReadOnlyMemory<byte> LinesNew()
    {
        MemoryStream stream = Empty();
        foreach (Customer customer in Page.Value)
        {
            using (var json = new Utf8JsonWriter(stream))
                new CustomerWriter(json).Write(customer);

            stream.WriteByte((byte)'\n');
        }

        return Written();
    }

    [Benchmark, BenchmarkCategory("lines"), Row("POOL-json-lines", Role.Peer, "one writer, reset by hand")]
    public ReadOnlyMemory<byte> LinesByHand()
    {
        MemoryStream stream = Empty();
        using var json = new Utf8JsonWriter(stream);
        var writer = new CustomerWriter(json);
        foreach (Customer customer in Page.Value)
        {
            writer.Write(customer);
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
            var writer = new CustomerWriter(lease.Writer);
            foreach (Customer customer in Page.Value)
            {
                writer.Write(customer);
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

    /// <summary>Shows that the published export is wrong, and how: once its first 16 KB are full, the JSON writer goes on behind memory
    /// that the export has declared empty.</summary>
    [SmokeCheck(nameof(DirectArrayPoolAsPublished))]
    public string CheckThatItCorrupts()
    {
        byte[] written = Written().ToArray();
        byte[] expected = JsonSerializer.SerializeToUtf8Bytes(Page);
        if (written.AsSpan().SequenceEqual(expected))
            throw new InvalidOperationException("The published export is right: this contender is not what it says.");

        return $"corrupts: {written.Length:N0} bytes, {expected.Length:N0} expected, wrong from byte "
            + $"{written.AsSpan().CommonPrefixLength(expected):N0} on, {written.AsSpan().Count((byte)0):N0} of them zero";
    }
}
