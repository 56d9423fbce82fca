namespace Pooling.Tour.Comparisons;

public class QuartilesTests
{
    [Fact]
    public void Of_OneValue_IsThatValue() => Assert.Equal(new Quartiles(3, 3, 3), Quartiles.Of([3]));

    [Fact]
    public void Of_FiveValuesInAnyOrder_AreTheMiddleOnes() => Assert.Equal(new Quartiles(2, 3, 4), Quartiles.Of([5, 1, 4, 2, 3]));

    [Fact]
    public void Of_EvenCount_LiesBetween() => Assert.Equal(2.5, Quartiles.Of([1, 2, 3, 4]).Median);

    [Fact]
    public void Of_OneOutlier_DoesNotMoveTheMedian() => Assert.Equal(2, Quartiles.Of([1, 2, 1_000_000]).Median);
}
