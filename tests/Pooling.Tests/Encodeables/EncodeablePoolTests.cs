using System.Diagnostics;
using Pooling.Buffers;
using Pooling.Objects;

namespace Pooling.Encodeables;

public sealed partial class EncodeablePoolTests : IDisposable
{
    private readonly EncodeablePool<TrackedEncodeable> _type = EncodeablePool.Create(static () => new TrackedEncodeable());

    public void Dispose() => _type.Dispose();

    [Fact]
    public void Of_NullCreate_Throws() =>
        Assert.Equal("create", Assert.Throws<ArgumentNullException>(() => EncodeablePool.Create<TrackedEncodeable>(null!)).ParamName);

    [Fact]
    public void Name_ByDefault_IsThatOfTheClass()
    {
        using EncodeablePool<TrackedEncodeable> named = EncodeablePool.Create(static () => new TrackedEncodeable(),
            options: new PoolOptions { Name = "mine" });

        Assert.Equal((nameof(TrackedEncodeable), "mine"), (_type.Name, named.Name));
    }

    [Fact]
    public void Attribute_OfARentedArray_NamesItsCount() => Assert.Equal("Used", new RentedArrayAttribute("Used").CountMember);

    [Fact]
    public void Create_AfterReturn_GivesTheSameItem()
    {
        TrackedEncodeable item = _type.RentUnchecked();
        _type.TryReturn(item);

        Assert.Same(item, ((EncodeablePool)_type).RentUnchecked());
    }

    [Fact]
    public void Create_WhileOthersAreHeld_GivesDifferentItems()
    {
        TrackedEncodeable[] items = [.. Enumerable.Range(0, 300).Select(_ => _type.RentUnchecked())];

        Assert.Equal(300, items.Distinct().Count());
    }

    [Fact]
    public void Create_PolicyCreatesNull_ThrowsAndStaysBalanced()
    {
        using EncodeablePool<TrackedEncodeable> type = EncodeablePool.Create<TrackedEncodeable>(static () => null!);

        Assert.Throws<InvalidOperationException>(() => type.RentUnchecked());
        Assert.Equal((0, 0), (type.GetStatistics().InUse, type.GetStatistics().TotalCreated));
    }

    [Fact]
    public void Create_PolicyCreatesADerivedItem_Throws()
    {
        using EncodeablePool<TrackedEncodeable> type =
            EncodeablePool.Create<TrackedEncodeable>(static () => new DerivedTrackedEncodeable());

        Assert.Contains(nameof(DerivedTrackedEncodeable), Assert.Throws<InvalidOperationException>(() => type.RentUnchecked()).Message);
        Assert.Equal(0, type.GetStatistics().InUse);
    }

    /// <summary>Checks that an object which a pool refuses when it is new is disposed of, unless it belongs to another
    /// pool.</summary>
    [Theory]
    [InlineData(false, 1)]
    [InlineData(true, 0)]
    public void Create_ItemThatIsRefused_IsDisposedUnlessItIsRented(bool isRented, int disposals)
    {
        using EncodeablePool<DerivedTrackedEncodeable> other =
            EncodeablePool.Create(static () => new DerivedTrackedEncodeable());
        TrackedEncodeable item = isRented ? other.RentUnchecked() : new DerivedTrackedEncodeable();
        using EncodeablePool<TrackedEncodeable> type = EncodeablePool.Create(() => item);

        Assert.Throws<InvalidOperationException>(() => type.RentUnchecked());
        Assert.Equal((disposals, 0), (item.Disposals, type.GetStatistics().InUse));
    }

    [Fact]
    public void Create_PolicyCreatesTheSameItemAgain_Throws()
    {
        var item = new TrackedEncodeable();
        using EncodeablePool<TrackedEncodeable> type = EncodeablePool.Create(() => item);
        type.RentUnchecked();

        Assert.Throws<InvalidOperationException>(() => type.RentUnchecked());
        Assert.Equal(1, type.GetStatistics().InUse);
    }

    [Fact]
    public void Create_KthCreationThrows_StaysBalanced()
    {
        for (int k = 1; k <= 5; k++)
        {
            int calls = 0;
            int failing = k;
            using EncodeablePool<TrackedEncodeable> type =
                EncodeablePool.Create(() => ++calls == failing ? throw new InjectedFaultException("Create") : new TrackedEncodeable());
            for (int i = 1; i < k; i++)
                type.RentUnchecked();

            Assert.Throws<InjectedFaultException>(() => type.RentUnchecked());
            Assert.NotNull(type.RentUnchecked());
            Assert.Equal((k, k), (type.GetStatistics().InUse, type.GetStatistics().TotalCreated));
        }
    }

    [Fact]
    public void Create_AfterDispose_Throws()
    {
        _type.Dispose();

        Assert.Throws<ObjectDisposedException>(() => _type.RentUnchecked());
        Assert.Throws<ObjectDisposedException>(() => _type.Rent());
    }

    [Fact]
    public void TryReturn_Null_Throws() => Assert.Throws<ArgumentNullException>(() => _type.TryReturn(null!));

