using System.Reflection;
using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Filters;
using BenchmarkDotNet.Running;

namespace Pooling.Benchmarks;

/// <summary>The methods of one class, category and parameter set: contenders that do the same work.</summary>
internal sealed class BenchmarkGroup
{
    private BenchmarkGroup(string title, IReadOnlyList<BenchmarkCase> cases)
    {
        Title = title;
        Baseline = cases.FirstOrDefault(benchmark => benchmark.Descriptor.Baseline) ?? cases[0];
        Cases = [Baseline, .. cases.Where(benchmark => benchmark != Baseline)];
    }

    internal string Title { get; }

    /// <summary>The contenders, the baseline first.</summary>
    internal IReadOnlyList<BenchmarkCase> Cases { get; private init; }

    internal BenchmarkCase Baseline { get; }

    /// <summary>Finds the groups of an assembly, in the order of its classes' names.</summary>
    /// <param name="assembly">The benchmark assembly.</param>
    /// <param name="filters">Patterns of methods; none for all. A group that is hit keeps its baseline.</param>
    internal static IReadOnlyList<BenchmarkGroup> Find(Assembly assembly, IReadOnlyCollection<string> filters)
    {
        var filter = new GlobFilter(filters.Count == 0 ? ["*"] : [.. filters]);
        return
        [
            .. assembly.GetTypes()
                .Where(type => !type.IsAbstract && type.GetMethods().Any(method => method.IsDefined(typeof(BenchmarkAttribute))))
                .OrderBy(type => type.FullName, StringComparer.Ordinal)
                .SelectMany(type => BenchmarkConverter.TypeToBenchmarks(type, BenchmarkConfig.Instance).BenchmarksCases.GroupBy(TitleOf))
                .Select(group => new BenchmarkGroup(group.Key, [.. group]))
                .Where(group => group.Cases.Any(filter.Predicate))
                .Select(group => group.Select(filter)),
        ];
    }

    private static string TitleOf(BenchmarkCase benchmark)
    {
        IEnumerable<string> parts = [.. benchmark.Descriptor.Categories,
            .. benchmark.Parameters.Items.Select(item => $"{item.Name}={item.Value}")];
        return string.Join(", ", parts.Prepend(benchmark.Descriptor.Type.Name));
    }

    private BenchmarkGroup Select(GlobFilter filter) => new(Title, Cases)
    {
        Cases = [.. Cases.Where(benchmark => benchmark == Baseline || filter.Predicate(benchmark))],
    };
}
