using Pooling.Benchmarks.Json.OData;

namespace Pooling.Benchmarks.Json;

/// <summary>The export of 5,000 customers with OData's message writer, also awaited. Ours is the JSON writer inside it.</summary>
public class PooledUtf8JsonWriterMessageBenchmarks : CustomerBenchmarks
{
    private const string Instead = "a leased writer by hand: no resource objects, no model";

    private readonly ODataMessage _odata = new();
    private readonly ODataMessage _unchecked = new() { IsValidated = false };
    private readonly ODataMessage _utf16 = new() { Charset = "UTF-16" };
    private readonly ODataMessage _ours;
    private readonly ODataMessage _oursUnchecked;
    private Utf8JsonWriter? _json; // of the lease that is being filled; with none nothing is written

    public PooledUtf8JsonWriterMessageBenchmarks()
    {
        _ours = new ODataMessage { CreateJsonWriter = () => new Utf8ODataWriter(_json) };
        _oursUnchecked = new ODataMessage { CreateJsonWriter = () => new Utf8ODataWriter(_json), IsValidated = false };
    }

    [Benchmark(Baseline = true), BenchmarkCategory("UTF-8"), OutputNotCompared(Escapes)]
    [Row("ODATA-message-writer-noop", Role.Before), Row("ODATA-message-writer-no-validation", Role.Before)]
    [Row("ODATA-message-writer-buffered", Role.Before), Row("ODATA-async-message-writer", Role.Before)]
    public long Message() => Write(stream => _odata.Write(stream, Page)).Length;

    [Benchmark, BenchmarkCategory("UTF-8"), OutputNotCompared(WritesNothing), Row("ODATA-message-writer-noop", Role.Published)]
    public long MessageNoOp() => Write(stream => _ours.Write(stream, Page)).Length;

    [Benchmark, BenchmarkCategory("UTF-8"), OutputNotCompared(Escapes), Row("ODATA-message-writer-no-validation", Role.Published)]
    public long MessageUnchecked() => Write(stream => _unchecked.Write(stream, Page)).Length;

    [Benchmark, BenchmarkCategory("UTF-8"), OutputNotCompared(Escapes), Row("ODATA-message-writer-buffered", Role.Published)]
    public long MessageBuffered() => Write(stream => _odata.Write(CreateBuffered(stream), Page)).Length;

    [Benchmark, BenchmarkCategory("UTF-8"), OutputNotCompared(Escapes), Row("ODATA-async-message-writer", Role.Published)]
    public long MessageAsync() => Finish(_odata.WriteAsync(Empty(), Page)).Length;

    [Benchmark, BenchmarkCategory("UTF-8"), Row("ODATA-message-writer-noop", Role.Ours), Row("ODATA-message-writer-buffered", Role.Ours)]
    public ReadOnlyMemory<byte> MessageLeased() => Write(stream => WriteLeased(_ours, stream));

    [Benchmark, BenchmarkCategory("UTF-8"), Row("ODATA-message-writer-no-validation", Role.Ours)]
    public ReadOnlyMemory<byte> MessageUncheckedLeased() => Write(stream => WriteLeased(_oursUnchecked, stream));

    [Benchmark, BenchmarkCategory("UTF-8"), Row("ODATA-async-message-writer", Role.Ours)]
    public ReadOnlyMemory<byte> MessageLeasedAsync() => Finish(WriteLeasedAsync(_ours, Empty()));

    [Benchmark, BenchmarkCategory("UTF-8")]
    [Row("ODATA-message-writer-noop", Role.Advice, Instead), Row("ODATA-message-writer-no-validation", Role.Advice, Instead)]
    public ReadOnlyMemory<byte> LeasedInsteadOfMessage() => Write(stream => CustomerExport.WriteLeased(Pool, stream, Page));

    [Benchmark, BenchmarkCategory("UTF-8"), Row("ODATA-async-message-writer", Role.Advice, Instead)]
    public ReadOnlyMemory<byte> LeasedInsteadOfMessageAsync() =>
        Finish(CustomerExport.WriteLeasedAsync(Pool.RentAsyncWriter(Empty()), Page));

    [Benchmark(Baseline = true), BenchmarkCategory("no validation"), OutputNotCompared(Escapes)]
    [Row("ODATA-message-writer-noop-no-validation", Role.Before), Row("ODATA-async-message-writer-no-validation", Role.Before)]
    public long MessageUncheckedToo() => MessageUnchecked();

    [Benchmark, BenchmarkCategory("no validation"), OutputNotCompared(WritesNothing)]
    [Row("ODATA-message-writer-noop-no-validation", Role.Published)]
    public long MessageNoOpUnchecked() => Write(stream => _oursUnchecked.Write(stream, Page)).Length;

