using System.Globalization;
using System.Text;

namespace Pooling.Conventions;

/// <summary>Writes docs/generated/losses.md: what is slower than the fastest alternative, or allocates more.</summary>
internal static class LossesPage
{
    /// <summary>Returns the page.</summary>
    internal static string Create(IReadOnlyCollection<FigureTable> tables)
    {
        Loss[] losses = [.. tables.SelectMany(Losses)];
        int contenders = tables.Sum(static table => table.Alternatives.Any() ? table.Ours.Count() : 0);
        var page = new StringBuilder();
        page.Append($"""
            # Where it loses

            This page is generated from [the figures](figures.md); nothing on it is chosen by hand. It lists every contender of
            this library that takes at least 5 % more time than the fastest other contender of its table, on any processor that
            measured both, or allocates more bytes: {losses.Length} of {contenders}.

            Many of them do more than what they lose to: the roles in the figures say what.
            [When not to pool](../when-not-to-pool.md) says what to use instead. Reservoir and Disruptor, whose packages
            not every feed has, were not measured; [Benchmarks](../../benchmarks/README.md#peers) says how to.

            """.ReplaceLineEndings("\n"));
        foreach (IGrouping<string, Loss> area in losses.GroupBy(static loss => loss.Table.Area))
        {
            page.Append(CultureInfo.InvariantCulture, $"\n## {area.Key}\n\n");
            page.Append("| shape | ours | fastest other | time | allocated |\n|---|---|---|---|---|\n");
            foreach (Loss loss in area.OrderByDescending(static loss => loss.Table.Ratio(loss.Ours, loss.Other)))
                page.Append(loss.Line).Append('\n');
        }

        return page.ToString();
    }

    private static IEnumerable<Loss> Losses(FigureTable table)
    {
        if (table.FastestAlternative is not { } fastest)
            yield break;

        foreach (Figure ours in table.Ours)
        {
            if (table.Ratios(ours, fastest).Max() >= FigureTable.Noise || ours.Bytes > fastest.Bytes)
                yield return new Loss(table, ours, fastest);
        }
    }

    private sealed record Loss(FigureTable Table, Figure Ours, Figure Other)
    {
        internal string Line => $"| {Table.Heading} | {Ours.Description} | {Other.Description} "
            + $"| [{Table.Speed(Ours, Other)}](figures.md#{Table.Anchor} \"{Ours.Name}, {Other.Name}\") "
            + $"| {Ours.Allocated}, other {Other.Allocated} |";
    }
}
