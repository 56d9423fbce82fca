using BenchmarkDotNet.Attributes;
using Microsoft.OData;
using Microsoft.OData.Json;
using Pooling.Benchmarks.Json.Forms;
using Pooling.Benchmarks.Json.OData;
using Pooling.Json;

namespace Pooling.Benchmarks.Json;

/// <summary>The export of 5,000 customers against OData's JSON writer by hand, and against its message writer.</summary>
/// <remarks>Ours stands in two places: as the JSON writer inside OData's message writer, and instead of it.</remarks>
public class PooledUtf8JsonWriterODataBenchmarks : CustomerBenchmarks
{
    private readonly ODataMessage _message = new();
    private readonly IServiceProvider _noOp = new ODataServices()
        .With<IJsonWriterFactory>(new JsonWriterFactory(static () => new NoOpJsonWriter()));
    private readonly ODataServices _leased;
    private PooledUtf8JsonWriter _lease; // of the message that is being written

    public PooledUtf8JsonWriterODataBenchmarks() =>
        _leased = new ODataServices().With<IJsonWriterFactory>(new JsonWriterFactory(() => new LeasedJsonWriter(_lease)));

    [Benchmark(Baseline = true)]
    [BenchmarkCategory("OData by hand")]
    [Row("ODATA-odata-direct", Role.Before)]
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
    [BenchmarkCategory("OData by hand")]
    [Row("ODATA-odata-direct", Role.Published)]
    public ReadOnlyMemory<byte> DirectArrayPool()
    {
        Target.SetLength(0);
        CustomerExport<PlainForm>.WriteOverArrayPool(Target, Page);
        return Written();
    }

    [Benchmark]
    [BenchmarkCategory("OData by hand")]
    [Row("ODATA-odata-direct", Role.Ours)]
    public ReadOnlyMemory<byte> DirectLeased()
    {
        Target.SetLength(0);
        CustomerExport<PlainForm>.WriteLeased(Pool, Target, Page);
        return Written();
    }

    [Benchmark(Baseline = true)]
    [BenchmarkCategory("message writer, ceiling")]
    [Row("ODATA-message-writer-noop", Role.Before)]
    [OutputNotCompared(CustomerDocument.EscapesOtherwise)]
    public long Message() => WriteMessage(ValidationKinds.All);

    [Benchmark]
    [BenchmarkCategory("message writer, ceiling")]
    [Row("ODATA-message-writer-noop", Role.Published)]
    [OutputNotCompared("it writes nothing")]
    public long MessageNoOp()
    {
        Target.SetLength(0);
        _message.Write(Target, Page, container: _noOp);
        return Target.Length;
    }

    [Benchmark]
    [BenchmarkCategory("message writer, ceiling")]
    [Row("ODATA-message-writer-noop", Role.Ours)]
    public ReadOnlyMemory<byte> MessageLeased() => WriteMessageLeased(ValidationKinds.All);

    [Benchmark]
    [BenchmarkCategory("message writer, ceiling")]
    [Row("ODATA-message-writer-noop", Role.Ours)]
    public ReadOnlyMemory<byte> LeasedInsteadOfMessage() => DirectLeased();

    [Benchmark(Baseline = true)]
    [BenchmarkCategory("message writer, no validation")]
    [Row("ODATA-message-writer-no-validation", Role.Before)]
    [OutputNotCompared(CustomerDocument.EscapesOtherwise)]
    public long MessageValidated() => WriteMessage(ValidationKinds.All);

    [Benchmark]
    [BenchmarkCategory("message writer, no validation")]
    [Row("ODATA-message-writer-no-validation", Role.Published)]
    [OutputNotCompared(CustomerDocument.EscapesOtherwise)]
    public long MessageUnchecked() => WriteMessage(ValidationKinds.None);

    [Benchmark]
    [BenchmarkCategory("message writer, no validation")]
    [Row("ODATA-message-writer-no-validation", Role.Ours)]
    public ReadOnlyMemory<byte> MessageUncheckedLeased() => WriteMessageLeased(ValidationKinds.None);

    [Benchmark]
    [BenchmarkCategory("message writer, no validation")]
    [Row("ODATA-message-writer-no-validation", Role.Ours)]
    public ReadOnlyMemory<byte> LeasedUncheckedInsteadOfMessage()
    {
        Target.SetLength(0);
        CustomerExport<PlainForm>.WriteLeased(Pool, Target, Page, s_unchecked);
        return Written();
    }

    [SmokeCheck(nameof(ODataDirect), nameof(Message), nameof(MessageValidated), nameof(MessageUnchecked))]
    public string CheckDocument() => CustomerDocument.Verify(Page, Written());

    private long WriteMessage(ValidationKinds validations)
    {
        Target.SetLength(0);
        _message.Write(Target, Page, validations);
        return Target.Length;
    }

    private ReadOnlyMemory<byte> WriteMessageLeased(ValidationKinds validations)
    {
        Target.SetLength(0);
        using (_lease = Pool.Rent(Target, s_unchecked)) // OData's writer keeps the grammar itself
            _message.Write(Target, Page, validations, _leased);

        return Written();
    }
}