    [Benchmark, BenchmarkCategory("no validation"), OutputNotCompared(Escapes)]
    [Row("ODATA-async-message-writer-no-validation", Role.Published)]
    public long MessageUncheckedAsync() => Finish(_unchecked.WriteAsync(Empty(), Page)).Length;

    [Benchmark, BenchmarkCategory("no validation"), Row("ODATA-message-writer-noop-no-validation", Role.Ours)]
    public ReadOnlyMemory<byte> MessageUncheckedLeasedToo() => MessageUncheckedLeased();

    [Benchmark, BenchmarkCategory("no validation"), Row("ODATA-async-message-writer-no-validation", Role.Ours)]
    public ReadOnlyMemory<byte> MessageUncheckedLeasedAsync() => Finish(WriteLeasedAsync(_oursUnchecked, Empty()));

    [Benchmark(Baseline = true), BenchmarkCategory("UTF-16"), OutputNotCompared(Escapes)]
    [Row("ODATA-message-writer-utf16", Role.Before), Row("ODATA-async-message-writer-utf16", Role.Before)]
    public long MessageUtf16() => Write(stream => _utf16.Write(stream, Page)).Length;

    [Benchmark, BenchmarkCategory("UTF-16"), OutputNotCompared(Escapes), Row("ODATA-message-writer-utf16", Role.Published)]
    public long MessageUtf8() => Message();

    [Benchmark, BenchmarkCategory("UTF-16"), OutputNotCompared(Escapes), Row("ODATA-async-message-writer-utf16", Role.Published)]
    public long MessageUtf16Async() => Finish(_utf16.WriteAsync(Empty(), Page)).Length;

    [Benchmark, BenchmarkCategory("UTF-16"), Row("ODATA-message-writer-utf16", Role.Ours)]
    public ReadOnlyMemory<byte> MessageLeasedUtf16() => Transcode(utf16 => WriteLeased(_ours, utf16));

    [Benchmark, BenchmarkCategory("UTF-16"), Row("ODATA-async-message-writer-utf16", Role.Ours)]
    public ReadOnlyMemory<byte> MessageLeasedUtf16Async() => Finish(TranscodeAsync(utf16 => WriteLeasedAsync(_ours, utf16)));

    [Benchmark(Baseline = true), BenchmarkCategory("nothing"), Row("ODATA-async-message-writer-noop", Role.Before)]
    public long NoOp() => MessageNoOp();

    [Benchmark, BenchmarkCategory("nothing"), Row("ODATA-async-message-writer-noop", Role.Published)]
    public long NoOpAsync() => Finish(_ours.WriteAsync(Empty(), Page)).Length;

    [Benchmark, BenchmarkCategory("nothing"), Row("ODATA-async-message-writer-noop", Role.Ours)]
    public long NoOpLeasedAsync() => Finish(WriteNothingLeasedAsync(_ours)).Length;

    [Benchmark(Baseline = true), BenchmarkCategory("nothing, no validation")]
    [Row("ODATA-async-message-writer-noop-no-validation", Role.Before)]
    public long NoOpUnchecked() => MessageNoOpUnchecked();

    [Benchmark, BenchmarkCategory("nothing, no validation"), Row("ODATA-async-message-writer-noop-no-validation", Role.Published)]
    public long NoOpUncheckedAsync() => Finish(_oursUnchecked.WriteAsync(Empty(), Page)).Length;

    [Benchmark, BenchmarkCategory("nothing, no validation"), Row("ODATA-async-message-writer-noop-no-validation", Role.Ours)]
    public long NoOpUncheckedLeasedAsync() => Finish(WriteNothingLeasedAsync(_oursUnchecked)).Length;

    [SmokeCheck(
        nameof(Message), nameof(MessageUnchecked), nameof(MessageBuffered), nameof(MessageAsync), nameof(MessageLeased),
        nameof(MessageUncheckedLeased), nameof(MessageUncheckedAsync), nameof(MessageUtf16), nameof(MessageUtf16Async),
        nameof(MessageLeasedUtf16))]
    public string CheckDocument() => Page.Verify(Written().Span);

    private void WriteLeased(ODataMessage message, Stream stream)
    {
        using PooledUtf8JsonWriter lease = Pool.Rent(stream, s_unchecked); // OData's writer keeps the grammar itself
        _json = lease.Writer;
        message.Write(stream, Page);
    }

    private async Task WriteLeasedAsync(ODataMessage message, Stream stream)
    {
        await using PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(stream, s_unchecked);
        _json = lease.Writer;
        await message.WriteLeasedAsync(stream, Page, lease).ConfigureAwait(false);
    }

    private async Task WriteNothingLeasedAsync(ODataMessage message)
    {
        await using PooledAsyncUtf8JsonWriter lease = Pool.RentAsyncWriter(Empty());
        await message.WriteLeasedAsync(Target, Page, lease).ConfigureAwait(false);
    }
}
