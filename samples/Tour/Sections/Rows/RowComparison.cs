using Pooling.Tour.Comparisons;

namespace Pooling.Tour.Sections.Rows;

/// <summary>A group of benchmarks as a comparison of the tour.</summary>
/// <param name="Group">The title of the group: the class and its parameters.</param>
/// <param name="Name">The heading.</param>
/// <param name="Detail">The description in a sentence or two.</param>
/// <param name="Unit">The name of one operation.</param>
/// <param name="Contenders">The methods to measure and their names in the tour. The first one is the baseline of the group.</param>
internal sealed record RowComparison(
    string Group, string Name, string Detail, string Unit, params IReadOnlyList<(string Method, string Name)> Contenders)
{
    /// <summary>The row of rows.json with published figures for the same work; <see langword="null"/> if there is none.</summary>
    public string? Published { get; init; }

    /// <summary>Creates the result from the figures of the methods, which start with the baseline.</summary>
    public ComparisonResult ResultOf(IReadOnlyList<MeasuredMethod> methods)
    {
        string[] names = [.. methods.Select(method => Contenders.Single(contender => contender.Method == method.Name).Name)];
        ComparisonRow[] rows =
        [
            .. methods.Select((method, i) => new ComparisonRow(
                names[i],
                method.IsPooled ? Side.Pooled : Side.Without,
                Quartiles.Of(method.Times),
                [.. methods.Select(other => Quartiles.Of(method.Times.Zip(other.Times, static (time, against) => time / against)))],
                Quartiles.Of(method.BytesAllocated).Median,
                Collections(method, 0),
                Collections(method, 1),
                Collections(method, 2))),
        ];
        return new ComparisonResult(
            Name, Detail, Unit, rows, [new Check($"all {rows.Length} returned the same", true)],
            Rounds: methods[0].Times.Length, methods[0].Operations)
        {
            Published = Published is null ? [] : [PublishedRows.Find(Published, names[0])],
        };

        // Each method runs for the same time. The collections are those for as many operations as the first one did.
        int Collections(MeasuredMethod method, int generation) =>
            (int)Math.Round(method.Collections[generation] * ((double)methods[0].Operations / method.Operations));
    }
}
