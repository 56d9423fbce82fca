namespace Pooling.GameServer.Connections;

public sealed class RateWindowTests
{
    [Fact]
    public void TryAdd_MoreThanASecondHasRoomFor_WaitsForTheNextSecond()
    {
        var window = default(RateWindow);
        Assert.True(window.TryAdd(5000, most: 2));
        Assert.True(window.TryAdd(5999, most: 2));
        Assert.False(window.TryAdd(5999, most: 2));

        Assert.True(window.TryAdd(6000, most: 2));
    }
}
