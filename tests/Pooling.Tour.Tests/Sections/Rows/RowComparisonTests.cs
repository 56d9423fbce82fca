using Pooling.Tour.Comparisons;

namespace Pooling.Tour.Sections.Rows;

public class RowComparisonTests
{
    private static readonly RowComparison s_comparison = new(
        "Group", "a comparison", "What it does.", "packet", ("Plain", "new"), ("Ring", "a ring"))
    {
        Published = "GC-009",
    };

    [Fact]
    public void ResultOf_Figures_HasNamesSidesAndRatiosOfEachRound()
    {
        ComparisonResult result = Result();

        Assert.Equal([("new", Side.Without), ("a ring", Side.Pooled)], result.Rows.Select(row => (row.Name, row.Side)));
        Assert.Equal([100.0, 25.0], result.Rows.Select(row => row.Time.Median));
        Assert.Equal(new Quartiles(0.25, 0.25, 0.25), result.Rows[1].Ratio);
        Assert.Equal(new Quartiles(4, 4, 4), result.Ratio(result.Rows[0], result.Rows[1]));
        Assert.Equal((3, 1000), (result.Rounds, result.Operations));
    }

    [Fact]
    public void ResultOf_Collections_AreThoseForTheOperationsOfTheFirst()
    {
        ComparisonResult result = Result();

        Assert.Equal((9, 2, 1), (result.Rows[0].Gen0, result.Rows[0].Gen1, result.Rows[0].Gen2));
        Assert.Equal((2, 1, 0), (result.Rows[1].Gen0, result.Rows[1].Gen1, result.Rows[1].Gen2));
    }

    [Fact]
    public void ResultOf_PublishedRow_HasItsRatiosAgainstTheFirst() => Assert.Equal(
        [new Published("GC-009: Enqueue and dequeue 20 packets, with a predicate on the first", "new", 0.88, 0)], Result().Published);

    private static ComparisonResult Result() => s_comparison.ResultOf(MeasuredMethod.Parse("""
        {"results": [
          {"method": "Some.Benchmarks.Plain", "rows": [{"role": "Before"}], "times": [100, 80, 120], "bytesAllocated": [104, 104, 104],
           "operations": 1000, "collections": [9, 2, 1]},
          {"method": "Some.Benchmarks.Ring", "rows": [{"role": "Ours"}], "times": [25, 20, 30], "bytesAllocated": [0, 0, 0],
           "operations": 4000, "collections": [8, 4, 0]}]}
        """));
}
