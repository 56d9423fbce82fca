using System.Buffers;

namespace Pooling.Encodeables;

/// <content>Tests arrays with a count, used by hand-written code.</content>
public sealed partial class EncodeablePoolTests
{
    [Fact]
    public void ReturnArray_OfTheHeldArray_ReturnsItAndForgetsIt()
    {
        Unshared[]? rented = null;
        Unshared[] array = EncodeablePool.RentArray(ref rented, 10);
        Assert.Same(array, rented);

        EncodeablePool.ReturnArray(ref rented, array);
        EncodeablePool.ReturnArray(ref rented, array);

        Assert.Null(rented);
        Assert.Same(array, ArrayPool<Unshared>.Shared.Rent(10));
        Assert.NotSame(array, ArrayPool<Unshared>.Shared.Rent(10));
    }

    [Fact]
    public void ReturnArray_OfAnotherArray_ReturnsNeither()
    {
        Unshared[]? rented = null;
        Unshared[] array = EncodeablePool.RentArray(ref rented, 10);
        Unshared[] other = new Unshared[array.Length];

        EncodeablePool.ReturnArray(ref rented, other);
        EncodeablePool.ReturnArray(ref rented, array); // too late: it was removed

        Assert.Null(rented);
        Unshared[] next = ArrayPool<Unshared>.Shared.Rent(10);
        Assert.NotSame(array, next);
        Assert.NotSame(other, next);
    }

    [Fact]
    public void RentArray_OfNoItems_RentsNothing()
    {
        Unshared[]? rented = [];

        Assert.Empty(EncodeablePool.RentArray(ref rented, 0));

        Assert.Null(rented);
    }

    [Theory]
    [InlineData(-1, 5)]
    [InlineData(6, 5)]
    [InlineData(int.MaxValue, PooledScope.DefaultMaxLength)]
    public void RentArray_OfAHostileLength_ThrowsAndForgetsNothing(int length, int maxLength)
    {
        Unshared[]? rented = null;
        Unshared[] array = EncodeablePool.RentArray(ref rented, 1);

        Assert.Equal("length",
            Assert.Throws<ArgumentOutOfRangeException>(() => EncodeablePool.RentArray(ref rented, length, maxLength)).ParamName);
        Assert.Same(array, rented);
        Assert.Throws<ArgumentOutOfRangeException>(() => EncodeablePool.RentArray<Unshared>(length, maxLength));
    }

    [Fact]
    public void TryReturn_OfAHandWrittenClass_ReturnsItsArrayAndTheItemsUpToTheCount()
    {
        using EncodeablePool<HandWrittenTable> tables = EncodeablePool.Create(static () => new HandWrittenTable());
        PooledRef<HandWrittenTable> rental = tables.Rent();
        Reading?[] items = rental.Value.Rent(3);
        items[0] = Reading.Pool.RentUnchecked();
        items[1] = Reading.Pool.RentUnchecked();
        Reading behind = items[2] = Reading.Pool.RentUnchecked();
        rental.Value.Count = 2;
        long inUse = Reading.Pool.GetStatistics().InUse;

        Assert.True(rental.TryReturn());

        Assert.Equal(inUse - 2, Reading.Pool.GetStatistics().InUse);
        Assert.True(Reading.Pool.TryReturn(behind));
        Assert.All(items, Assert.Null);
        Assert.Same(items, ArrayPool<Reading?>.Shared.Rent(3));
    }

    private readonly record struct Unshared(long Value);

    private sealed class HandWrittenTable : IPooledEncodeable
    {
        private EncodeableState _state;
        private Reading?[]? _rented;

        public Reading?[]? Items { get; private set; }

        public int Count { get; set; }

        ref EncodeableState IPooledEncodeable.PoolState => ref _state;

        internal Reading?[] Rent(int count)
        {
            Items = EncodeablePool.RentArray(ref _rented, count);
            Count = count;
            return Items;
        }

        void IPooledEncodeable.Reset()
        {
            EncodeablePool.ReturnArray(ref _rented, Items);
            Items = null;
            Count = 0;
        }

        void IPooledEncodeable.VisitNested(ref NestedVisitor nested) => nested.VisitItems<Reading>(Items!, Count);
    }
}
