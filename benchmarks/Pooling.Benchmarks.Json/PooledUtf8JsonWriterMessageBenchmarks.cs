namespace Pooling.Benchmarks.Json;

/// <summary>Measures the export of 5,000 customers with OData's message writer. Ours is the JSON writer inside it. Rows about awaiting are
/// compared with the same export written synchronously.</summary>
public class PooledUtf8JsonWriterMessageBenchmarks : CustomerExportBenchmarks
{
    private const string Instead = "by hand with a leased writer: no resource objects, no model";

    public PooledUtf8JsonWriterMessageBenchmarks()
    {
        var odata = new ODataMessage(Page);
        var odataUnchecked = new ODataMessage(Page, isValidated: false);
        var odataUtf16 = new ODataMessage(Page, charset: "UTF-16");
        var ours = new ODataMessage(Page, Pool);
        var oursUnchecked = new ODataMessage(Page, Pool, isValidated: false);
        var nothing = new ODataMessage(Page, Pool, isEmpty: true);
        var nothingUnchecked = new ODataMessage(Page, Pool, isEmpty: true, isValidated: false);
        Table = new()
        {
            ["message-writer-noop"] = (odata.Write, nothing.Write, ours.WriteLeased),
            ["message-writer-noop-no-validation"] = (odataUnchecked.Write, nothingUnchecked.Write, oursUnchecked.WriteLeased),
            ["message-writer-no-validation"] = (odata.Write, odataUnchecked.Write, oursUnchecked.WriteLeased),
            ["message-writer-buffered"] = (odata.Write, Buffered(odata.Write), ours.WriteLeased),
            ["message-writer-utf16"] = (odataUtf16.Write, odata.Write, Transcoded(ours.WriteLeased)),
            ["async-message-writer"] = (odata.Write, Wait(odata.WriteAsync), Wait(ours.WriteLeasedAsync)),
            ["async-message-writer-no-validation"] =
                (odataUnchecked.Write, Wait(odataUnchecked.WriteAsync), Wait(oursUnchecked.WriteLeasedAsync)),
            ["async-message-writer-utf16"] = (odataUtf16.Write, Wait(odataUtf16.WriteAsync), Transcoded(Wait(ours.WriteLeasedAsync))),
            ["async-message-writer-noop"] = (nothing.Write, Wait(nothing.WriteAsync), Wait(nothing.WriteLeasedAsync)),
            ["async-message-writer-noop-no-validation"] =
                (nothingUnchecked.Write, Wait(nothingUnchecked.WriteAsync), Wait(nothingUnchecked.WriteLeasedAsync)),
        };
    }

    [Benchmark, OutputNotCompared("escapes and encodings differ"), Row("ODATA-message-writer-*", Role.Advice, Instead)]
    [Row("ODATA-async-message-writer*", Role.Advice, Instead)]
    public ReadOnlyMemory<byte> LeasedByHand() =>
        Write(Export.StartsWith("async", StringComparison.Ordinal) ? LeasedAsync(CustomerShape.Plain) : Leased(CustomerShape.Plain));
}
