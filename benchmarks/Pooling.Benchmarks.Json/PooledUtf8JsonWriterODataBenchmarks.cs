using BenchmarkDotNet.Attributes;
using Pooling.Benchmarks.Json.OData;
using Pooling.Json;

namespace Pooling.Benchmarks.Json;

/// <summary>The export of 5,000 customers against OData's JSON writer, and against its message writer.</summary>
/// <remarks>Ours stands in the place of the JSON writer. By hand instead of the message writer is advice: no resource objects,
/// no model.</remarks>
public class PooledUtf8JsonWriterODataBenchmarks : CustomerBenchmarks
{
    private readonly ODataMessage _message = new();
    private readonly ODataMessage _unchecked = new() { IsValidated = false };
    private readonly ODataMessage _utf16 = new() { Charset = "UTF-16" };
    private readonly ODataMessage _noOp = new() { CreateJsonWriter = static () => default(Utf8ODataWriter) };
    private readonly ODataMessage _noOpUnchecked = new() { IsValidated = false, CreateJsonWriter = static () => default(Utf8ODataWriter) };
    private readonly ODataMessage _leased;
    private readonly ODataMessage _leasedUnchecked;
    private PooledUtf8JsonWriter _lease; // of the message that is being written

    public PooledUtf8JsonWriterODataBenchmarks()
    {
        _leased = new ODataMessage { CreateJsonWriter = () => new Utf8ODataWriter(_lease.Writer) };
        _leasedUnchecked = new ODataMessage { IsValidated = false, CreateJsonWriter = () => new Utf8ODataWriter(_lease.Writer) };
    }

    [Benchmark(Baseline = true), BenchmarkCategory("OData by hand")]
    [Row("ODATA-odata-direct", Role.Before), OutputNotCompared(EscapesOtherwise)]
    public long ODataDirect() => Write(stream => WriteOData(stream, CustomerShape.Plain)).Length;

    [Benchmark, BenchmarkCategory("OData by hand"), Row("ODATA-odata-direct", Role.Published)]
    public ReadOnlyMemory<byte> DirectArrayPool() => Write(stream => CustomerExport.WriteOverArrayPool(stream, Page));

    [Benchmark, BenchmarkCategory("OData by hand"), Row("ODATA-odata-direct", Role.Ours)]
    public ReadOnlyMemory<byte> DirectLeased() => Write(stream => CustomerExport.WriteLeased(Pool, stream, Page));

    [Benchmark(Baseline = true), BenchmarkCategory("OData by hand, cloned")]
    [Row("ODATA-odata-resource-generation", Role.Before), OutputNotCompared(EscapesOtherwise)]
    public long ODataCloned() => Write(stream => WriteOData(stream, CustomerShape.Cloned)).Length;

    [Benchmark, BenchmarkCategory("OData by hand, cloned"), Row("ODATA-odata-resource-generation", Role.Published)]
    public ReadOnlyMemory<byte> ClonedArrayPool() =>
        Write(stream => CustomerExport.WriteOverArrayPool(stream, Page, CustomerShape.Cloned));

    [Benchmark, BenchmarkCategory("OData by hand, cloned"), Row("ODATA-odata-resource-generation", Role.Ours)]
    public ReadOnlyMemory<byte> ClonedLeased() => Write(stream => CustomerExport.WriteLeased(Pool, stream, Page, CustomerShape.Cloned));

    [Benchmark(Baseline = true), BenchmarkCategory("OData to UTF-8")]
    [Row("ODATA-odata-utf8-buffered", Role.Before), OutputNotCompared(EscapesOtherwise)]
    public long OData() => Write(stream => WriteOData(stream, CustomerShape.Resources)).Length;

    [Benchmark, BenchmarkCategory("OData to UTF-8")]
    [Row("ODATA-odata-utf8-buffered", Role.Published), OutputNotCompared(EscapesOtherwise)]
    public long ODataBuffered() => Write(stream => WriteOData(CreateBuffered(stream), CustomerShape.Resources)).Length;

    [Benchmark, BenchmarkCategory("OData to UTF-8"), Row("ODATA-odata-utf8-buffered", Role.Ours)]
    public ReadOnlyMemory<byte> ResourcesLeased() =>
        Write(stream => CustomerExport.WriteLeased(Pool, stream, Page, CustomerShape.Resources));

    [Benchmark(Baseline = true), BenchmarkCategory("OData to UTF-16")]
    [Row("ODATA-odata-utf16", Role.Before), OutputNotCompared(EscapesOtherwise)]
    public long ODataUtf16() => Write(stream => WriteOData(stream, CustomerShape.Resources, Utf16)).Length;

    [Benchmark, BenchmarkCategory("OData to UTF-16")]
    [Row("ODATA-odata-utf16", Role.Published), OutputNotCompared(EscapesOtherwise)]
    public long ODataUtf8() => OData();

    [Benchmark, BenchmarkCategory("OData to UTF-16"), Row("ODATA-odata-utf16", Role.Ours)]
    public ReadOnlyMemory<byte> ResourcesLeasedUtf16() => Write(stream =>
    {
        using Stream utf16 = CreateTranscoding(stream);
        CustomerExport.WriteLeased(Pool, utf16, Page, CustomerShape.Resources);
    });

