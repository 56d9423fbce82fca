using System.Text.Json;
using BenchmarkDotNet.Attributes;
using Pooling.Benchmarks.Json.Forms;
using Pooling.Json;

namespace Pooling.Benchmarks.Json;

/// <summary>The export of 5,000 customers to a stream: encoding dominates, pooling buys memory.</summary>
/// <remarks>The published figures are of 5 exports to a file, told for each; these write one to memory that is there already.</remarks>
public partial class PooledUtf8JsonWriterBenchmarks
{
    private const int CustomersPerFlush = 66;

    private static readonly JsonWriterOptions s_unchecked = new() { SkipValidation = true };

    private readonly CustomerPage _page = CustomerPage.Create();
    private readonly Utf8JsonWriterPool _pool = new();
    private readonly MemoryStream _stream = new(4 * 1024 * 1024);

    [GlobalCleanup]
    public void Cleanup() => _pool.Dispose();

    [Benchmark(Baseline = true)]
    [BenchmarkCategory("serializer")]
    [Row("ODATA-serializer", Role.Before)]
    public ReadOnlyMemory<byte> Serializer()
    {
        _stream.SetLength(0);
        JsonSerializer.Serialize(_stream, _page);
        return Written();
    }

    [Benchmark]
    [BenchmarkCategory("serializer")]
    [Row("ODATA-serializer", Role.Published)]
    public ReadOnlyMemory<byte> SerializerArrayPool() => WriteOverArrayPool(default);

    [Benchmark]
    [BenchmarkCategory("serializer")]
    [Row("ODATA-serializer", Role.Ours)]
    public ReadOnlyMemory<byte> SerializerLeased() => WriteLeased(default);

    [Benchmark]
    [BenchmarkCategory("serializer")]
    [Row("ODATA-serializer", Role.Ours)]
    public ReadOnlyMemory<byte> SerializerThroughALease()
    {
        _stream.SetLength(0);
        // what a serializer writes is valid: no need to check it again
        using (PooledUtf8JsonWriter lease = _pool.Rent(_stream, s_unchecked))
            JsonSerializer.Serialize(lease.Writer, _page);

        return Written();
    }

    [Benchmark(Baseline = true)]
    [BenchmarkCategory("direct")]
    [Row("ODATA-utf8-direct", Role.Before)]
    public ReadOnlyMemory<byte> Direct() => WriteDirect(default);

    [Benchmark]
    [BenchmarkCategory("direct")]
    [Row("ODATA-utf8-direct", Role.Published)]
    public ReadOnlyMemory<byte> DirectArrayPool() => WriteOverArrayPool(default);

    [Benchmark]
    [BenchmarkCategory("direct")]
    [Row("ODATA-utf8-direct", Role.Ours)]
    public ReadOnlyMemory<byte> DirectLeased() => WriteLeased(default);

    [Benchmark(Baseline = true)]
    [BenchmarkCategory("direct, no validation")]
    [Row("ODATA-utf8-direct-no-validation", Role.Before)]
    public ReadOnlyMemory<byte> Unchecked() => WriteDirect(s_unchecked);

    [Benchmark]
    [BenchmarkCategory("direct, no validation")]
    [Row("ODATA-utf8-direct-no-validation", Role.Published)]
    public ReadOnlyMemory<byte> UncheckedArrayPoolWithValidation() => WriteOverArrayPool(default);

    [Benchmark]
    [BenchmarkCategory("direct, no validation")]
    [Row("ODATA-utf8-direct-no-validation", Role.Ours)]
    public ReadOnlyMemory<byte> UncheckedLeased() => WriteLeased(s_unchecked);

    private ReadOnlyMemory<byte> WriteDirect(JsonWriterOptions options)
    {
        _stream.SetLength(0);
        CustomerExport<PlainForm>.WriteDirect(_stream, _page, options);
        return Written();
    }

    private ReadOnlyMemory<byte> WriteOverArrayPool(JsonWriterOptions options)
    {
        _stream.SetLength(0);
        CustomerExport<PlainForm>.WriteOverArrayPool(_stream, _page, options);
        return Written();
    }

    private ReadOnlyMemory<byte> WriteLeased(JsonWriterOptions options)
    {
        _stream.SetLength(0);
        CustomerExport<PlainForm>.WriteLeased(_pool, _stream, _page, options);
        return Written();
    }

    private ReadOnlyMemory<byte> Written() => _stream.GetBuffer().AsMemory(0, (int)_stream.Length);
}
