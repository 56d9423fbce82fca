using System.Text.Encodings.Web;

namespace Pooling.Benchmarks.JsonPeers;

/// <summary>Measures the export of 5,000 customers with the writers of version 8 of OData, which are over
/// <see cref="Utf8JsonWriter"/>, against a leased writer.</summary>
public class PooledUtf8JsonWriterOData8Benchmarks : JsonBenchmarks
{
    private static readonly CustomerPage s_page = CustomerPage.Create(5_000);
    private static readonly ODataExport s_message = new();

    // Those of OData's writer.
    private static readonly JsonWriterOptions s_options =
        new() { SkipValidation = true, Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    private readonly PipeWriter _pipe;

    public PooledUtf8JsonWriterOData8Benchmarks() =>
        _pipe = PipeWriter.Create(Target, new StreamPipeWriterOptions(leaveOpen: true));

    [Benchmark(Baseline = true), BenchmarkCategory("stream")]
    [Row("POOL-json-odata8", Role.Before, "ODataUtf8JsonWriter")]
    public ReadOnlyMemory<byte> OData()
    {
        IJsonWriter json = Create(Empty());
        using ((IDisposable)json)
            ODataCustomers.Write(json, s_page);

        return Written();
    }

    [Benchmark, BenchmarkCategory("stream")]
    [Row("POOL-json-odata8", Role.Peer, "ODataMessageWriter: resource objects, a model")]
    public ReadOnlyMemory<byte> ODataMessage()
    {
        s_message.Write(s_page, Empty());
        return Written();
    }

    [Benchmark, BenchmarkCategory("stream"), Row("POOL-json-odata8", Role.Ours)]
    public ReadOnlyMemory<byte> Leased()
    {
        using (PooledUtf8JsonWriter lease = Pool.Rent(Empty(), s_options))
        {
            CustomerJson.WriteStart(lease.Writer, s_page);
            foreach (Customer customer in s_page.Value)
                CustomerJson.WriteCustomer(lease.Writer, customer);

            CustomerJson.WriteEnd(lease.Writer);
        }

        return Written();
    }

    [Benchmark(Baseline = true), BenchmarkCategory("awaited")]
    [Row("POOL-json-odata8-async", Role.Before, "ODataUtf8JsonWriter")]
    public ReadOnlyMemory<byte> ODataAwaited()
    {
        WriteODataAsync(Empty()).GetAwaiter().GetResult();
        return Written();
    }

    [Benchmark, BenchmarkCategory("awaited")]
    [Row("POOL-json-odata8-async", Role.Peer, "ODataMessageWriter: resource objects, a model")]
    public ReadOnlyMemory<byte> ODataMessageAwaited()
    {
        Empty();
        s_message.WriteAsync(s_page, _pipe, CancellationToken.None).GetAwaiter().GetResult();
        return Written();
    }

    [Benchmark, BenchmarkCategory("awaited"), Row("POOL-json-odata8-async", Role.Ours)]
    public ReadOnlyMemory<byte> LeasedAwaited()
    {
        WriteLeasedAsync(Pool.RentAsyncWriter(Empty(), s_options)).GetAwaiter().GetResult();
        return Written();
    }

    private static IJsonWriter Create(Stream target) =>
        ODataUtf8JsonWriterFactory.Default.CreateJsonWriter(target, isIeee754Compatible: false, Encoding.UTF8);

    private static async Task WriteODataAsync(Stream target)
    {
        IJsonWriter json = Create(target);
        await using ((IAsyncDisposable)json)
            await ODataCustomers.WriteAsync(json, s_page).ConfigureAwait(false);
    }

    private static async Task WriteLeasedAsync(PooledAsyncUtf8JsonWriter leased)
    {
        await using PooledAsyncUtf8JsonWriter lease = leased;
        CustomerJson.WriteStart(lease.Writer, s_page);
        foreach (Customer customer in s_page.Value)
        {
            CustomerJson.WriteCustomer(lease.Writer, customer);
            await lease.DrainIfNeededAsync().ConfigureAwait(false);
        }

        CustomerJson.WriteEnd(lease.Writer);
    }
}
