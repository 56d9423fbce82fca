using BenchmarkDotNet.Attributes;
using Microsoft.OData.Json;
using Pooling.Benchmarks.Json.Forms;
using Pooling.Benchmarks.Json.OData;
using Pooling.Json;

namespace Pooling.Benchmarks.Json;

/// <summary>The export of 5,000 customers asynchronously, which was published as a loss: against the same written synchronously.</summary>
/// <remarks>OData 7.7.2 has no asynchronous JSON writer; where the row is about one,
/// its technique stands there in code of our own.</remarks>
public class PooledUtf8JsonWriterAsyncBenchmarks : CustomerBenchmarks
{
    private readonly ODataMessage _message = new();
    private readonly ODataServices _leased;
    private PooledAsyncUtf8JsonWriter _lease; // of the message that is being written

    public PooledUtf8JsonWriterAsyncBenchmarks() =>
        _leased = new ODataServices().With<IJsonWriterFactory>(new JsonWriterFactory(() => new LeasedJsonWriter(_lease)));

    [Benchmark(Baseline = true)]
    [BenchmarkCategory("nothing written")]
    [Row("ODATA-async-noop", Role.Before)]
    public int NoOp()
    {
        var writer = new NoOpJsonWriter();
        foreach (Customer customer in Page.Value)
            ODataJson.Write(writer, CustomerResource.Create(customer));

        return Page.Value.Length;
    }

    [Benchmark]
    [BenchmarkCategory("nothing written")]
    [Row("ODATA-async-noop", Role.Published)]
    public async Task<int> NoOpAsync()
    {
        var writer = new AsyncNoOpJsonWriter();
        foreach (Customer customer in Page.Value)
            await AsyncODataJson.WriteAsync(writer, CustomerResource.Create(customer)).ConfigureAwait(false);

        return Page.Value.Length;
    }

    [Benchmark]
    [BenchmarkCategory("nothing written")]
    [Row("ODATA-async-noop", Role.Ours)]
    public async Task<int> NoOpLeasedAsync()
    {
        var writer = new NoOpJsonWriter();
        await using PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(Target);
        foreach (Customer customer in Page.Value)
        {
            ODataJson.Write(writer, CustomerResource.Create(customer));
            await lease.DrainIfNeededAsync().ConfigureAwait(false);
        }

        return Page.Value.Length;
    }

    [Benchmark(Baseline = true)]
    [BenchmarkCategory("by hand")]
    [Row("ODATA-async-odata-direct", Role.Before)]
    [OutputNotCompared(CustomerDocument.EscapesOtherwise)]
    public long ODataDirect()
    {
        Target.SetLength(0);
        using StreamWriter text = CreateText(Target);
        IJsonWriter writer = CreateOData(text);
        ODataJson.WriteStart(writer);
        foreach (Customer customer in Page.Value)
            ODataJson.Write(writer, customer);

        ODataJson.WriteEnd(writer);
        return Target.Length;
    }

    [Benchmark]
    [BenchmarkCategory("by hand")]
    [Row("ODATA-async-odata-direct", Role.Published)]
    [OutputNotCompared(CustomerDocument.EscapesOtherwise)]
    public async Task<long> ODataDirectAsync()
    {
        Target.SetLength(0);
        StreamWriter text = CreateText(Target);
        await using (text.ConfigureAwait(false))
        {
            var writer = new AsyncTextJsonWriter(text);
            await AsyncODataJson.WriteStartAsync(writer).ConfigureAwait(false);
            foreach (Customer customer in Page.Value)
                await AsyncODataJson.WriteAsync(writer, customer).ConfigureAwait(false);

            await AsyncODataJson.WriteEndAsync(writer).ConfigureAwait(false);
        }

        return Target.Length;
    }

    [Benchmark]
    [BenchmarkCategory("by hand")]
    [Row("ODATA-async-odata-direct", Role.Peer, "new Utf8JsonWriter, flushed asynchronously every 66 customers")]
    public async Task<ReadOnlyMemory<byte>> DirectAsync()
    {
        Target.SetLength(0);
        await CustomerExport<PlainForm>.WriteDirectAsync(Target, Page).ConfigureAwait(false);
        return Written();
    }

