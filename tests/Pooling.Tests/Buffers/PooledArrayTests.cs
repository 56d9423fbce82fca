using System.Buffers;
#if NET10_0_OR_GREATER
using System.Runtime.CompilerServices;
#endif
using Pooling.Doubles;

namespace Pooling.Buffers;

public sealed class PooledArrayTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(16)]
    [InlineData(17)]
    [InlineData(100_000)]
    public void Constructor_WithLength_ShowsExactlyThat(int length)
    {
        using var array = new PooledArray<byte>(length);

        Assert.Equal(length, array.Length);
        Assert.Equal(length, array.Span.Length);
        Assert.Equal(length, array.Memory.Length);
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(int.MinValue)]
    public void Constructor_WithNegativeLength_NamesIt(int length)
    {
        var pool = new CountingArrayPool<byte>();

        Assert.Equal("length", Assert.Throws<ArgumentOutOfRangeException>(() => new PooledArray<byte>(length, pool)).ParamName);
        Assert.Equal(0, pool.TotalRented);
    }

    [Fact]
    public void Items_ByIndexAndRange_AreThoseOfTheSpan()
    {
        var array = new PooledArray<int>(3);
        array[0] = 1;
        array[^1] = 3;
        array[1] = 1;
        array[1]++;

        Assert.Equal([1, 2, 3], array.Span.ToArray());
        Assert.Equal([2, 3], array[1..].ToArray());
        Assert.Equal([2], array.Slice(1, 1).ToArray());
        Assert.Throws<IndexOutOfRangeException>(() => array[3]); // the array itself is longer
        Assert.Throws<ArgumentOutOfRangeException>(() => array.Slice(1, 3));
        array.Dispose();
        Assert.Throws<ObjectDisposedException>(() => array[0]);
        Assert.Throws<ObjectDisposedException>(() => array.Slice(0, 0));
    }

    [Fact]
    public void Constructor_WithZeroLength_RentsNothing()
    {
        var pool = new CountingArrayPool<byte>();
        new PooledArray<byte>(0, pool).Dispose();

        Assert.Equal(0, pool.TotalRented);
        Assert.Empty(pool.Errors);
    }

    [Fact]
    public void Constructor_WhenThePoolThrows_PassesItOn() =>
        Assert.Throws<InjectedFaultException>(() => new PooledArray<byte>(1, new CountingArrayPool<byte>(1, FaultMoment.Before)));

    [Fact]
    public void Constructor_WhenThePoolGivesAShortArray_Throws() =>
        Assert.Throws<InvalidOperationException>(() => new PooledArray<byte>(8, new ShortArrayPool<byte>()));

    [Fact]
    public void Span_AndMemory_AreTheSameItems()
    {
        using var array = new PooledArray<int>(3);
        array.Span[2] = 7;

        Assert.Equal(7, array.Memory.Span[2]);
        Assert.Equal(7, ((IMemoryOwner<int>)array).Memory.Span[2]);
    }

    [Fact]
    public void Members_AfterDispose_Throw()
    {
        var array = new PooledArray<byte>(3);
        array.Dispose();

        Assert.Throws<ObjectDisposedException>(() => array.Length);
        Assert.Throws<ObjectDisposedException>(() => array.Memory);
        Assert.Throws<ObjectDisposedException>(() => array.Span.Length);
    }

    [Fact]
    public void Dispose_Twice_ReturnsTheArrayOnce()
    {
        var pool = new CountingArrayPool<byte>();
        var array = new PooledArray<byte>(3, pool);
        array.Dispose();
        array.Dispose();

        pool.AssertAllReturned();
        Assert.Equal(1, pool.TotalReturned);
    }

    [Fact]
    public void Dispose_FromTwoThreads_ReturnsTheArrayOnce()
    {
        const int Rounds = 20_000;
        var pool = new CountingArrayPool<byte>();
        var arrays = new PooledArray<byte>[Rounds];
        for (int i = 0; i < Rounds; i++)
            arrays[i] = new PooledArray<byte>(16, pool);

        int raced = LockStep.Run(Rounds, round => arrays[round].Dispose());

        Assert.Equal(raced, pool.TotalReturned);
        foreach (PooledArray<byte> array in arrays)
            array.Dispose();
        pool.AssertAllReturned();
    }

    [Fact]
    public void Dispose_OfManyFromManyThreads_ReturnsEachOnce()
    {
        const int Threads = 4;
        var pool = new CountingArrayPool<byte>();
        var arrays = new PooledArray<byte>[5_000]; // of one thread, so that they share few gates
        for (int i = 0; i < arrays.Length; i++)
            arrays[i] = new PooledArray<byte>(16, pool);

        using var barrier = new Barrier(Threads);
        var threads = new Thread[Threads];
        for (int i = 0; i < Threads; i++)
        {
            bool isReverse = i % 2 != 0;
            threads[i] = new Thread(() =>
            {
                barrier.SignalAndWait();
                for (int item = 0; item < arrays.Length; item++)
                    arrays[isReverse ? arrays.Length - 1 - item : item].Dispose();
            });
            threads[i].Start();
        }

        foreach (Thread thread in threads)
            thread.Join();

        Assert.Equal(arrays.Length, pool.TotalReturned);
        Assert.Empty(pool.Errors);
    }

    [Fact]
    public void Dispose_WhenThePoolThrows_DoesNotReturnAgain()
    {
        var pool = new CountingArrayPool<byte>(2, FaultMoment.After);
        var array = new PooledArray<byte>(1, pool);

        Assert.Throws<InjectedFaultException>(array.Dispose);
        array.Dispose();

        pool.AssertAllReturned();
    }

    [Theory]
    [InlineData(true, 0)]
    [InlineData(false, 5)]
    public void Dispose_ClearsBytesOnRequestOnly(bool clearOnReturn, int left)
    {
        var pool = new CountingArrayPool<byte> { KeepsContent = true };
        var array = new PooledArray<byte>(5, pool, clearOnReturn);
        array.Span.Fill(1);
        array.Dispose();

        Assert.Equal(left, pool.CameBack[0].Count(static value => value == 1));
    }

    [Fact]
    public void Dispose_ClearsReferencesAlways()
    {
        var pool = new CountingArrayPool<string?>();
        string?[]? cameBack = null;
        pool.OnReturned = returned => cameBack = returned;
        var array = new PooledArray<string?>(2, pool);
        array.Span[1] = "a";
        array.Dispose();

        Assert.All(cameBack!, Assert.Null);
    }