    [Benchmark(Baseline = true), BenchmarkCategory("message writer, ceiling")]
    [Row("ODATA-message-writer-noop", Role.Before), OutputNotCompared(EscapesOtherwise)]
    public long Message() => Write(stream => _message.Write(stream, Page)).Length;

    [Benchmark, BenchmarkCategory("message writer, ceiling")]
    [Row("ODATA-message-writer-noop", Role.Published), OutputNotCompared(WritesNothing)]
    public long MessageNoOp() => Write(stream => _noOp.Write(stream, Page)).Length;

    [Benchmark, BenchmarkCategory("message writer, ceiling"), Row("ODATA-message-writer-noop", Role.Ours)]
    public ReadOnlyMemory<byte> MessageLeased() => WriteLeased(_leased);

    [Benchmark, BenchmarkCategory("message writer, ceiling")]
    [Row("ODATA-message-writer-noop", Role.Advice, "a leased writer by hand: no resource objects, no model")]
    public ReadOnlyMemory<byte> LeasedInsteadOfMessage() => DirectLeased();

    [Benchmark(Baseline = true), BenchmarkCategory("message writer, no validation")]
    [Row("ODATA-message-writer-no-validation", Role.Before), OutputNotCompared(EscapesOtherwise)]
    public long MessageValidated() => Message();

    [Benchmark, BenchmarkCategory("message writer, no validation")]
    [Row("ODATA-message-writer-no-validation", Role.Published), OutputNotCompared(EscapesOtherwise)]
    public long MessageUnchecked() => Write(stream => _unchecked.Write(stream, Page)).Length;

    [Benchmark, BenchmarkCategory("message writer, no validation"), Row("ODATA-message-writer-no-validation", Role.Ours)]
    public ReadOnlyMemory<byte> MessageUncheckedLeased() => WriteLeased(_leasedUnchecked);

    [Benchmark(Baseline = true), BenchmarkCategory("message writer, no validation, ceiling")]
    [Row("ODATA-message-writer-noop-no-validation", Role.Before), OutputNotCompared(EscapesOtherwise)]
    public long MessageUncheckedAgain() => MessageUnchecked();

    [Benchmark, BenchmarkCategory("message writer, no validation, ceiling")]
    [Row("ODATA-message-writer-noop-no-validation", Role.Published), OutputNotCompared(WritesNothing)]
    public long MessageUncheckedNoOp() => Write(stream => _noOpUnchecked.Write(stream, Page)).Length;

    [Benchmark, BenchmarkCategory("message writer, no validation, ceiling"), Row("ODATA-message-writer-noop-no-validation", Role.Ours)]
    public ReadOnlyMemory<byte> MessageUncheckedLeasedAgain() => MessageUncheckedLeased();

    [Benchmark(Baseline = true), BenchmarkCategory("message writer to UTF-16")]
    [Row("ODATA-message-writer-utf16", Role.Before), OutputNotCompared(EscapesOtherwise)]
    public long MessageUtf16() => Write(stream => _utf16.Write(stream, Page)).Length;

    [Benchmark, BenchmarkCategory("message writer to UTF-16")]
    [Row("ODATA-message-writer-utf16", Role.Published), OutputNotCompared(EscapesOtherwise)]
    public long MessageUtf8() => Message();

    [Benchmark, BenchmarkCategory("message writer to UTF-16"), Row("ODATA-message-writer-utf16", Role.Ours)]
    public ReadOnlyMemory<byte> MessageLeasedUtf16() => Write(stream =>
    {
        using Stream utf16 = CreateTranscoding(stream);
        using (_lease = Pool.Rent(utf16, s_unchecked))
            _leased.Write(utf16, Page);
    });

    [Benchmark(Baseline = true), BenchmarkCategory("message writer, buffered")]
    [Row("ODATA-message-writer-buffered", Role.Before), OutputNotCompared(EscapesOtherwise)]
    public long MessageNotBuffered() => Message();

    [Benchmark, BenchmarkCategory("message writer, buffered")]
    [Row("ODATA-message-writer-buffered", Role.Published), OutputNotCompared(EscapesOtherwise)]
    public long MessageBuffered() => Write(stream =>
    {
        BufferedStream buffered = CreateBuffered(stream);
        _message.Write(buffered, Page);
        buffered.Flush();
    }).Length;

    [Benchmark, BenchmarkCategory("message writer, buffered"), Row("ODATA-message-writer-buffered", Role.Ours)]
    public ReadOnlyMemory<byte> MessageLeasedNotBuffered() => MessageLeased();

    [SmokeCheck(
        nameof(ODataDirect), nameof(ODataCloned), nameof(OData), nameof(ODataBuffered), nameof(ODataUtf16), nameof(ODataUtf8),
        nameof(ResourcesLeasedUtf16), nameof(Message), nameof(MessageLeased), nameof(MessageUnchecked), nameof(MessageUncheckedLeased),
        nameof(MessageUtf16), nameof(MessageLeasedUtf16), nameof(MessageBuffered))]
    public string CheckDocument() => Page.Verify(Written().Span);

    private ReadOnlyMemory<byte> WriteLeased(ODataMessage message) => Write(stream =>
    {
        using (_lease = Pool.Rent(stream, s_unchecked)) // OData's writer keeps the grammar itself
            message.Write(stream, Page);
    });
}
