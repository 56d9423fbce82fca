using BenchmarkDotNet.Attributes;
using Pooling.Benchmarks.Json.OData;
using Pooling.Json;

namespace Pooling.Benchmarks.Json;

/// <summary>The export of 5,000 customers asynchronously, which was published as a loss: against the same written synchronously.</summary>
/// <remarks>OData 7.7.2 has no asynchronous JSON writer; where the row is about one, its technique stands there in code of our own. Ours
/// fills the buffer of a lease synchronously and awaits the stream between customers.</remarks>
public class PooledUtf8JsonWriterAsyncBenchmarks : CustomerBenchmarks
{
    private readonly ODataMessage _message = new();
    private readonly ODataMessage _unchecked = new() { IsValidated = false };
    private readonly ODataMessage _utf16 = new() { Charset = "UTF-16" };
    private readonly ODataMessage _noOp = new() { CreateJsonWriter = static () => default(Utf8ODataWriter) };
    private readonly ODataMessage _noOpUnchecked = new() { IsValidated = false, CreateJsonWriter = static () => default(Utf8ODataWriter) };
    private readonly ODataMessage _leased;
    private readonly ODataMessage _leasedUnchecked;
    private PooledAsyncUtf8JsonWriter _lease; // of the message that is being written

    public PooledUtf8JsonWriterAsyncBenchmarks()
    {
        _leased = new ODataMessage { CreateJsonWriter = () => new Utf8ODataWriter(_lease.Writer) };
        _leasedUnchecked = new ODataMessage { IsValidated = false, CreateJsonWriter = () => new Utf8ODataWriter(_lease.Writer) };
    }

    [Benchmark(Baseline = true), BenchmarkCategory("nothing written"), Row("ODATA-async-noop", Role.Before)]
    public long NoOp() => Write(_ => ODataExport.Write(default(Utf8ODataWriter), Page, CustomerShape.Resources)).Length;

    [Benchmark, BenchmarkCategory("nothing written"), Row("ODATA-async-noop", Role.Published)]
    public long NoOpAsync() => Finish(ODataExport.WriteAsync(new AsyncTextJsonWriter(null), Page, CustomerShape.Resources)).Length;

    [Benchmark, BenchmarkCategory("nothing written"), Row("ODATA-async-noop", Role.Ours)]
    public long NoOpLeasedAsync() => Finish(WriteNothingLeasedAsync()).Length;

    [Benchmark(Baseline = true), BenchmarkCategory("by hand")]
    [Row("ODATA-async-odata-direct", Role.Before), OutputNotCompared(EscapesOtherwise)]
    public long ODataDirect() => Write(stream => WriteOData(stream, CustomerShape.Plain)).Length;

    [Benchmark, BenchmarkCategory("by hand"), Row("ODATA-async-odata-direct", Role.Published), OutputNotCompared(EscapesOtherwise)]
    public ReadOnlyMemory<byte> ODataDirectAsync() => Finish(WriteODataAsync(Empty(), CustomerShape.Plain));

    [Benchmark, BenchmarkCategory("by hand")]
    [Row("ODATA-async-odata-direct", Role.Peer, "new Utf8JsonWriter, flushed asynchronously every 66 customers")]
    public ReadOnlyMemory<byte> DirectAsync() => Finish(CustomerExport.WriteDirectAsync(Empty(), Page));

    [Benchmark, BenchmarkCategory("by hand"), Row("ODATA-async-odata-direct", Role.Ours)]
    public ReadOnlyMemory<byte> DirectLeasedAsync() => WriteLeased(CustomerShape.Plain);

    [Benchmark(Baseline = true), BenchmarkCategory("by hand, cloned")]
    [Row("ODATA-async-odata-resource-generation", Role.Before), OutputNotCompared(EscapesOtherwise)]
    public long ODataCloned() => Write(stream => WriteOData(stream, CustomerShape.Cloned)).Length;

    [Benchmark, BenchmarkCategory("by hand, cloned")]
    [Row("ODATA-async-odata-resource-generation", Role.Published), OutputNotCompared(EscapesOtherwise)]
    public ReadOnlyMemory<byte> ODataClonedAsync() => Finish(WriteODataAsync(Empty(), CustomerShape.Cloned));

    [Benchmark, BenchmarkCategory("by hand, cloned"), Row("ODATA-async-odata-resource-generation", Role.Ours)]
    public ReadOnlyMemory<byte> ClonedLeasedAsync() => WriteLeased(CustomerShape.Cloned);

    [Benchmark(Baseline = true), BenchmarkCategory("from resources")]
    [Row("ODATA-async-odata-utf8", Role.Before), OutputNotCompared(EscapesOtherwise)]
    public long OData() => Write(stream => WriteOData(stream, CustomerShape.Resources)).Length;