    [Benchmark]
    [BenchmarkCategory("by hand")]
    [Row("ODATA-async-odata-direct", Role.Ours)]
    public async Task<ReadOnlyMemory<byte>> DirectLeasedAsync()
    {
        Target.SetLength(0);
        await CustomerExport<PlainForm>.WriteLeasedAsync(Pool, Target, Page).ConfigureAwait(false);
        return Written();
    }

    [Benchmark(Baseline = true)]
    [BenchmarkCategory("from resources")]
    [Row("ODATA-async-odata-utf8", Role.Before)]
    [OutputNotCompared(CustomerDocument.EscapesOtherwise)]
    public long OData()
    {
        Target.SetLength(0);
        using StreamWriter text = CreateText(Target);
        IJsonWriter writer = CreateOData(text);
        ODataJson.WriteStart(writer);
        foreach (Customer customer in Page.Value)
            ODataJson.Write(writer, CustomerResource.Create(customer));

        ODataJson.WriteEnd(writer);
        return Target.Length;
    }

    [Benchmark]
    [BenchmarkCategory("from resources")]
    [Row("ODATA-async-odata-utf8", Role.Published)]
    [OutputNotCompared(CustomerDocument.EscapesOtherwise)]
    public async Task<long> ODataAsync()
    {
        Target.SetLength(0);
        StreamWriter text = CreateText(Target);
        await using (text.ConfigureAwait(false))
        {
            var writer = new AsyncTextJsonWriter(text);
            await AsyncODataJson.WriteStartAsync(writer).ConfigureAwait(false);
            foreach (Customer customer in Page.Value)
                await AsyncODataJson.WriteAsync(writer, CustomerResource.Create(customer)).ConfigureAwait(false);

            await AsyncODataJson.WriteEndAsync(writer).ConfigureAwait(false);
        }

        return Target.Length;
    }

    [Benchmark]
    [BenchmarkCategory("from resources")]
    [Row("ODATA-async-odata-utf8", Role.Ours)]
    public async Task<ReadOnlyMemory<byte>> ResourcesLeasedAsync()
    {
        Target.SetLength(0);
        await CustomerExport<ResourceForm>.WriteLeasedAsync(Pool, Target, Page).ConfigureAwait(false);
        return Written();
    }

    [Benchmark(Baseline = true)]
    [BenchmarkCategory("message writer")]
    [Row("ODATA-async-message-writer", Role.Before)]
    [OutputNotCompared(CustomerDocument.EscapesOtherwise)]
    public long Message()
    {
        Target.SetLength(0);
        _message.Write(Target, Page);
        return Target.Length;
    }

    [Benchmark]
    [BenchmarkCategory("message writer")]
    [Row("ODATA-async-message-writer", Role.Published)]
    [OutputNotCompared(CustomerDocument.EscapesOtherwise)]
    public async Task<long> MessageAsync()
    {
        Target.SetLength(0);
        await _message.WriteAsync(Target, Page).ConfigureAwait(false);
        return Target.Length;
    }

    [Benchmark]
    [BenchmarkCategory("message writer")]
    [Row("ODATA-async-message-writer", Role.Ours)]
    public async Task<ReadOnlyMemory<byte>> MessageLeasedAsync()
    {
        Target.SetLength(0);
        PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(Target, s_unchecked); // OData's writer keeps the grammar itself
        _lease = lease;
        await _message.WriteAsync(Target, Page, async () => await lease.DrainIfNeededAsync().ConfigureAwait(false), _leased)
            .ConfigureAwait(false);
        await lease.DisposeAsync().ConfigureAwait(false);
        return Written();
    }

    [Benchmark]
    [BenchmarkCategory("message writer")]
    [Row("ODATA-async-message-writer", Role.Ours)]
    public Task<ReadOnlyMemory<byte>> LeasedInsteadOfMessageAsync() => DirectLeasedAsync();

    [SmokeCheck(nameof(ODataDirect), nameof(ODataDirectAsync), nameof(OData), nameof(ODataAsync), nameof(Message), nameof(MessageAsync))]
    public string CheckDocument() => CustomerDocument.Verify(Page, Written());
}
