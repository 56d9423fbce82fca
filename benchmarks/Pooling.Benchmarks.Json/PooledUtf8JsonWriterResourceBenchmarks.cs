using BenchmarkDotNet.Attributes;

namespace Pooling.Benchmarks.Json;

/// <summary>The export of 5,000 customers of which each becomes other objects first: resources of OData, or a copy.</summary>
/// <remarks>A leased writer changes little where objects are made; copies into rented objects are ours, too.</remarks>
public class PooledUtf8JsonWriterResourceBenchmarks : CustomerBenchmarks
{
    [Benchmark(Baseline = true), BenchmarkCategory("resources"), Row("ODATA-utf8-resources", Role.Before)]
    public ReadOnlyMemory<byte> Resources() => Write(stream => CustomerExport.WriteDirect(stream, Page, CustomerShape.Resources));

    [Benchmark, BenchmarkCategory("resources"), Row("ODATA-utf8-resources", Role.Published)]
    public ReadOnlyMemory<byte> ResourcesArrayPool() =>
        Write(stream => CustomerExport.WriteOverArrayPool(stream, Page, CustomerShape.Resources));

    [Benchmark, BenchmarkCategory("resources"), Row("ODATA-utf8-resources", Role.Ours)]
    public ReadOnlyMemory<byte> ResourcesLeased() =>
        Write(stream => CustomerExport.WriteLeased(Pool, stream, Page, CustomerShape.Resources));

    [Benchmark(Baseline = true), BenchmarkCategory("resources, no validation"), Row("ODATA-utf8-resources-no-validation", Role.Before)]
    public ReadOnlyMemory<byte> Unchecked() => Write(stream => CustomerExport.WriteDirect(stream, Page, CustomerShape.Resources, s_unchecked));

    [Benchmark, BenchmarkCategory("resources, no validation"), Row("ODATA-utf8-resources-no-validation", Role.Published)]
    public ReadOnlyMemory<byte> UncheckedArrayPool() =>
        Write(stream => CustomerExport.WriteOverArrayPool(stream, Page, CustomerShape.Resources, s_unchecked));

    [Benchmark, BenchmarkCategory("resources, no validation"), Row("ODATA-utf8-resources-no-validation", Role.Ours)]
    public ReadOnlyMemory<byte> UncheckedLeased() =>
        Write(stream => CustomerExport.WriteLeased(Pool, stream, Page, CustomerShape.Resources, s_unchecked));

    [Benchmark(Baseline = true), BenchmarkCategory("cloned"), Row("ODATA-resource-generation", Role.Before)]
    public ReadOnlyMemory<byte> Cloned() => Write(stream => CustomerExport.WriteDirect(stream, Page, CustomerShape.Cloned));

    [Benchmark, BenchmarkCategory("cloned"), Row("ODATA-resource-generation", Role.Published)]
    public ReadOnlyMemory<byte> ClonedArrayPool() =>
        Write(stream => CustomerExport.WriteOverArrayPool(stream, Page, CustomerShape.Cloned));

    [Benchmark, BenchmarkCategory("cloned"), Row("ODATA-resource-generation", Role.Ours)]
    public ReadOnlyMemory<byte> ClonedLeased() => Write(stream => CustomerExport.WriteLeased(Pool, stream, Page, CustomerShape.Cloned));

    [Benchmark, BenchmarkCategory("cloned"), Row("ODATA-resource-generation", Role.Ours)]
    public ReadOnlyMemory<byte> ClonedIntoRentedLeased() =>
        Write(stream => CustomerExport.WriteLeased(Pool, stream, Page, CustomerShape.ClonedIntoRented));
}