#if !NETFRAMEWORK
    [Fact]
    [Trait("Category", "Allocation")]
    public void Members_ButTheConstructor_AllocateNothing()
    {
        using var array = new PooledArray<byte>(100);

        AllocationAssert.Zero(() => array.Span[0] = (byte)(array.Memory.Span[1] + array.Length));
    }
#endif

#if NET10_0_OR_GREATER
    [Fact]
    [Trait("Category", "Allocation")]
    public void Owner_ThatIsUsedInOneMethod_IsNotAllocated() =>
        // less than an object of 48 bytes, not 0: on a busy machine, one of a thousand calls was still that of older code
        AllocationAssert.AtMost(1, static () => UseInOneMethod(100));

    [Fact]
    public void Dispose_OfAnOwnerThatIsUsedInOneMethod_ReturnsTheArrayOnce()
    {
        var pool = new CountingArrayPool<byte>();
        for (int i = 0; i < 100; i++)
            UseAndDisposeTwice(pool);

        Assert.Equal(100, pool.TotalRented);
        Assert.Equal(100, pool.TotalReturned);
        pool.AssertAllReturned();
    }

    [Fact]
    public void Members_OfAnOwnerThatIsUsedInOneMethod_ThrowAfterDispose()
    {
        var exception = Assert.Throws<ObjectDisposedException>(static () => UseAfterDispose());

        Assert.Equal(typeof(PooledArray<byte>).FullName, exception.ObjectName);
    }

    // Compiled once, with all optimizations, so that it does not depend on when the runtime finds it worthwhile.
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static int UseInOneMethod(int length)
    {
        using var array = new PooledArray<byte>(length);
        array.Span.Fill(1);
        return array.Span[length - 1] + array.Memory.Length + array.Length;
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static void UseAndDisposeTwice(CountingArrayPool<byte> pool)
    {
        var array = new PooledArray<byte>(16, pool);
        array.Span.Fill(1);
        array.Dispose();
        array.Dispose();
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static int UseAfterDispose()
    {
        var array = new PooledArray<byte>(16);
        array.Dispose();
        return array.Span.Length;
    }
#endif
}
