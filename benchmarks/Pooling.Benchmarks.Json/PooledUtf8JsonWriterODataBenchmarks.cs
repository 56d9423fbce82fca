using Pooling.Benchmarks.Json.OData;

namespace Pooling.Benchmarks.Json;

/// <summary>The export of 5,000 customers with OData's JSON writer, against a leased writer in its place. Awaiting was published as a loss:
/// those rows are against the same written synchronously.</summary>
/// <remarks>OData 7.7.2 has no asynchronous JSON writer: what is published stands there as <see cref="AwaitedPieces"/>. Ours fills the
/// buffer of a lease synchronously and awaits the stream between customers.</remarks>
public class PooledUtf8JsonWriterODataBenchmarks : CustomerBenchmarks
{
    [Benchmark(Baseline = true), BenchmarkCategory("by hand"), OutputNotCompared(Escapes)]
    [Row("ODATA-odata-direct", Role.Before), Row("ODATA-async-odata-direct", Role.Before)]
    public long ODataDirect() => Write(stream => WriteOData(stream, CustomerShape.Plain)).Length;

    [Benchmark, BenchmarkCategory("by hand"), Row("ODATA-odata-direct", Role.Published)]
    public ReadOnlyMemory<byte> DirectArrayPool() => Write(stream => CustomerExport.WriteOverArrayPool(stream, Page));

    [Benchmark, BenchmarkCategory("by hand"), Row("ODATA-odata-direct", Role.Ours)]
    public ReadOnlyMemory<byte> DirectLeased() => Write(stream => CustomerExport.WriteLeased(Pool, stream, Page));

    [Benchmark, BenchmarkCategory("by hand"), OutputNotCompared(Escapes), Row("ODATA-async-odata-direct", Role.Published)]
    public long ODataDirectAsync() => Finish(WriteODataAsync(Empty(), CustomerShape.Plain)).Length;

    [Benchmark, BenchmarkCategory("by hand")]
    [Row("ODATA-async-odata-direct", Role.Peer, "new Utf8JsonWriter, flushed asynchronously every 66 customers")]
    public ReadOnlyMemory<byte> DirectAsync() => Finish(CustomerExport.WriteDirectAsync(Empty(), Page));

    [Benchmark, BenchmarkCategory("by hand"), Row("ODATA-async-odata-direct", Role.Ours)]
    public ReadOnlyMemory<byte> DirectLeasedAsync() => WriteLeasedAsync(CustomerShape.Plain);

    [Benchmark(Baseline = true), BenchmarkCategory("cloned"), OutputNotCompared(Escapes)]
    [Row("ODATA-odata-resource-generation", Role.Before), Row("ODATA-async-odata-resource-generation", Role.Before)]
    public long ODataCloned() => Write(stream => WriteOData(stream, CustomerShape.Cloned)).Length;

    [Benchmark, BenchmarkCategory("cloned"), Row("ODATA-odata-resource-generation", Role.Published)]
    public ReadOnlyMemory<byte> ClonedArrayPool() => Write(stream => CustomerExport.WriteOverArrayPool(stream, Page, CustomerShape.Cloned));

    [Benchmark, BenchmarkCategory("cloned"), Row("ODATA-odata-resource-generation", Role.Ours)]
    public ReadOnlyMemory<byte> ClonedLeased() => Write(stream => CustomerExport.WriteLeased(Pool, stream, Page, CustomerShape.Cloned));

    [Benchmark, BenchmarkCategory("cloned"), OutputNotCompared(Escapes), Row("ODATA-async-odata-resource-generation", Role.Published)]
    public long ODataClonedAsync() => Finish(WriteODataAsync(Empty(), CustomerShape.Cloned)).Length;

    [Benchmark, BenchmarkCategory("cloned"), Row("ODATA-async-odata-resource-generation", Role.Ours)]
    public ReadOnlyMemory<byte> ClonedLeasedAsync() => WriteLeasedAsync(CustomerShape.Cloned);

    [Benchmark(Baseline = true), BenchmarkCategory("UTF-8"), OutputNotCompared(Escapes)]
    [Row("ODATA-odata-utf8-buffered", Role.Before), Row("ODATA-async-odata-utf8", Role.Before)]
    public long OData() => Write(stream => WriteOData(stream, CustomerShape.Resources)).Length;

    [Benchmark, BenchmarkCategory("UTF-8"), OutputNotCompared(Escapes), Row("ODATA-odata-utf8-buffered", Role.Published)]
    public long ODataBuffered() => Write(stream => WriteOData(CreateBuffered(stream), CustomerShape.Resources)).Length;

    [Benchmark, BenchmarkCategory("UTF-8"), Row("ODATA-odata-utf8-buffered", Role.Ours)]
    public ReadOnlyMemory<byte> ResourcesLeased() =>
        Write(stream => CustomerExport.WriteLeased(Pool, stream, Page, CustomerShape.Resources));

