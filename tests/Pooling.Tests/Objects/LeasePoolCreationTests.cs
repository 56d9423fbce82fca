using System.Text;
using Microsoft.Extensions.ObjectPool;
using Pooling.Doubles;

namespace Pooling.Objects;

/// <summary>Tests the three forms of <see cref="LeasePool"/>, which equal those of <see cref="MagazinePool"/>.</summary>
public sealed class LeasePoolCreationTests
{
    [Fact]
    public void Create_OfAConstructor_ResetsWhatCanBeReset()
    {
        using LeasePool<ResettableItem> pool = LeasePool.Create<ResettableItem>();
        ResettableItem first = UseOnce(pool, static item => item.Uses = 7);

        Assert.Equal(0, first.Uses);
        Assert.Same(first, UseOnce(pool, static _ => { }));
    }

    [Fact]
    public void Create_OfADelegate_ResetsWhatCanBeResetAndDropsWhatRefuses()
    {
        int created = 0;
        using LeasePool<ResettableItem> pool = LeasePool.Create(() => new ResettableItem { Number = ++created });
        ResettableItem first = UseOnce(pool, static item => item.Refuses = true);
        ResettableItem second = UseOnce(pool, static item => item.Uses = 7);

        Assert.Equal((1, 2, 0), (first.Number, second.Number, second.Uses));
        Assert.Equal(1, pool.GetStatistics().TotalDropped);
    }

    [Fact]
    public void Create_OfATypeWithoutReset_KeepsItemsAsTheyAre()
    {
        using LeasePool<List<int>> pool = LeasePool.Create<List<int>>();
        List<int> first = UseOnce(pool, static list => list.Add(1));

        Assert.Same(first, UseOnce(pool, static list => Assert.Equal(1, Assert.Single(list))));
    }

    [Fact]
    public void Create_OfTwoDelegates_AsksTheSecond()
    {
        using LeasePool<StringBuilder> pool = LeasePool.Create(static () => new StringBuilder(),
            static text => text.Clear().Capacity < 100);
        StringBuilder kept = UseOnce(pool, static text => text.Append('x'));
        Assert.Equal(0, kept.Length);
        Assert.Same(kept, UseOnce(pool, static text => text.Append('x', 1000)));

        Assert.NotSame(kept, UseOnce(pool, static _ => { }));
    }

    [Fact]
    public void Create_WithOptionsAndClock_UsesThem()
    {
        using LeasePool<List<int>> pool = LeasePool.Create<List<int>>(new PoolOptions { Name = "lists", MaxRetained = 0 },
            TimeProvider.System);
        List<int> first = UseOnce(pool, static _ => { });

        Assert.Equal("lists", pool.Name);
        Assert.NotSame(first, UseOnce(pool, static _ => { }));
    }

    [Fact]
    public void Create_WithoutADelegate_Throws()
    {
        Assert.Throws<ArgumentNullException>("create", static () => LeasePool.Create((Func<TrackedItem>)null!));
        Assert.Throws<ArgumentNullException>("create", static () => LeasePool.Create((Func<TrackedItem>)null!, static _ => true));
        Assert.Throws<ArgumentNullException>("reset",
            static () => LeasePool.Create(static () => new TrackedItem(), (Func<TrackedItem, bool>)null!));
    }

    private static T UseOnce<T>(LeasePool<T> pool, Action<T> use) where T : class
    {
        using PooledLease<T> lease = pool.Rent();
        use(lease.Value);
        return lease.Value;
    }

    private sealed class ResettableItem : IResettable
    {
        public int Number { get; init; }

        public int Uses { get; set; }

        public bool Refuses { get; set; }

        public bool TryReset()
        {
            Uses = 0;
            return !Refuses;
        }
    }
}
