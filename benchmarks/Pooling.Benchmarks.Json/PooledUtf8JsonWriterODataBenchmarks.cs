using static Pooling.Benchmarks.Json.CustomerShape;

namespace Pooling.Benchmarks.Json;

/// <summary>Measures the export of 5,000 customers with <see cref="Utf8JsonWriter"/> and with OData's JSON writer, against a leased writer.
/// Awaiting was published as a loss, so those rows are compared with the same export written synchronously.</summary>
/// <remarks>OData 7.7.2 has no asynchronous JSON writer. The published one is represented by <see cref="AwaitedPieces"/>. Ours fills the
/// buffer of a lease synchronously and awaits the stream between customers.</remarks>
public class PooledUtf8JsonWriterODataBenchmarks : CustomerExportBenchmarks
{
    private static readonly DefaultJsonWriterFactory s_odata = new();

    public PooledUtf8JsonWriterODataBenchmarks() => Table = new()
    {
        ["utf8-direct-no-validation"] = (Direct(Plain, s_unchecked), ArrayPool(Plain, s_unchecked), Leased(Plain, s_unchecked)),
        ["utf8-resources"] = (Direct(Resources), ArrayPool(Resources), Leased(Resources)),
        ["utf8-resources-no-validation"] =
            (Direct(Resources, s_unchecked), ArrayPool(Resources, s_unchecked), Leased(Resources, s_unchecked)),
        ["resource-generation"] = (Direct(Cloned), ArrayPool(Cloned), Leased(Rented)),
        ["odata-direct"] = (OData(Plain), ArrayPool(Plain), Leased(Plain)),
        ["odata-resource-generation"] = (OData(Cloned), ArrayPool(Cloned), Leased(Cloned)),
        ["odata-utf8-buffered"] = (OData(Resources), Buffered(OData(Resources)), Leased(Resources)),
        ["odata-utf16"] = (OData(Resources, s_utf16), OData(Resources), Transcoded(Leased(Resources))),
        ["async-odata-direct"] = (OData(Plain), ODataAsync(Plain), LeasedAsync(Plain)),
        ["async-odata-resource-generation"] = (OData(Cloned), ODataAsync(Cloned), LeasedAsync(Cloned)),
        ["async-odata-utf8"] = (OData(Resources), ODataAsync(Resources), LeasedAsync(Resources)),
        ["async-odata-utf8-buffered"] = (Buffered(OData(Resources)), Buffered(ODataAsync(Resources)), LeasedAsync(Resources)),
        ["async-odata-utf16"] = (OData(Resources, s_utf16), ODataAsync(Resources, s_utf16), Transcoded(LeasedAsync(Resources))),
        ["async-noop"] = (Wait(_ => WriterOfNothing().WriteAsync(Page)), Wait(_ => WriteNothingAsync()), Wait(WriteNothingLeasedAsync)),
    };

    private static Action<Stream> ODataAsync(CustomerShape shape, Encoding? encoding = null) => OData(shape, encoding, isAwaited: true);

    private static Action<Stream> OData(CustomerShape shape, Encoding? encoding = null, bool isAwaited = false) => Wait(async stream =>
    {
        await using var text = new StreamWriter(stream, encoding ?? s_utf8, leaveOpen: true);
        using AwaitedPieces? pieces = isAwaited ? new AwaitedPieces(text) : null;
        IJsonWriter json = s_odata.CreateJsonWriter(pieces ?? (TextWriter)text, isIeee754Compatible: false);
        await new ODataCustomerWriter(json, shape).WriteAsync(Page, pieces).ConfigureAwait(false);
    });

    private static ODataCustomerWriter WriterOfNothing() => new(new Utf8ODataWriter(null), Resources);

    private static async Task WriteNothingAsync()
    {
        ODataCustomerWriter nothing = WriterOfNothing();
        foreach (Customer customer in Page.Value)
        {
            foreach (ODataItem? item in ODataCustomerWriter.ItemsOf(customer))
                await nothing.WriteAsync(item).ConfigureAwait(false);
        }
    }

    private async Task WriteNothingLeasedAsync(Stream stream)
    {
        await using PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(stream);
        ODataCustomerWriter nothing = WriterOfNothing();
        foreach (Customer customer in Page.Value)
        {
            nothing.Write(customer);
            await lease.DrainIfNeededAsync().ConfigureAwait(false);
        }
    }
}