    [Benchmark, BenchmarkCategory("UTF-8"), OutputNotCompared(Escapes), Row("ODATA-async-odata-utf8", Role.Published)]
    public long ODataAsync() => Finish(WriteODataAsync(Empty(), CustomerShape.Resources)).Length;

    [Benchmark, BenchmarkCategory("UTF-8"), Row("ODATA-async-odata-utf8", Role.Ours)]
    public ReadOnlyMemory<byte> ResourcesLeasedAsync() => WriteLeasedAsync(CustomerShape.Resources);

    [Benchmark(Baseline = true), BenchmarkCategory("buffered"), OutputNotCompared(Escapes)]
    [Row("ODATA-async-odata-utf8-buffered", Role.Before)]
    public long ODataBufferedToo() => ODataBuffered();

    [Benchmark, BenchmarkCategory("buffered"), OutputNotCompared(Escapes), Row("ODATA-async-odata-utf8-buffered", Role.Published)]
    public long ODataBufferedAsync() => Finish(WriteODataAsync(CreateBuffered(Empty()), CustomerShape.Resources)).Length;

    [Benchmark, BenchmarkCategory("buffered"), Row("ODATA-async-odata-utf8-buffered", Role.Ours)]
    public ReadOnlyMemory<byte> ResourcesLeasedNotBufferedAsync() => ResourcesLeasedAsync();

    [Benchmark(Baseline = true), BenchmarkCategory("UTF-16"), OutputNotCompared(Escapes)]
    [Row("ODATA-odata-utf16", Role.Before), Row("ODATA-async-odata-utf16", Role.Before)]
    public long ODataUtf16() => Write(stream => WriteOData(stream, CustomerShape.Resources, Utf16)).Length;

    [Benchmark, BenchmarkCategory("UTF-16"), OutputNotCompared(Escapes), Row("ODATA-odata-utf16", Role.Published)]
    public long ODataUtf8() => OData();

    [Benchmark, BenchmarkCategory("UTF-16"), Row("ODATA-odata-utf16", Role.Ours)]
    public ReadOnlyMemory<byte> ResourcesLeasedUtf16() =>
        Transcode(utf16 => CustomerExport.WriteLeased(Pool, utf16, Page, CustomerShape.Resources));

    [Benchmark, BenchmarkCategory("UTF-16"), OutputNotCompared(Escapes), Row("ODATA-async-odata-utf16", Role.Published)]
    public long ODataUtf16Async() => Finish(WriteODataAsync(Empty(), CustomerShape.Resources, Utf16)).Length;

    [Benchmark, BenchmarkCategory("UTF-16"), Row("ODATA-async-odata-utf16", Role.Ours)]
    public ReadOnlyMemory<byte> ResourcesLeasedUtf16Async() =>
        Finish(TranscodeAsync(utf16 => CustomerExport.WriteLeasedAsync(Pool.RentAsyncWriter(utf16), Page, CustomerShape.Resources)));

    [Benchmark(Baseline = true), BenchmarkCategory("nothing"), Row("ODATA-async-noop", Role.Before)]
    public long NoOp() => Write(_ => new ODataExport(default(Utf8ODataWriter), CustomerShape.Resources).Write(Page)).Length;

    [Benchmark, BenchmarkCategory("nothing"), Row("ODATA-async-noop", Role.Published)]
    public long NoOpAsync() => Finish(WriteNothingAsync()).Length;

    [Benchmark, BenchmarkCategory("nothing"), Row("ODATA-async-noop", Role.Ours)]
    public long NoOpLeasedAsync() => Finish(WriteNothingLeasedAsync()).Length;

    [SmokeCheck(
        nameof(ODataDirect), nameof(ODataDirectAsync), nameof(DirectLeased), nameof(ODataCloned), nameof(ODataClonedAsync), nameof(OData),
        nameof(ODataBuffered), nameof(ODataAsync), nameof(ResourcesLeased), nameof(ODataBufferedAsync), nameof(ODataUtf16),
        nameof(ODataUtf16Async), nameof(ResourcesLeasedUtf16))]
    public string CheckDocument() => Page.Verify(Written().Span);

    private ReadOnlyMemory<byte> WriteLeasedAsync(CustomerShape shape) =>
        Finish(CustomerExport.WriteLeasedAsync(Pool.RentAsyncWriter(Empty()), Page, shape));

    private async Task WriteNothingAsync()
    {
        var resources = new ResourceJson<IJsonWriter>(default(Utf8ODataWriter));
        foreach (Customer customer in Page.Value)
            await resources.WriteAsync(customer).ConfigureAwait(false);
    }

    private async Task WriteNothingLeasedAsync()
    {
        await using PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(Empty());
        var resources = new ResourceJson<IJsonWriter>(default(Utf8ODataWriter));
        foreach (Customer customer in Page.Value)
        {
            resources.Write(customer);
            await lease.DrainIfNeededAsync().ConfigureAwait(false);
        }
    }
}
