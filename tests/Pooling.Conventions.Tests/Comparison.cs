namespace Pooling.Conventions;

/// <summary>A contender of ours and another one of a table of docs/generated/figures.md, with their attributes from the source.</summary>
/// <param name="Table">The table.</param>
/// <param name="Ours">The contender of ours.</param>
/// <param name="Theirs">The other one.</param>
internal sealed record Comparison(FigureTable Table, BenchmarkContender Ours, BenchmarkContender Theirs)
{
    private const string OursRole = "Ours";

    /// <summary>Gets the time of ours divided by that of the other one, on the processor on which it is highest.</summary>
    internal double Ratio => Table.Ratios(Table.Find(Ours.Method)!, Table.Find(Theirs.Method)!).Max();

    /// <summary>Gets the text for a page.</summary>
    internal string Text => Table.Speed(Table.Find(Ours.Method)!, Table.Find(Theirs.Method)!);

    /// <summary>Returns the comparison of a link; null if it does not name two contenders, if the first is not ours, or if the second
    /// is.</summary>
    internal static Comparison? Find(FigureLink link, IReadOnlyDictionary<string, FigureTable> tables, BenchmarkRoles roles)
    {
        if (!tables.TryGetValue(link.Anchor, out FigureTable? table))
            return null;

        BenchmarkContender[] contenders = [.. Of(table, roles)];
        return Array.Find(contenders, contender => contender.Method == link.Ours && contender.Role == OursRole) is { } ours
            && Array.Find(contenders, contender => contender.Method == link.Theirs && contender.Role != OursRole) is { } theirs
            ? new Comparison(table, ours, theirs)
            : null;
    }

    /// <summary>Returns the same comparison in another table: the same contender of ours with the same duties, and the same peer.</summary>
    internal static IEnumerable<Comparison> FindAll(FigureTable table, Comparison example, BenchmarkRoles roles)
    {
        BenchmarkContender[] contenders = [.. Of(table, roles)];
        return
            from ours in contenders
            where ours.Role == OursRole && IsLike(ours, example.Ours)
            from theirs in contenders
            where theirs.Role != OursRole && IsLike(theirs, example.Theirs)
            select new Comparison(table, ours, theirs);
    }

    private static IEnumerable<BenchmarkContender> Of(FigureTable table, BenchmarkRoles roles) =>
        roles.Of(table.Class).Where(contender => table.Find(contender.Method) is not null);

    private static bool IsLike(BenchmarkContender one, BenchmarkContender other) =>
        one.Peer == other.Peer && one.Duties.SequenceEqual(other.Duties);
}