    [Benchmark, BenchmarkCategory("from resources"), Row("ODATA-async-odata-utf8", Role.Published), OutputNotCompared(EscapesOtherwise)]
    public ReadOnlyMemory<byte> ODataAsync() => Finish(WriteODataAsync(Empty(), CustomerShape.Resources));

    [Benchmark, BenchmarkCategory("from resources"), Row("ODATA-async-odata-utf8", Role.Ours)]
    public ReadOnlyMemory<byte> ResourcesLeasedAsync() => WriteLeased(CustomerShape.Resources);

    [Benchmark(Baseline = true), BenchmarkCategory("from resources, buffered")]
    [Row("ODATA-async-odata-utf8-buffered", Role.Before), OutputNotCompared(EscapesOtherwise)]
    public long ODataBuffered() => Write(stream => WriteOData(CreateBuffered(stream), CustomerShape.Resources)).Length;

    [Benchmark, BenchmarkCategory("from resources, buffered")]
    [Row("ODATA-async-odata-utf8-buffered", Role.Published), OutputNotCompared(EscapesOtherwise)]
    public ReadOnlyMemory<byte> ODataBufferedAsync() =>
        Finish(WriteODataAsync(CreateBuffered(Empty()), CustomerShape.Resources));

    [Benchmark, BenchmarkCategory("from resources, buffered"), Row("ODATA-async-odata-utf8-buffered", Role.Ours)]
    public ReadOnlyMemory<byte> ResourcesLeasedNotBufferedAsync() => ResourcesLeasedAsync();

    [Benchmark(Baseline = true), BenchmarkCategory("from resources to UTF-16")]
    [Row("ODATA-async-odata-utf16", Role.Before), OutputNotCompared(EscapesOtherwise)]
    public long ODataUtf16() => Write(stream => WriteOData(stream, CustomerShape.Resources, Utf16)).Length;

    [Benchmark, BenchmarkCategory("from resources to UTF-16")]
    [Row("ODATA-async-odata-utf16", Role.Published), OutputNotCompared(EscapesOtherwise)]
    public ReadOnlyMemory<byte> ODataUtf16Async() => Finish(WriteODataAsync(Empty(), CustomerShape.Resources, Utf16));

    [Benchmark, BenchmarkCategory("from resources to UTF-16"), Row("ODATA-async-odata-utf16", Role.Ours)]
    public ReadOnlyMemory<byte> ResourcesLeasedUtf16Async() =>
        Finish(TranscodeAsync(utf16 => CustomerExport.WriteLeasedAsync(Pool.RentAsyncWriter(utf16), Page, CustomerShape.Resources)));

    [Benchmark(Baseline = true), BenchmarkCategory("message writer")]
    [Row("ODATA-async-message-writer", Role.Before), OutputNotCompared(EscapesOtherwise)]
    public long Message() => Write(stream => _message.Write(stream, Page)).Length;

    [Benchmark, BenchmarkCategory("message writer"), Row("ODATA-async-message-writer", Role.Published), OutputNotCompared(EscapesOtherwise)]
    public ReadOnlyMemory<byte> MessageAsync() => Finish(_message.WriteAsync(Empty(), Page));

    [Benchmark, BenchmarkCategory("message writer"), Row("ODATA-async-message-writer", Role.Ours)]
    public ReadOnlyMemory<byte> MessageLeasedAsync() => Finish(WriteLeasedAsync(_leased, Empty()));

    [Benchmark, BenchmarkCategory("message writer")]
    [Row("ODATA-async-message-writer", Role.Advice, "a leased writer by hand: no resource objects, no model")]
    public ReadOnlyMemory<byte> LeasedInsteadOfMessageAsync() => DirectLeasedAsync();

    [Benchmark(Baseline = true), BenchmarkCategory("message writer, no validation")]
    [Row("ODATA-async-message-writer-no-validation", Role.Before), OutputNotCompared(EscapesOtherwise)]
    public long MessageUnchecked() => Write(stream => _unchecked.Write(stream, Page)).Length;

    [Benchmark, BenchmarkCategory("message writer, no validation")]
    [Row("ODATA-async-message-writer-no-validation", Role.Published), OutputNotCompared(EscapesOtherwise)]
    public ReadOnlyMemory<byte> MessageUncheckedAsync() => Finish(_unchecked.WriteAsync(Empty(), Page));

    [Benchmark, BenchmarkCategory("message writer, no validation"), Row("ODATA-async-message-writer-no-validation", Role.Ours)]
    public ReadOnlyMemory<byte> MessageUncheckedLeasedAsync() => Finish(WriteLeasedAsync(_leasedUnchecked, Empty()));

