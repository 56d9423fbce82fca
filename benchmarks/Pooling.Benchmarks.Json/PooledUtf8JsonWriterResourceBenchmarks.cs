using BenchmarkDotNet.Attributes;
using Microsoft.OData.Json;
using Pooling.Benchmarks.Json.Forms;
using Pooling.Benchmarks.Json.OData;

namespace Pooling.Benchmarks.Json;

/// <summary>The export of 5,000 customers of which each becomes another object first: a resource of OData, or a copy.</summary>
/// <remarks>Ours stands in two places: a leased writer under the same objects, and rented objects as well.</remarks>
public class PooledUtf8JsonWriterResourceBenchmarks : CustomerBenchmarks
{
    private const int BufferSize = 16 * 1024;

    [Benchmark(Baseline = true)]
    [BenchmarkCategory("resources")]
    [Row("ODATA-utf8-resources", Role.Before)]
    public ReadOnlyMemory<byte> Resources() => Write(stream => CustomerExport<ResourceForm>.WriteDirect(stream, Page));

    [Benchmark]
    [BenchmarkCategory("resources")]
    [Row("ODATA-utf8-resources", Role.Published)]
    public ReadOnlyMemory<byte> ResourcesArrayPool() => Write(stream => CustomerExport<ResourceForm>.WriteOverArrayPool(stream, Page));

    [Benchmark]
    [BenchmarkCategory("resources")]
    [Row("ODATA-utf8-resources", Role.Ours)]
    public ReadOnlyMemory<byte> ResourcesLeased() => Write(stream => CustomerExport<ResourceForm>.WriteLeased(Pool, stream, Page));

    [Benchmark]
    [BenchmarkCategory("resources")]
    [Row("ODATA-utf8-resources", Role.Ours)]
    public ReadOnlyMemory<byte> RentedResourcesLeased() =>
        Write(stream => CustomerExport<PooledResourceForm>.WriteLeased(Pool, stream, Page));

    [Benchmark(Baseline = true)]
    [BenchmarkCategory("resources, no validation")]
    [Row("ODATA-utf8-resources-no-validation", Role.Before)]
    public ReadOnlyMemory<byte> Unchecked() => Write(stream => CustomerExport<ResourceForm>.WriteDirect(stream, Page, s_unchecked));

    [Benchmark]
    [BenchmarkCategory("resources, no validation")]
    [Row("ODATA-utf8-resources-no-validation", Role.Published)]
    public ReadOnlyMemory<byte> UncheckedArrayPool() =>
        Write(stream => CustomerExport<ResourceForm>.WriteOverArrayPool(stream, Page, s_unchecked));

    [Benchmark]
    [BenchmarkCategory("resources, no validation")]
    [Row("ODATA-utf8-resources-no-validation", Role.Ours)]
    public ReadOnlyMemory<byte> UncheckedLeased() =>
        Write(stream => CustomerExport<ResourceForm>.WriteLeased(Pool, stream, Page, s_unchecked));

    [Benchmark]
    [BenchmarkCategory("resources, no validation")]
    [Row("ODATA-utf8-resources-no-validation", Role.Ours)]
    public ReadOnlyMemory<byte> UncheckedRentedLeased() =>
        Write(stream => CustomerExport<PooledResourceForm>.WriteLeased(Pool, stream, Page, s_unchecked));

    [Benchmark(Baseline = true)]
    [BenchmarkCategory("OData to UTF-8")]
    [Row("ODATA-odata-utf8-buffered", Role.Before)]
    [OutputNotCompared(CustomerDocument.EscapesOtherwise)]
    public long OData() => WriteOData(Target);

    [Benchmark]
    [BenchmarkCategory("OData to UTF-8")]
    [Row("ODATA-odata-utf8-buffered", Role.Published)]
    [OutputNotCompared(CustomerDocument.EscapesOtherwise)]
    public long ODataBuffered()
    {
        var buffered = new BufferedStream(Target, BufferSize);
        long length = WriteOData(buffered);
        buffered.Flush(); // and not disposed: that would close the stream
        return length;
    }

    [Benchmark]
    [BenchmarkCategory("OData to UTF-8")]
    [Row("ODATA-odata-utf8-buffered", Role.Ours)]
    public ReadOnlyMemory<byte> ResourcesLeasedInsteadOfOData() => ResourcesLeased();

    [Benchmark(Baseline = true)]
    [BenchmarkCategory("cloned")]
    [Row("ODATA-resource-generation", Role.Before)]
    public ReadOnlyMemory<byte> Cloned() => Write(stream => CustomerExport<CloneForm>.WriteDirect(stream, Page));

    [Benchmark]
    [BenchmarkCategory("cloned")]
    [Row("ODATA-resource-generation", Role.Published)]
    public ReadOnlyMemory<byte> ClonedArrayPool() => Write(stream => CustomerExport<CloneForm>.WriteOverArrayPool(stream, Page));

    [Benchmark]
    [BenchmarkCategory("cloned")]
    [Row("ODATA-resource-generation", Role.Ours)]
    public ReadOnlyMemory<byte> ClonedLeased() => Write(stream => CustomerExport<CloneForm>.WriteLeased(Pool, stream, Page));

    [Benchmark]
    [BenchmarkCategory("cloned")]
    [Row("ODATA-resource-generation", Role.Ours)]
    public ReadOnlyMemory<byte> ClonedIntoRentedLeased() =>
        Write(stream => CustomerExport<PooledCloneForm>.WriteLeased(Pool, stream, Page));

    [SmokeCheck(nameof(OData), nameof(ODataBuffered))]
    public string CheckDocument() => CustomerDocument.Verify(Page, Written());

    private long WriteOData(Stream stream)
    {
        Target.SetLength(0);
        using StreamWriter text = CreateText(stream);
        IJsonWriter writer = CreateOData(text);
        ODataJson.WriteStart(writer);
        foreach (Customer customer in Page.Value)
            ODataJson.Write(writer, CustomerResource.Create(customer));

        ODataJson.WriteEnd(writer);
        return Target.Length;
    }
}
