namespace Pooling.Conventions;

/// <summary>Tests that every published figure is measured here, or that benchmarks/pending.json states why not yet.</summary>
public sealed class RowTests
{
    private const string UnmarkedMethod = """
        public class SomeBenchmarks
        {
            [Benchmark]
            [Row("some-row", Role.Before)]
            public long Marked() => 0;

            [Benchmark]
            public long Unmarked() => 1;
        }
        """;

    private static readonly IReadOnlyList<BenchmarkRow> s_table = BenchmarkRow.ReadTable();
    private static readonly IReadOnlyDictionary<string, string> s_pending = BenchmarkRow.ReadPending();
    private static readonly BenchmarkRoles s_roles = BenchmarkRoles.ReadAll();

    [Fact]
    public void Parse_OfBenchmarks_FindsRolesAndUnmarkedMethods()
    {
        BenchmarkRoles roles = BenchmarkRoles.Parse(UnmarkedMethod);

        Assert.Equal([new BenchmarkContender("SomeBenchmarks", "Marked", "some-row", "Before", null)], roles.Contenders);
        Assert.Equal(["public long Unmarked("], roles.MethodsWithoutRow);
    }

    [Fact]
    public void Row_Id_IsUnique() => Assert.Equal(s_table.Count, s_table.Select(row => row.Id).Distinct().Count());

    [Fact]
    public void Row_ThatIsNotPending_HasAllItsRoles()
    {
        IEnumerable<string> lacking =
            from row in s_table
            where !s_pending.ContainsKey(row.Id)
            from role in MissingRoles(row)
            select $"{row.Id} lacks {role}";

        Assert.Empty(lacking);
    }

    [Fact]
    public void PendingRow_IsInTheTableAndSaysWhy()
    {
        HashSet<string> known = [.. s_table.Select(row => row.Id)];

        Assert.All(s_pending, row =>
        {
            Assert.Contains(row.Key, known);
            Assert.False(string.IsNullOrWhiteSpace(row.Value), $"{row.Key} says no reason.");
        });
    }

    [Fact]
    public void PendingRow_LacksARole() => Assert.DoesNotContain(s_table, row => s_pending.ContainsKey(row.Id) && !MissingRoles(row).Any());

    [Fact]
    public void Benchmark_NamesRowsOfTheTableOnly() =>
        Assert.DoesNotContain(s_roles.Contenders, contender => !s_table.Any(row => contender.Names(row.Id)));

    [Fact]
    public void BenchmarkMethod_NamesARow() => Assert.Empty(s_roles.MethodsWithoutRow);

    private static IEnumerable<string> MissingRoles(BenchmarkRow row) =>
        row.Roles.Except(s_roles.Contenders.Where(contender => contender.Names(row.Id)).Select(contender => contender.Role));
}
