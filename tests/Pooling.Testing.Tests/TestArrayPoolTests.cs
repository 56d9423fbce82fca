using System.Buffers;
using System.Runtime.CompilerServices;

namespace Pooling.Testing;

public sealed partial class TestArrayPoolTests
{
    [Theory]
    [InlineData(0, 16)]
    [InlineData(1, 16)]
    [InlineData(16, 16)]
    [InlineData(17, 32)]
    [InlineData(1000, 1024)]
    public void Rent_WithoutAGuard_HasTheLengthOfTheSharedPool(int requested, int length)
    {
        var pool = new TestArrayPool<byte>();

        byte[] array = pool.Rent(requested);

        Assert.Equal(length, array.Length);
        Assert.All(array, static value => Assert.Equal(TestPoolOptions.FreshPattern, value));
        Assert.Equal(1, pool.InUse);
        Assert.Equal(1, pool.TotalRented);
    }

    [Fact]
    public void Rent_NegativeLength_Throws() =>
        Assert.Throws<ArgumentOutOfRangeException>(static () => new TestArrayPool<byte>().Rent(-1));

    [Fact]
    public void Rent_AfterAReturn_IsNeverTheSameArray()
    {
        var pool = new TestArrayPool<byte>();
        var seen = new HashSet<byte[]>();

        for (int i = 0; i < 1000; i++)
        {
            byte[] array = pool.Rent(16);
            Assert.True(seen.Add(array));
            pool.Return(array);
        }

        pool.AssertAllReturned();
    }

    [Fact]
    public void Return_Once_IsClean()
    {
        var pool = new TestArrayPool<byte>();
        byte[] array = pool.Rent(100);
        array.AsSpan().Clear(); // all of its length, as buffer writers do

        pool.Return(array);

        pool.AssertAllReturned();
        Assert.Equal(0, pool.InUse);
        Assert.Equal(1, pool.TotalReturned);
        Assert.Empty(pool.Errors);
        Assert.All(array, static value => Assert.Equal(TestPoolOptions.ReturnedPattern, value)); // a late reader gets poison
    }

    [Fact]
    public void Return_Twice_ThrowsWithAllStacks()
    {
        var pool = new TestArrayPool<byte>();
        byte[] array = RentHere(pool);
        ReturnHere(pool, array);

        var exception = Assert.Throws<PoolAssertException>(() => pool.Return(array));

        Assert.Contains("A Byte[16] for 10 was returned twice.", exception.Message);
        Assert.Contains(nameof(RentHere), exception.Message);
        Assert.Contains(nameof(ReturnHere), exception.Message);
        Assert.Contains(nameof(Return_Twice_ThrowsWithAllStacks), exception.Message);
        Assert.Equal(1, pool.TotalReturned);
    }

    [Fact]
    public void Return_TwiceLongAfterTheQuarantine_IsStillASecondReturn()
    {
        var pool = new TestArrayPool<byte>(new TestPoolOptions { QuarantineLength = 1 });
        byte[] array = pool.Rent(10);
        pool.Return(array);
        for (int i = 0; i < 10; i++)
            pool.Return(pool.Rent(10));

        var exception = Assert.Throws<PoolAssertException>(() => pool.Return(array));

        Assert.Contains("returned twice", exception.Message);
    }

    [Fact]
    public void Return_OfAForeignArray_Throws()
    {
        var pool = new TestArrayPool<byte>();

        var exception = Assert.Throws<PoolAssertException>(() => pool.Return(new byte[16]));

        Assert.Contains("A foreign Byte[] was returned", exception.Message);
        Assert.Contains(nameof(Return_OfAForeignArray_Throws), exception.Message);
    }

    [Fact]
    public void Return_OfAnEmptyArray_IsIgnored()
    {
        var pool = new TestArrayPool<byte>();

        pool.Return([]);

        pool.AssertAllReturned();
    }

    [Fact]
    public void Return_WrongAndSwallowed_IsFoundByTheAssertion()
    {
        var pool = new TestArrayPool<byte>();
        byte[] array = pool.Rent(10);
        pool.Return(array);
        Assert.Throws<PoolAssertException>(() => pool.Return(array));

        Assert.Contains("returned twice", Assert.Throws<PoolAssertException>(pool.AssertAllReturned).Message);
        Assert.Contains("returned twice", Assert.Throws<PoolAssertException>(pool.AssertClean).Message);
    }

