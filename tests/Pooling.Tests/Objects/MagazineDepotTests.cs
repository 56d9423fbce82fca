namespace Pooling.Objects;

public sealed class MagazineDepotTests
{
    private readonly MagazineDepot _depot = new(maxItems: 1000);

    [Fact]
    public void TrimTo_SomeTakenAndBroughtBackSinceTheLast_LetsGoJustTheOthers()
    {
        object[] items = [.. Enumerable.Range(0, 80).Select(static _ => new object())];
        Assert.Equal(80, _depot.Add<object>(items));

        Assert.Empty(Trim()); // nothing was idle for a whole interval yet
        var taken = new object[24];
        Assert.Equal(24, _depot.Take<object>(taken));
        Assert.Equal(items.Skip(56), taken);
        Assert.Equal(24, _depot.Add<object>(taken));

        Assert.Equal(items.Take(56), Trim()); // the oldest ones
        Assert.Equal(taken, Trim());
        Assert.Equal((0, 80), (_depot.Count, (int)_depot.Dropped.Trim));
    }

    [Fact]
    public void Add_MoreThanThereIsRoomFor_AddsTheFirst()
    {
        object[] items = [.. Enumerable.Range(0, 900).Select(static _ => new object())];
        Assert.Equal(300, _depot.ChargeParts(300));

        Assert.Equal(700, _depot.Add<object>(items));
        Assert.False(_depot.TryAdd(items[800]));
        Assert.Equal(0, _depot.ChargeParts(1));
        Assert.Same(items[699], _depot.TryTake());
        Assert.Equal(1, _depot.ChargeParts(5));
        Assert.Equal(0, _depot.Room);
    }

    [Fact]
    public void Add_AfterPartsWereLost_UsesTheirRoom()
    {
        var item = new object();
        _depot.ChargeParts(1000);
        _depot.LoseParts(1);
        Assert.True(_depot.TryAdd(item));
        _depot.LoseParts(2);
        Assert.Equal(2, _depot.Add<object>([item, item, item]));
        _depot.LoseParts(1);
        List<object>? dropped = null;
        _depot.Reserve(1, ref dropped);
        Assert.Null(dropped);
        Assert.Equal(1, _depot.Room);

        Assert.Equal((4, 4), ((int)_depot.Returned, (int)_depot.Dropped.Failed));
    }

    [Fact]
    public void TrimTo_AfterPartsWereLost_CountsThemAsDropped()
    {
        _depot.ChargeParts(1000);
        _depot.LoseParts(7);

        Assert.Empty(Trim());
        Assert.Equal((7, 7), (_depot.Room, (int)_depot.Dropped.Failed));
    }

    [Fact]
    public void Adopt_WithoutRoom_CountsAndListsTheItem()
    {
        List<object>? dropped = null;
        _depot.ChargeParts(999);
        object first = new();
        object second = new();
        _depot.Adopt(first, ref dropped);
        Assert.Null(dropped);
        _depot.Adopt(second, ref dropped);

        Assert.Same(second, Assert.Single(dropped!));
        Assert.Equal(1, _depot.Dropped.Limit);
    }

    private List<object> Trim()
    {
        var dropped = new List<object>();
        _depot.TrimTo(dropped);
        return dropped;
    }
}
