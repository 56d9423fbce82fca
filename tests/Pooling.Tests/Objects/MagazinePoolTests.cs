using Microsoft.Extensions.ObjectPool;
using Pooling.Doubles;

namespace Pooling.Objects;

public sealed partial class MagazinePoolTests
{
    [Fact]
    public void Constructor_NullPolicy_Throws() =>
        Assert.Equal("policy", Assert.Throws<ArgumentNullException>(() => new MagazinePool<TrackedItem>(null!)).ParamName);

    [Fact]
    public void Get_OfEmptyPool_CreatesAnItem()
    {
        var policy = new TrackedItemPolicy();
        using var pool = new MagazinePool<TrackedItem>(policy);

        Assert.Same(pool.Get(), Assert.Single(policy.Items));
    }

    [Fact]
    public void Get_AfterReturn_GivesTheSameItem()
    {
        using var pool = new MagazinePool<TrackedItem>(new TrackedItemPolicy());
        TrackedItem item = pool.Get();
        pool.Return(item);

        Assert.Same(item, pool.Get());
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(64)]
    [InlineData(65)]
    [InlineData(129)]
    [InlineData(130)]
    [InlineData(1000)]
    public void Get_ManyHeldAtOnce_GivesDistinctItemsAndAllOfThemAgain(int held)
    {
        var policy = new TrackedItemPolicy();
        using var pool = new MagazinePool<TrackedItem>(policy);
        for (int round = 0; round < 5; round++)
        {
            var items = new List<TrackedItem>();
            for (int i = 0; i < held; i++)
                items.Add(pool.Get().Take());

            foreach (TrackedItem item in items)
                pool.Return(item.Give());
        }

        Assert.Equal(held, policy.Items.Count);
    }

    [Fact]
    public void Get_PolicyCreatesNull_ThrowsAndCountsNothing()
    {
        using MagazinePool<TrackedItem> pool = MagazinePool.Create<TrackedItem>(static () => null!);

        Assert.Throws<InvalidOperationException>(() => pool.Get());
        Assert.Equal(default, pool.GetStatistics());
    }

    [Fact]
    public void Return_Null_Throws()
    {
        using var pool = new MagazinePool<TrackedItem>(new TrackedItemPolicy());

        Assert.Equal("obj", Assert.Throws<ArgumentNullException>(() => pool.Return(null!)).ParamName);
    }

    [Fact]
    public void Return_Always_ResetsOnce()
    {
        using var pool = new MagazinePool<TrackedItem>(new TrackedItemPolicy());
        TrackedItem item = pool.Get();
        pool.Return(item);

        Assert.Equal(1, item.Resets);
    }

    [Fact]
    public void Return_PolicyRefuses_DisposesTheItemAndCreatesAnother()
    {
        var policy = new TrackedItemPolicy { Accept = static _ => false };
        using var pool = new MagazinePool<TrackedItem>(policy);
        TrackedItem refused = pool.Get();
        pool.Return(refused);

        Assert.Equal(1, refused.Disposals);
        Assert.NotSame(refused, pool.Get());
    }

    [Fact]
    public void Pool_UsedAsObjectPool_RentsAndReturns()
    {
        using MagazinePool<TrackedItem> pool = MagazinePool.Create<TrackedItem>();
        ObjectPool<TrackedItem> general = pool;
        TrackedItem item = general.Get();
        general.Return(item);

        Assert.Same(item, general.Get());
    }

    [Fact]
    public void Create_ResettableItems_ResetsThem()
    {
        using MagazinePool<ResettableItem> pool = MagazinePool.Create<ResettableItem>();
        ResettableItem item = pool.Get();
        pool.Return(item);

        Assert.Equal(1, item.Resets);
    }

    [Fact]
    public void Create_ResettableItemThatRefuses_IsNotRentedAgain()
    {
        using MagazinePool<ResettableItem> pool = MagazinePool.Create<ResettableItem>();
        ResettableItem item = pool.Get();
        item.Accepts = false;
        pool.Return(item);

        Assert.NotSame(item, pool.Get());
    }

    [Fact]
    public void Create_DerivedItemIsResettable_ResetsIt()
    {
        var derived = new ResettableItem();
        using MagazinePool<object> pool = MagazinePool.Create<object>(() => derived);
        pool.Return(pool.Get());

        Assert.Equal(1, derived.Resets);
    }

    [Fact]
    public void Create_WithDelegates_UsesThem()
    {
        int created = 0;
        int reset = 0;
        using MagazinePool<TrackedItem> pool = MagazinePool.Create(
            () => { created++; return new TrackedItem(); },
            _ => { reset++; return true; });
        pool.Return(pool.Get());
        pool.Return(pool.Get());

        Assert.Equal((1, 2), (created, reset));
    }

    [Fact]
    public void Create_NullDelegates_Throws()
    {
        Assert.Throws<ArgumentNullException>(() => MagazinePool.Create<TrackedItem>((Func<TrackedItem>)null!));
        Assert.Throws<ArgumentNullException>(() => MagazinePool.Create<TrackedItem>(null!, static _ => true));
        Assert.Throws<ArgumentNullException>(() => MagazinePool.Create(static () => new TrackedItem(), (Func<TrackedItem, bool>)null!));
    }

    private sealed class ResettableItem : IResettable
    {
        internal bool Accepts { get; set; } = true;

        internal int Resets { get; private set; }

        public bool TryReset()
        {
            Resets++;
            return Accepts;
        }
    }
}