    [Fact]
    public void Return_WrongWithoutThrowing_IsFoundByTheAssertion()
    {
        var pool = new TestArrayPool<byte>(new TestPoolOptions { ThrowOnMisuse = false });

        pool.Return(new byte[16]);

        Assert.Contains("foreign", Assert.Single(pool.Errors));
        Assert.Throws<PoolAssertException>(pool.AssertClean);
    }

    [Fact]
    public void AssertAllReturned_WithRentalsOut_ListsThemByTheirStacks()
    {
        var pool = new TestArrayPool<int>();
        for (int i = 0; i < 3; i++)
            RentHere(pool);

        int[] other = pool.Rent(100);
        pool.Return(pool.Rent(1));

        string message = Assert.Throws<PoolAssertException>(pool.AssertAllReturned).Message;

        Assert.Contains("TestArrayPool<Int32>: 4 of 5 rentals are not returned.", message);
        Assert.Contains("3 rented here: Int32[16] for 10, Int32[16] for 10, Int32[16] for 10\n", message);
        Assert.Contains("1 rented here: Int32[128] for 100\n", message);
        Assert.Contains(nameof(RentHere), message);
        Assert.DoesNotContain("TestArrayPool`1", message); // its own frames
        Assert.DoesNotContain("CallStack", message);
        GC.KeepAlive(other);
    }

    [Fact]
    public void AssertAllReturned_OfACollectedArray_FindsTheLeak()
    {
        var pool = new TestArrayPool<byte>();
        RentHere(pool);
        GC.Collect();

        Assert.Contains(nameof(RentHere), Assert.Throws<PoolAssertException>(pool.AssertAllReturned).Message);
    }

    [Fact]
    public void AssertAllReturned_WithoutStacks_SaysSo()
    {
        var pool = new TestArrayPool<byte>(new TestPoolOptions { CaptureStacks = false });
        RentHere(pool);

        string message = Assert.Throws<PoolAssertException>(pool.AssertAllReturned).Message;

        Assert.Contains("1 rented here: Byte[16] for 10", message);
        Assert.Contains("CaptureStacks", message);
        Assert.DoesNotContain(nameof(RentHere), message);
    }

    [Fact]
    public void AssertClean_WithRentalsOut_Passes()
    {
        var pool = new TestArrayPool<byte>();
        pool.Rent(1);

        pool.AssertClean();
    }

    [Fact]
    public void Options_ChangedLater_HaveNoEffect()
    {
        var options = new TestPoolOptions();
        var pool = new TestArrayPool<byte>(options);
        options.GuardLength = 5;

        Assert.Equal(16, pool.Rent(16).Length);
    }

    [Fact]
    public void Threads_RentingAndReturning_AreCountedExactly()
    {
        var pool = new TestArrayPool<byte>(new TestPoolOptions { CaptureStacks = false, QuarantineLength = 10 });
        Parallel.For(0, 4, _ =>
        {
            for (int i = 0; i < 2000; i++)
                pool.Return(pool.Rent(i % 100));
        });

        pool.AssertAllReturned();
        Assert.Equal(8000, pool.TotalRented);
        Assert.Equal(8000, pool.TotalReturned);
    }

    [Fact]
    public void Threads_ReturningOneArray_AreRefusedButOne()
    {
        var pool = new TestArrayPool<byte>();
        int refused = 0;
        for (int round = 0; round < 50; round++)
        {
            byte[] array = pool.Rent(10);
            Parallel.For(0, 4, _ =>
            {
                try
                {
                    pool.Return(array);
                }
                catch (PoolAssertException)
                {
                    Interlocked.Increment(ref refused);
                }
            });
        }

        Assert.Equal(150, refused);
        Assert.Equal(50, pool.TotalReturned);
    }

    [Fact]
    public void Overrides_OfADerivedPool_SeeRequestsAndContent()
    {
        var pool = new WatchingPool();
        byte[] array = pool.Rent(3);
        array[0] = 7;

        pool.Return(array);

        Assert.Equal([3], pool.Requests);
        Assert.Equal(7, pool.FirstOfLast);
        pool.AssertAllReturned();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static T[] RentHere<T>(ArrayPool<T> pool) => pool.Rent(10);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void ReturnHere(ArrayPool<byte> pool, byte[] array) => pool.Return(array);

    private sealed class WatchingPool : TestArrayPool<byte>
    {
        internal List<int> Requests { get; } = [];

        internal int FirstOfLast { get; private set; }

        protected override byte[] CreateArray(int minimumLength)
        {
            Requests.Add(minimumLength);
            return base.CreateArray(minimumLength);
        }

        protected override void OnReturn(byte[] array) => FirstOfLast = array[0];
    }
}
