using System.Buffers;
using System.Runtime.CompilerServices;

namespace Pooling.Testing;

public sealed partial class TestArrayPoolTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(15)]
    public void Return_WrittenBehindTheEnd_Throws(int behind)
    {
        var pool = new TestArrayPool<byte>(new TestPoolOptions { GuardLength = 16 });
        byte[] array = RentHere(pool);
        Assert.Equal(26, array.Length);
        array[10 + behind] = 1;

        var exception = Assert.Throws<PoolAssertException>(() => pool.Return(array));

        Assert.Contains($"A Byte[26] for 10 was written to behind its end, at index {10 + behind}.", exception.Message);
        Assert.Contains(nameof(RentHere), exception.Message);
        Assert.Equal(0, pool.InUse); // it is back nevertheless
        Assert.Contains("behind its end", Assert.Throws<PoolAssertException>(pool.AssertAllReturned).Message);
        Assert.Single(pool.Errors);
    }

    [Fact]
    public void Return_WrittenToTheEnd_IsClean()
    {
        var pool = new TestArrayPool<byte>(new TestPoolOptions { GuardLength = 16 });
        byte[] array = pool.Rent(10);
        array.AsSpan(0, 10).Clear();
        pool.Return(array);

        pool.AssertAllReturned();
    }

    [Fact]
    public void AssertClean_WrittenBehindTheEndWhileOut_FindsItOnce()
    {
        var pool = new TestArrayPool<long>(new TestPoolOptions { GuardLength = 1 });
        long[] array = pool.Rent(2);
        array[2] = 1;

        Assert.Contains("at index 2", Assert.Throws<PoolAssertException>(pool.AssertClean).Message);
        pool.Return(array);
        Assert.Single(pool.Errors);
    }

    [Fact]
    public async Task Errors_BesideAThreadThatReturns_AreNone()
    {
        var options = new TestPoolOptions { GuardLength = 1 << 14, QuarantineLength = 2, CaptureStacks = false };
        var arrays = new TestArrayPool<byte>(options);
        using var memory = new TestMemoryPool<byte>(options);
        using var end = new CancellationTokenSource();
        using var started = new ManualResetEventSlim();
        Task reader = Task.Run(() =>
        {
            while (!end.IsCancellationRequested)
            {
                _ = arrays.Errors.Count + memory.Errors.Count;
                started.Set();
            }
        });

        started.Wait();
        for (int i = 0; i < 50; i++)
        {
            byte[][] rented = [.. Enumerable.Range(0, 50).Select(_ => arrays.Rent(1))];
            IMemoryOwner<byte>[] owners = [.. rented.Select(_ => memory.Rent(1))];
            Array.ForEach(rented, array => arrays.Return(array));
            Array.ForEach(owners, static owner => owner.Dispose());
        }

        await end.CancelAsync();
        await reader;
        arrays.AssertAllReturned();
        memory.AssertAllReturned();
    }

    [Fact]
    public void AssertAllReturned_WrittenAfterTheReturn_ThrowsWithBothStacks()
    {
        var pool = new TestArrayPool<byte>();
        byte[] array = RentHere(pool);
        ReturnHere(pool, array);
        array[3] = 1;

        string message = Assert.Throws<PoolAssertException>(pool.AssertAllReturned).Message;

        Assert.Contains("A Byte[16] for 10 was written to after its return, first at index 3.", message);
        Assert.Contains(nameof(RentHere), message);
        Assert.Contains(nameof(ReturnHere), message);
        Assert.Single(pool.Errors);
    }

    [Fact]
    public void Quarantine_WrittenAfterTheReturn_FindsItWhenTheArrayLeaves()
    {
        var pool = new TestArrayPool<byte>(new TestPoolOptions { QuarantineLength = 2 });
        byte[] array = pool.Rent(10);
        pool.Return(array);
        array[0] = 1;
        for (int i = 0; i < 3; i++)
            pool.Return(pool.Rent(10)); // whose renter is not to blame, so that nothing is thrown here

        array[0] = TestPoolOptions.ReturnedPattern; // nobody looks at it any more

        Assert.Contains("after its return", Assert.Single(pool.Errors));
    }

    [Fact]
    public void Quarantine_OfLongArrays_IsBounded()
    {
        var pool = new TestArrayPool<byte>(new TestPoolOptions { CaptureStacks = false });
        var arrays = new List<WeakReference>();
        for (int i = 0; i < 20; i++)
            ReturnNew(pool, arrays);

        for (int i = 0; i < 3; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        Assert.InRange(arrays.Count(static array => array.IsAlive), 0, 6);
    }

    [Fact]
    public void Quarantine_OfNone_FindsNoLateWrite()
    {
        var pool = new TestArrayPool<byte>(new TestPoolOptions { QuarantineLength = 0 });
        byte[] array = pool.Rent(10);
        pool.Return(array);
        array[0] = 1;

        pool.AssertAllReturned();
    }

    [Fact]
    public void Patterns_OfEveryType_AreFoundBroken()
    {
        FindsALateWrite(1.5);
        FindsALateWrite(true);
        FindsALateWrite('x');
        FindsALateWrite("text");
        FindsALateWrite(1.5m);
        FindsALateWrite(new Guid(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11));
        FindsALateWrite(DayOfWeek.Monday);
        FindsALateWrite(new KeyValuePair<int, string>(0, "text"));
    }

    private static void FindsALateWrite<T>(T value)
    {
        var pool = new TestArrayPool<T>(new TestPoolOptions { GuardLength = 2 });
        T[] array = pool.Rent(3);
        pool.Return(array);
        pool.AssertAllReturned();
        array[4] = value;
        Assert.Contains("first at index 4", Assert.Throws<PoolAssertException>(pool.AssertClean).Message);

        T[] written = pool.Rent(3);
        written[3] = value;
        Assert.Throws<PoolAssertException>(() => pool.Return(written));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void ReturnNew(TestArrayPool<byte> pool, List<WeakReference> arrays)
    {
        byte[] array = pool.Rent(1 << 18);
        arrays.Add(new WeakReference(array));
        pool.Return(array);
    }
}
