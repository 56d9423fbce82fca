using BenchmarkDotNet.Filters;

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

    /// <summary>Gets the contenders, with the baseline first.</summary>
    internal IReadOnlyList<BenchmarkCase> Cases { get; private init; }

    internal BenchmarkCase Baseline { get; }

    /// <summary>Gets the number of threads in its parameters; 1 if there is none.</summary>
    internal int Threads => Baseline.Parameters.Items
        .Where(item => item.Name.EndsWith("Threads", StringComparison.Ordinal)).Select(item => item.Value as int? ?? 1).Append(1).Max();

    /// <summary>Gets whether one of its rows is in the table of docs/README.md.</summary>
    internal bool IsHeadline => Cases
        .SelectMany(benchmark => benchmark.Descriptor.WorkloadMethod.GetCustomAttributes<RowAttribute>())
        .SelectMany(row => RowTable.Find(row.Id, Title))
        .Any(row => row.IsHeadline);

    /// <summary>Finds the groups of an assembly, in the order of its classes' names.</summary>
    /// <param name="filters">The patterns of methods; none for all. A group with a match keeps its baseline.</param>
    internal static IReadOnlyList<BenchmarkGroup> Find(Assembly assembly, IReadOnlyCollection<string> filters)
    {
        var filter = new GlobFilter(filters.Count == 0 ? ["*"] : [.. filters]);
        return
        [
            .. assembly.GetTypes()
                .Where(type => !type.IsAbstract && type.GetMethods().Any(method => method.IsDefined(typeof(BenchmarkAttribute))))
                .OrderBy(type => type.FullName, StringComparer.Ordinal)
                .SelectMany(WithTypeArguments)
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
        return string.Join(", ", parts.Prepend(NameOf(benchmark.Descriptor.Type)));
    }

    /// <summary>Returns the name of a class, with its type arguments if it has any: <c>LeasePoolBenchmarks&lt;Item48&gt;</c>.</summary>
    internal static string NameOf(Type type) => type.IsGenericType
        ? $"{type.Name[..type.Name.IndexOf('`')]}<{string.Join(", ", type.GenericTypeArguments.Select(argument => argument.Name))}>"
        : type.Name;

    private static IEnumerable<Type> WithTypeArguments(Type type) => !type.IsGenericTypeDefinition ? [type]
        : type.GetCustomAttributes<GenericTypeArgumentsAttribute>()
            .Select(attribute => type.MakeGenericType(attribute.GenericTypeArguments));

    private BenchmarkGroup Select(GlobFilter filter) => new(Title, Cases)
    {
        Cases = [.. Cases.Where(benchmark => benchmark == Baseline || filter.Predicate(benchmark))],
    };
}