    [Benchmark(Baseline = true), BenchmarkCategory("message writer to UTF-16")]
    [Row("ODATA-async-message-writer-utf16", Role.Before), OutputNotCompared(EscapesOtherwise)]
    public long MessageUtf16() => Write(stream => _utf16.Write(stream, Page)).Length;

    [Benchmark, BenchmarkCategory("message writer to UTF-16")]
    [Row("ODATA-async-message-writer-utf16", Role.Published), OutputNotCompared(EscapesOtherwise)]
    public ReadOnlyMemory<byte> MessageUtf16Async() => Finish(_utf16.WriteAsync(Empty(), Page));

    [Benchmark, BenchmarkCategory("message writer to UTF-16"), Row("ODATA-async-message-writer-utf16", Role.Ours)]
    public ReadOnlyMemory<byte> MessageLeasedUtf16Async() => Finish(TranscodeAsync(utf16 => WriteLeasedAsync(_leased, utf16)));

    [Benchmark(Baseline = true), BenchmarkCategory("message writer, nothing written")]
    [Row("ODATA-async-message-writer-noop", Role.Before)]
    public long MessageNoOp() => Write(stream => _noOp.Write(stream, Page)).Length;

    [Benchmark, BenchmarkCategory("message writer, nothing written"), Row("ODATA-async-message-writer-noop", Role.Published)]
    public long MessageNoOpAsync() => Finish(_noOp.WriteAsync(Empty(), Page)).Length;

    [Benchmark, BenchmarkCategory("message writer, nothing written"), Row("ODATA-async-message-writer-noop", Role.Ours)]
    public long MessageNoOpLeasedAsync() => Finish(WriteLeasedAsync(_noOp, Empty())).Length;

    [Benchmark(Baseline = true), BenchmarkCategory("message writer, nothing written, no validation")]
    [Row("ODATA-async-message-writer-noop-no-validation", Role.Before)]
    public long MessageNoOpUnchecked() => Write(stream => _noOpUnchecked.Write(stream, Page)).Length;

    [Benchmark, BenchmarkCategory("message writer, nothing written, no validation")]
    [Row("ODATA-async-message-writer-noop-no-validation", Role.Published)]
    public long MessageNoOpUncheckedAsync() => Finish(_noOpUnchecked.WriteAsync(Empty(), Page)).Length;

    [Benchmark, BenchmarkCategory("message writer, nothing written, no validation")]
    [Row("ODATA-async-message-writer-noop-no-validation", Role.Ours)]
    public long MessageNoOpUncheckedLeasedAsync() => Finish(WriteLeasedAsync(_noOpUnchecked, Empty())).Length;

    [SmokeCheck(
        nameof(ODataDirect), nameof(ODataDirectAsync), nameof(ODataCloned), nameof(ODataClonedAsync), nameof(OData), nameof(ODataAsync),
        nameof(ResourcesLeasedAsync), nameof(ODataBuffered), nameof(ODataBufferedAsync), nameof(ODataUtf16), nameof(ODataUtf16Async),
        nameof(ResourcesLeasedUtf16Async), nameof(Message), nameof(MessageAsync), nameof(MessageLeasedAsync), nameof(MessageUnchecked),
        nameof(MessageUncheckedAsync), nameof(MessageUncheckedLeasedAsync), nameof(MessageUtf16), nameof(MessageUtf16Async),
        nameof(MessageLeasedUtf16Async))]
    public string CheckDocument() => Page.Verify(Written().Span);

    private ReadOnlyMemory<byte> WriteLeased(CustomerShape shape) =>
        Finish(CustomerExport.WriteLeasedAsync(Pool.RentAsyncWriter(Empty()), Page, shape));

    private async Task WriteNothingLeasedAsync()
    {
        await using PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(Empty());
        var resources = new ResourceJson<Utf8ODataWriter>(default);
        foreach (Customer customer in Page.Value)
        {
            resources.Write(customer);
            await lease.DrainIfNeededAsync().ConfigureAwait(false);
        }
    }

    private async Task WriteLeasedAsync(ODataMessage message, Stream stream)
    {
        await using PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(stream, s_unchecked); // OData's writer keeps the grammar itself
        _lease = lease;
        await message.WriteLeasedAsync(stream, Page, lease).ConfigureAwait(false);
    }

    private async Task TranscodeAsync(Func<Stream, Task> write)
    {
        Stream utf16 = CreateTranscoding(Empty());
        await using (utf16.ConfigureAwait(false))
            await write(utf16).ConfigureAwait(false);
    }
}
