using System.Buffers;

namespace Pooling.Encodeables.Generated;

/// <content>Tests arrays with a count.</content>
public sealed partial class GeneratedEncodeableTests
{
    [Fact]
    public void Rent_OfAnArray_SetsTheArrayAndTheCount()
    {
        using PooledRef<Table> table = Table.Pool.Rent();

        Span<Sample> samples = table.Value.RentSamples(3);
        samples[2] = new Sample(7);

        Assert.Equal(3, samples.Length);
        Assert.Equal(3, table.Value.SampleCount);
        Assert.Equal(new Sample(7), table.Value.Samples![2]);
    }

    [Fact]
    public void Rent_OfNoItems_SetsAnEmptyArray()
    {
        PooledRef<Table> table = Table.Pool.Rent();
        table.Value.SampleCount = 5;

        Assert.True(table.Value.RentSamples(0).IsEmpty);

        Assert.Equal(0, table.Value.SampleCount);
        Assert.Empty(table.Value.Samples!);
        Assert.True(table.TryReturn());
    }

    [Theory]
    [InlineData(int.MaxValue, PooledScope.DefaultMaxLength)]
    [InlineData(PooledScope.DefaultMaxLength + 1, PooledScope.DefaultMaxLength)]
    [InlineData(4, 3)]
    [InlineData(-1, 3)]
    [InlineData(int.MinValue, int.MaxValue)]
    public void Rent_OfAHostileLength_IsRefusedBeforeAnythingIsRented(int length, int maxLength)
    {
        using PooledRef<Table> table = Table.Pool.Rent();
        table.Value.RentSamples(2);
        Sample[] before = table.Value.Samples!;

        ArgumentOutOfRangeException refused = Assert.Throws<ArgumentOutOfRangeException>(() =>
        {
            table.Value.RentSamples(length, maxLength);
        });

        Assert.Equal("length", refused.ParamName);
        Assert.Equal(length, refused.ActualValue);
        Assert.Contains($"{maxLength}", refused.Message);
        Assert.Same(before, table.Value.Samples);
        Assert.Equal(2, table.Value.SampleCount);
    }

    [Fact]
    public void TryReturn_WithARentedArray_ReturnsItOnce()
    {
        PooledRef<Table> rental = Table.Pool.Rent();
        Table table = rental.Value;
        table.RentSamples(200);
        Sample[] array = table.Samples!;
        Assert.Equal(0, TimesInPool(array));

        Assert.True(rental.TryReturn());
        Assert.False(rental.TryReturn());

        Assert.Null(table.Samples);
        Assert.Equal(0, table.SampleCount);
        Assert.Equal(1, TimesInPool(array));
        Assert.True(Table.Pool.Rent().TryReturn()); // the same object, with nothing rented
        Assert.Equal(0, TimesInPool(array));
    }

    [Fact]
    public void TryReturn_LateByTheLastRenter_LeavesTheArrayOfTheNext()
    {
        PooledRef<Table> late = Table.Pool.Rent();
        late.Value.RentSamples(200);
        Assert.True(late.TryReturn());
        using PooledRef<Table> rental = Table.Pool.Rent();
        rental.Value.RentSamples(200);

        Assert.False(late.TryReturn());

        Assert.NotNull(rental.Value.Samples);
        Assert.Equal(0, TimesInPool(rental.Value.Samples));
    }

    [Fact]
    public void Dispose_ScopeWithARentedArray_ReturnsItOnce()
    {
        Sample[] array;
        byte[] signature;
        using (PooledScope scope = PooledScope.Begin())
        {
            SignedTable table = scope.Rent(SignedTable.Pool);
            table.RentSamples(200);
            table.RentSignature(2000);
            array = table.Samples!;
            signature = table.Signature!;
            scope.Dispose();
        }

        Assert.Equal(1, TimesInPool(array));
        Assert.Equal(1, TimesInPool(signature));
    }

    [Fact]
    public void Detach_WithARentedArray_TakesItAndItsItemsAlong()
    {
        PooledRef<Table> detached;
        using (PooledScope scope = PooledScope.Begin())
        {
            Table table = scope.Rent(Table.Pool);
            table.RentPoints(3)[2] = scope.Rent(Point.Pool);
            table.RentSlots(1)[0] = new Slot { Point = scope.Rent(Point.Pool) };
            table.RentSamples(200);
            detached = scope.Detach(table);
        }

        long inUse = InUse();
        Sample[] array = detached.Value.Samples!;
        Assert.Equal(0, TimesInPool(array));
        Assert.True(detached.TryReturn());
        Assert.Equal(1, TimesInPool(array));
        Assert.Equal(inUse - 3, InUse());
    }

    [Fact]
    public void TryReturn_ArrayOfReferences_IsClearedToItsEnd()
    {
        PooledRef<Table> rental = Table.Pool.Rent();
        string?[] names = rental.Value.UseNames(100);
        names[names.Length - 1] = "behind the count";

        Assert.True(rental.TryReturn());

        Assert.All(names, Assert.Null);
    }

