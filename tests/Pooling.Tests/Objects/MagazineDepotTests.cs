namespace Pooling.Objects;

public sealed class MagazineDepotTests
{
    private const int Size = 8;

    private readonly MagazineDepot _depot = new(new MagazineLimits(Size, maxItems: 1000));

    [Fact]
    public void TrimTo_SomeTakenAndBroughtBackSinceTheLast_LetsGoJustTheOthers()
    {
        for (int i = 0; i < 10; i++)
            Add();

        Assert.Equal(0, Trim()); // nothing has lain here through a whole interval yet
        Magazine[] taken = [.. Enumerable.Range(0, 3).Select(_ => _depot.TakeStocked()!)];
        foreach (Magazine magazine in taken)
            Assert.True(_depot.TryAdd(magazine));

        Assert.Equal(7 * Size, Trim());
        Assert.Equal(3 * Size, Trim());
        Assert.Equal(0, _depot.GetStatistics().Retained);
    }

    [Fact]
    public void TrimTo_SingleItemsTakenSinceTheLast_KeepsAsManyAsWereNeeded()
    {
        Add();
        Add();
        Trim();
        object first = _depot.TakeOne()!;
        object second = _depot.TakeOne()!;
        Assert.True(_depot.TryAddOne(first) && _depot.TryAddOne(second));

        Assert.Equal(Size, Trim()); // a magazine goes as a whole: of the 14 idle items these 8
        Assert.Equal(Size, _depot.GetStatistics().Retained);
    }

    private void Add()
    {
        Magazine magazine = _depot.TakeSpare();
        while (!magazine.IsFull)
            magazine.Push(new object());

        Assert.True(_depot.TryAdd(magazine));
    }

    private int Trim()
    {
        var dropped = new List<object>();
        _depot.TrimTo(dropped);
        return dropped.Count;
    }
}
