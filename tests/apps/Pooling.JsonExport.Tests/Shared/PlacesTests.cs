using System.Net;

namespace Pooling.Samples;

public sealed class PlacesTests
{
    private static readonly IPAddress s_first = IPAddress.Parse("10.0.0.1");
    private static readonly IPAddress s_second = IPAddress.Parse("10.0.0.2");
    private static readonly IPAddress s_third = IPAddress.Parse("10.0.0.3");

    private readonly Places<string> _places = new(limit: 4, perAddress: 3);

    [Fact]
    public void TryTake_MoreThanAnAddressMayHave_IsRefused()
    {
        Fill(s_first, "a", "b", "c");

        Assert.False(_places.TryTake(s_first, "d", out string? givenUp));
        Assert.Null(givenUp);
        Assert.Equal((3, 3), (_places.Count, _places.CountOf(s_first)));
    }

    [Fact]
    public void TryTake_WhenFull_TakesTheOldestOfTheAddressThatHasMost()
    {
        Fill(s_first, "a", "b", "c");
        Fill(s_second, "d");

        Assert.True(_places.TryTake(s_third, "e", out string? givenUp));
        Assert.Equal("a", givenUp);
        Assert.Equal((2, 1, 1), (_places.CountOf(s_first), _places.CountOf(s_second), _places.CountOf(s_third)));
    }

    [Fact]
    public void TryTake_WhenFullAndNoneHasMore_IsRefused()
    {
        Fill(s_first, "a", "b");
        Fill(s_second, "c", "d");

        Assert.False(_places.TryTake(s_first, "e", out _));
        Assert.True(_places.TryTake(s_third, "f", out _));
        Assert.False(_places.TryTake(s_third, "g", out string? givenUp)); // the address would then have as many as the other has now
        Assert.Null(givenUp);
        Assert.Equal(4, _places.Count);
    }

    [Fact]
    public void Give_OfWhatWasGivenUp_ChangesNothing()
    {
        Fill(s_first, "a", "b", "c");
        Fill(s_second, "d");
        _places.TryTake(s_third, "e", out string? givenUp);

        Assert.False(_places.Give(s_first, givenUp!));
        Assert.Equal(4, _places.Count);
        Assert.True(_places.Give(s_first, "b"));
        Assert.False(_places.Give(s_first, "b"));
        Assert.True(_places.Give(s_second, "d"));
        Assert.Equal((2, 0), (_places.Count, _places.CountOf(s_second)));
    }

    [Fact]
    public void TryTake_AddressesWithoutEnd_EachGetsAPlaceWhileAnotherHasTwo()
    {
        var places = new Places<object>(limit: 30, perAddress: 10);
        for (int i = 0; i < 30; i++)
            Assert.True(places.TryTake(new IPAddress([10, 0, 0, (byte)(i % 3)]), new object(), out _));

        int taken = 0;
        for (byte i = 0; i < 100; i++)
            taken += places.TryTake(new IPAddress([10, 0, 1, i]), new object(), out _) ? 1 : 0;

        Assert.Equal(27, taken);
        Assert.Equal(30, places.Count);
    }

    [Fact]
    public void TryTake_WithoutAnyPlace_IsRefused() => Assert.False(new Places<string>(0, 1).TryTake(s_first, "a", out _));

    [Fact]
    public void KeyOf_OneNetworkOfIPv6_IsOneAddress()
    {
        IPAddress first = Places.KeyOf(IPAddress.Parse("2001:db8:1:2::1"));

        Assert.Equal(first, Places.KeyOf(IPAddress.Parse("2001:db8:1:2:ffff::7")));
        Assert.NotEqual(first, Places.KeyOf(IPAddress.Parse("2001:db8:1:3::1")));
        Assert.Equal(s_first, Places.KeyOf(s_first.MapToIPv6()));
    }

    private void Fill(IPAddress address, params string[] holders)
    {
        foreach (string holder in holders)
            Assert.True(_places.TryTake(address, holder, out _));
    }
}
