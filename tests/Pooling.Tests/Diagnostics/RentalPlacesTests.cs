namespace Pooling.Diagnostics;

public sealed class RentalPlacesTests
{
    [Fact]
    public void Add_WithoutMemory_CanBeRepeated()
    {
        var places = new RentalPlaces();
        try
        {
            Allocations.Failing = static () => throw new OutOfMemoryException();
            Assert.Throws<OutOfMemoryException>(() => places.Add("pool", "stack", 10, TimeSpan.FromSeconds(1)));
        }
        finally
        {
            Allocations.Failing = null;
        }

        Assert.NotNull(places.Add("pool", "stack", 10, TimeSpan.FromSeconds(1)));
        RentalPlace place = Assert.Single(places.List());
        Assert.Equal((1, 10), (place.Count, place.Bytes));
    }
}