    [Fact]
    public void Rent_ArrayThatOthersLeftFull_IsClearedFirst()
    {
        Point?[] left = ArrayPool<Point?>.Shared.Rent(100);
        using PooledRef<Point> others = Point.Pool.Rent();
        left.AsSpan().Fill(others.Value);
        ArrayPool<Point?>.Shared.Return(left);
        PooledRef<Table> rental = Table.Pool.Rent();

        rental.Value.RentPoints(100);
        Point?[] points = rental.Value.Points!;
        rental.Value.PointCount = points.Length;

        Assert.All(points, Assert.Null);
        Assert.True(rental.TryReturn());
        Assert.True(others.IsLive);
    }

    [Fact]
    public void TryReturn_ArrayOfSomebodyElse_IsNotReturned()
    {
        long inUse = InUse();
        PooledRef<Table> rental = Table.Pool.Rent();
        Point kept = Point.Pool.RentUnchecked();
        Point?[] foreign = [Point.Pool.RentUnchecked(), null, kept];
        Sample[] samples = new Sample[128];
        rental.Value.Points = foreign;
        rental.Value.PointCount = 2;
        rental.Value.Samples = samples;

        Assert.True(rental.TryReturn());

        Assert.Equal(inUse + 1, InUse()); // the elements after the count do not belong to the object
        Assert.Same(kept, foreign[2]);
        Assert.Equal(0, TimesInPool(samples));
        Assert.True(Point.Pool.TryReturn(kept));
    }

    [Fact]
    public void TryReturn_ArrayThatWasTakenOut_IsLeftToItsTaker()
    {
        PooledRef<Table> first = Table.Pool.Rent();
        PooledRef<Table> second = Table.Pool.Rent();
        first.Value.RentSamples(200);
        Sample[] array = first.Value.Samples!;
        second.Value.Samples = array;
        first.Value.Samples = null;

        Assert.True(first.TryReturn());
        Assert.True(second.TryReturn());

        Assert.Equal(0, TimesInPool(array));
    }

    [Fact]
    public void Rent_Again_LeavesTheFirstArrayToTheCollector()
    {
        PooledRef<Table> rental = Table.Pool.Rent();
        rental.Value.RentSamples(200);
        Sample[] first = rental.Value.Samples!;
        rental.Value.RentSamples(200);
        Sample[] second = rental.Value.Samples!;

        Assert.True(rental.TryReturn());

        Assert.NotSame(first, second);
        Assert.Equal((0, 1), CountInPool(first, second));
    }

    [Theory]
    [InlineData(int.MinValue, 2)]
    [InlineData(-1, 2)]
    [InlineData(0, 2)]
    [InlineData(1, 1)]
    [InlineData(int.MaxValue, 0)]
    public void TryReturn_CountThatLies_VisitsNoMoreThanTheArray(int count, int left)
    {
        PooledRef<Table> rental = Table.Pool.Rent();
        Span<Point?> points = rental.Value.RentPoints(2);
        Point first = points[0] = Point.Pool.RentUnchecked();
        Point second = points[1] = Point.Pool.RentUnchecked();
        rental.Value.PointCount = count;
        long inUse = Point.Pool.GetStatistics().InUse;

        Assert.True(rental.TryReturn());

        Assert.Equal(inUse - 2 + left, Point.Pool.GetStatistics().InUse);
        Assert.Equal(left > 1, Point.Pool.TryReturn(first));
        Assert.Equal(left > 0, Point.Pool.TryReturn(second));
    }

    [Fact]
    public void TryReturn_WhenAResetThrows_ReturnsArraysNoMoreThanOnce()
    {
        for (int k = 0; k < 4; k++)
        {
            Fragile.CallsUntilFault = int.MaxValue;
            PooledRef<FragileTable> rental = FragileTable.Pool.Rent();
            rental.Value.RentEarly(200);
            rental.Value.RentLate(200);
            Sample[] early = rental.Value.Early!;
            Sample[] late = rental.Value.Late!;

            Fragile.CallsUntilFault = k;
            Exception? thrown = Record.Exception(() => { rental.TryReturn(); });
            Fragile.CallsUntilFault = int.MaxValue;

            Assert.Equal(k < 3, thrown is InjectedFaultException);
            Assert.False(rental.TryReturn());
            (int, int) returned = CountInPool(early, late);
            Assert.Equal((1, k == 0 ? 0 : 1), returned);
            Assert.Equal(0, FragileTable.Pool.GetStatistics().InUse);
        }
    }

    /// <summary>Returns the number of times that the pool would return an array. Empties the pool.</summary>
    private static int TimesInPool<T>(T[] array) => CountInPool(array, []).First;

    /// <summary>Returns the number of times that the pool would return each of two arrays of the same length. Empties the pool.</summary>
    private static (int First, int Second) CountInPool<T>(T[] first, T[] second)
    {
        int firsts = 0;
        int seconds = 0;
        for (int i = 0; i < 500; i++)
        {
            T[] rented = ArrayPool<T>.Shared.Rent(first.Length);
            if (rented == first)
                firsts++;
            else if (rented == second)
                seconds++;
        }

        return (firsts, seconds);
    }
}