    [Fact]
    public void TryReturn_Twice_ReturnsFalse()
    {
        TrackedEncodeable item = _type.RentUnchecked();

        Assert.True(_type.TryReturn(item));
        Assert.False(_type.TryReturn(item));
        Assert.Equal(1, item.Resets);
    }

    [Fact]
    public void TryReturn_ItemOfAScope_ReturnsFalse()
    {
        using PooledScope scope = PooledScope.Begin();

        Assert.False(_type.TryReturn(scope.Rent(_type)));
    }

    [Fact]
    public void TryReturn_ItemOfAnotherType_Throws()
    {
        using EncodeablePool<TrackedEncodeable> other = EncodeablePool.Create(static () => new TrackedEncodeable(),
            options: new PoolOptions { Name = "other" });
        TrackedEncodeable item = other.RentUnchecked();

        var exception = Assert.Throws<ArgumentException>(() => _type.TryReturn(item));
        Assert.StartsWith(
            "The item was rented from pool 'other', so it cannot be returned to 'TrackedEncodeable'.", exception.Message,
            StringComparison.Ordinal);
        Assert.Equal((0, 1), (item.Resets, other.GetStatistics().InUse));
    }

    [Fact]
    public void TryReturn_DerivedItem_Throws()
    {
        SignedReadingBatch item = SignedReadingBatch.Pool.RentUnchecked();

        Assert.Throws<ArgumentException>(() => ReadingBatch.Pool.TryReturn(item));
        Assert.True(SignedReadingBatch.Pool.TryReturn(item));
    }

    [Fact]
    public void TryReturn_ItemThatNoPoolMade_Throws() => Assert.StartsWith(
        "The item was not rented from a pool, so it cannot be returned to 'TrackedEncodeable'.",
        Assert.Throws<ArgumentException>("item", () => _type.TryReturn(new TrackedEncodeable())).Message, StringComparison.Ordinal);

    [Fact]
    public void TryReturn_MoreThanTheLimit_DropsTheRest()
    {
        using EncodeablePool<TrackedEncodeable> type = EncodeablePool.Create(static () => new TrackedEncodeable(),
            options: new PoolOptions { MaxRetained = 10, MaxRetainedPerThread = 4 });
        TrackedEncodeable[] items = [.. Enumerable.Range(0, 50).Select(_ => type.RentUnchecked())];
        foreach (TrackedEncodeable item in items)
            type.TryReturn(item);

        Assert.Equal(0, type.GetStatistics().InUse);
        Assert.Equal(14, type.GetStatistics().Retained);
        Assert.Equal(50 - type.GetStatistics().Retained, items.Sum(static item => item.Disposals));
    }

    [Theory]
    [InlineData(-1, 10)]
    [InlineData(11, 10)]
    [InlineData(int.MaxValue, PooledScope.DefaultMaxLength)]
    public void RentArray_HostileLength_IsRefused(int length, int maximum)
    {
        var exception = Assert.Throws<ArgumentOutOfRangeException>(() => EncodeablePool.RentArray<byte>(length, maximum));

        Assert.Equal(("length", length), (exception.ParamName, exception.ActualValue));
        Assert.Contains($"{maximum}", exception.Message);
    }

    [Fact]
    public void RentArray_UntilItsOwnerReturnsIt_CannotBeDisposed()
    {
        PooledArray<int> array = EncodeablePool.RentArray<int>(3);

        Assert.Throws<InvalidOperationException>(array.Dispose);
        Assert.Equal(3, array.Length);
    }

    [Fact]
    public void Trim_IdleItems_LetsThemGo()
    {
        TrackedEncodeable item = _type.RentUnchecked();
        _type.TryReturn(item);
        _type.Trim();

        Assert.Equal((0L, 1), (_type.GetStatistics().Retained, item.Disposals));
    }

    [Fact]
    public void Create_FortyThousandHeld_CostsAsMuchEachAsAThousand()
    {
        const int Few = 1_000;
        const int Many = 40_000;
        using EncodeablePool<TrackedEncodeable> type = EncodeablePool.Create(static () => new TrackedEncodeable(),
            options: new PoolOptions { MaxRetained = 2 * Many });
        RentAndReturn(type, Many);
        double few = Enumerable.Range(0, 10).Min(_ => RentAndReturn(type, Few)) / Few;

        // A scan would take 40 times as long in every attempt. On a busy machine it takes some attempts until the thread is not
        // interrupted.
        double many = double.MaxValue;
        for (int attempt = 0; attempt < 200 && many >= 15 * few; attempt++)
            many = Math.Min(many, RentAndReturn(type, Many) / Many);

        Assert.True(many < 15 * few, $"{many:F1} ticks each instead of {few:F1}.");
        Assert.Equal(0, type.GetStatistics().InUse);
    }

    private static double RentAndReturn(EncodeablePool<TrackedEncodeable> type, int count)
    {
        long start = Stopwatch.GetTimestamp();
        var rentals = new PooledRef<TrackedEncodeable>[count];
        for (int i = 0; i < count; i++)
            rentals[i] = type.Rent();

        foreach (PooledRef<TrackedEncodeable> rental in rentals)
            rental.TryReturn();

        return Stopwatch.GetTimestamp() - start;
    }
}
