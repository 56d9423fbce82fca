using Pooling.Buffers;
using Pooling.Doubles;

namespace Pooling.Encodeables;

public sealed partial class PooledScopeTests : IDisposable
{
    private readonly EncodeablePool<TrackedEncodeable> _type = EncodeablePool.Create(static () => new TrackedEncodeable());

    public void Dispose() => _type.Dispose();

    [Fact]
    public void Rent_NullType_Throws()
    {
        using PooledScope scope = PooledScope.Begin();

        Assert.Throws<ArgumentNullException>(() => scope.Rent((EncodeablePool<TrackedEncodeable>)null!));
        Assert.Throws<ArgumentNullException>(() => scope.Rent((EncodeablePool)null!));
    }

    [Fact]
    public void Rent_AfterDispose_GivesAResetItem()
    {
        using (PooledScope scope = PooledScope.Begin())
        {
            Reading item = scope.Rent(Reading.Pool);
            item.Handle = 7;
            item.Unit = "V";
            item.Deadband = 3;
        }

        using PooledScope next = PooledScope.Begin();
        Reading again = next.Rent(Reading.Pool);
        Assert.Equal((0u, null, Reading.DefaultDeadband), (again.Handle, again.Unit, again.Deadband));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(7)]
    [InlineData(64)]
    [InlineData(65)]
    [InlineData(1000)]
    [InlineData(40_000)]
    public void Rent_ManyItems_GivesDifferentOnesAndReturnsAll(int count)
    {
        for (int message = 0; message < 3; message++)
        {
            using PooledScope scope = PooledScope.Begin();
            var items = new HashSet<TrackedEncodeable>();
            for (int i = 0; i < count; i++)
            {
                TrackedEncodeable item = scope.Rent(_type);
                Assert.Equal(0, item.Number);
                item.Number = i + 1;
                Assert.True(items.Add(item), "An item was rented twice.");
            }

            scope.Dispose();
            Assert.Equal(0, _type.GetStatistics().InUse);
        }
    }

    [Fact]
    public void Rent_ThroughTheNonGenericFace_GivesAnItemOfTheType()
    {
        using PooledScope scope = PooledScope.Begin();

        Assert.IsType<TrackedEncodeable>(scope.Rent((EncodeablePool)_type));
    }

    [Fact]
    public void Rent_TypeWithTheIdOfADisposedOne_GivesTheRightItem()
    {
        for (int i = 0; i < 20; i++)
        {
            using EncodeablePool<TrackedEncodeable> first = EncodeablePool.Create(static () => new TrackedEncodeable());
            using (PooledScope scope = PooledScope.Begin())
                scope.Rent(first);

            first.Dispose();
            using EncodeablePool<DerivedTrackedEncodeable> second = EncodeablePool.Create(static () => new DerivedTrackedEncodeable());
            using PooledScope next = PooledScope.Begin();
            Assert.IsType<DerivedTrackedEncodeable>((object)next.Rent(second));
        }
    }

    [Fact]
    public void Rent_CreationThrowsTheKthTime_LosesNothing()
    {
        for (int k = 1; k <= 10; k++)
        {
            int calls = 0;
            int failing = k;
            using EncodeablePool<TrackedEncodeable> type =
                EncodeablePool.Create(() => ++calls == failing ? throw new InjectedFaultException("Create") : new TrackedEncodeable());
            using (PooledScope scope = PooledScope.Begin())
            {
                for (int i = 1; i < k; i++)
                    scope.Rent(type);

                Assert.Throws<InjectedFaultException>(() => scope.Rent(type));
            }

            Assert.Equal((0, k - 1), (type.GetStatistics().InUse, type.GetStatistics().Retained));
        }
    }

    [Fact]
    public void Rent_OfADisposedType_Throws()
    {
        _type.Dispose();
        using PooledScope scope = PooledScope.Begin();

        Assert.Throws<ObjectDisposedException>(() => scope.Rent(_type));
    }

    [Fact]
    public void RentArray_OfReferences_IsEmpty()
    {
        for (int i = 0; i < 5; i++)
        {
            using PooledScope scope = PooledScope.Begin();
            PooledArray<string> small = scope.RentArray<string>(10);
            PooledArray<string> large = scope.RentArray<string>(1000 * (i + 1));
            Assert.All(small.Span.ToArray(), Assert.Null);
            Assert.All(large.Span.ToArray(), Assert.Null);
            small.Span.Fill("left");
            large.Span.Fill("left");
        }
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(100)]
    [InlineData(100_000)]
    public void RentArray_AnyLength_ShowsExactlyThat(int length)
    {
        using PooledScope scope = PooledScope.Begin();

        Assert.Equal(length, scope.RentArray<int>(length).Length);
        Assert.Equal(length, scope.RentArray<int>(length).Span.Length);
    }

    [Theory]
    [InlineData(-1, 10)]
    [InlineData(11, 10)]
    [InlineData(int.MaxValue, 2)]
    [InlineData(int.MaxValue, PooledScope.DefaultMaxLength)]
    [InlineData(int.MinValue, PooledScope.DefaultMaxLength)]
    public void RentArray_HostileLength_IsRefusedBeforeRenting(int length, int maximum)
    {
        using PooledScope scope = PooledScope.Begin();
        long inUse = PooledArrayType<decimal>.Shared.Store.GetStatistics().InUse;

        var exception = Assert.Throws<ArgumentOutOfRangeException>(() => scope.RentArray<decimal>(length, maximum));
        Assert.Equal(("length", length), (exception.ParamName, exception.ActualValue));
        Assert.Contains($"{maximum}", exception.Message);
        Assert.Equal(inUse, PooledArrayType<decimal>.Shared.Store.GetStatistics().InUse);
    }

    [Fact]
    public void RentArray_UntilTheScopeEnds_CannotBeDisposed()
    {
        PooledScope scope = PooledScope.Begin();
        PooledArray<int> array = scope.RentArray<int>(3);

        Assert.Throws<InvalidOperationException>(array.Dispose);
        scope.Dispose();
        Assert.Throws<ObjectDisposedException>(() => array.Length);
        array.Dispose();
    }

    [Fact]
    public void Scope_AcrossThreads_ReturnsWhereItEnds()
    {
        PooledScope scope = PooledScope.Begin();
        TrackedEncodeable item = scope.Rent(_type);
        TestThread.Run(() =>
        {
            scope.Rent(_type);
            scope.Dispose();
        });

        Assert.Equal((0, 1), (_type.GetStatistics().InUse, item.Resets));
    }

    [Fact]
    public async Task Scope_AcrossAnAwait_ReturnsAll()
    {
        using (PooledScope scope = PooledScope.Begin())
        {
            scope.Rent(_type);
            await Task.Yield();
            scope.Rent(_type);
            await Task.Delay(1);
        }

        Assert.Equal(0, _type.GetStatistics().InUse);
    }

    [Fact]
    public void Equals_OfCopies_IsTrue()
    {
        PooledScope scope = PooledScope.Begin();
        PooledScope copy = scope;
        scope.Dispose();
        using PooledScope next = PooledScope.Begin();

        Assert.True(scope == copy && scope.Equals((object)copy) && scope.GetHashCode() == copy.GetHashCode());
        Assert.True(scope != next && !scope.Equals((object)next));
    }
}
