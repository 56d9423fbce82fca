namespace Pooling.Objects;

public sealed class MagazinePoolTests
{
    [Fact]
    public void Get_AfterReturn_GivesTheSameItem()
    {
        using MagazinePool<List<int>> pool = MagazinePool.Create<List<int>>();
        List<int> item = pool.Get();
        pool.Return(item);

        Assert.Same(item, pool.Get());
    }
}
