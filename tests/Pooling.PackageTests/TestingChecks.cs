using System.Buffers;
using Pooling.Buffers;
using Pooling.Objects;
using Pooling.Testing;

namespace Pooling.PackageTests;

/// <summary>Checks the package for tests: what is wrong is found, and correct code passes.</summary>
internal static class TestingChecks
{
    internal static void Run(SelfCheck check)
    {
        CheckArrays(check);
        CheckMemoryAndObjects(check);
        CheckFaults(check);
        check.Throws<PoolAssertException>("a lease that is out", static () =>
        {
            using var pool = new BufferWriterPool();
            using PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent();
            pool.AssertAllReturned();
        });
#if NET
        int calls = 0;
        check.That("no allocation", () =>
        {
            AllocationAssert.Zero(() => calls++);
            return true;
        });
        check.Throws<PoolAssertException>("an allocation", () => AllocationAssert.Zero(() => s_kept = new object()));
#endif
    }

#if NET
    private static object? s_kept;
#endif

    private static void CheckArrays(SelfCheck check)
    {
        check.That("an array that is returned", static () =>
        {
            var pool = new TestArrayPool<byte>();
            pool.Return(pool.Rent(10));
            pool.AssertAllReturned();
            return true;
        });
        check.That("an array that is out, with its stack", static () =>
        {
            var pool = new TestArrayPool<byte>();
            pool.Rent(10);
            return MessageOf(pool.AssertAllReturned).Contains(nameof(TestingChecks));
        });
        check.Throws<PoolAssertException>("a second return", static () =>
        {
            var pool = new TestArrayPool<byte>();
            byte[] array = pool.Rent(10);
            pool.Return(array);
            pool.Return(array);
        });
        check.Throws<PoolAssertException>("a foreign return", static () => new TestArrayPool<byte>().Return(new byte[16]));
        check.That("a write behind the end", static () =>
        {
            var pool = new TestArrayPool<byte>(new TestPoolOptions { GuardLength = 4 });
            byte[] array = pool.Rent(10);
            array[10] = 1;
            return MessageOf(() => pool.Return(array)).Contains("at index 10");
        });
        check.That("a write after the return", static () =>
        {
            var pool = new TestArrayPool<byte>();
            byte[] array = pool.Rent(10);
            pool.Return(array);
            array[3] = 1;
            return MessageOf(pool.AssertClean).Contains("at index 3");
        });
    }

    private static void CheckMemoryAndObjects(SelfCheck check)
    {
        check.Throws<PoolAssertException>("memory that is disposed twice", static () =>
        {
            using var pool = new TestMemoryPool<byte>();
            IMemoryOwner<byte> owner = pool.Rent(10);
            owner.Dispose();
            owner.Dispose();
        });
        check.Throws<PoolAssertException>("an object that is out", static () =>
        {
            var pool = new TestObjectPool<List<int>>(new Microsoft.Extensions.ObjectPool.DefaultPooledObjectPolicy<List<int>>());
            pool.Get();
            pool.AssertAllReturned();
        });
    }

    private static void CheckFaults(SelfCheck check)
    {
        check.Equal("calls that throw in turn", 2, static () => FaultPlan.ForEachCall(
            static plan => new TestArrayPool<byte>(new TestPoolOptions { Faults = plan }),
            static pool => pool.Return(pool.Rent(10)),
            static pool => pool.AssertAllReturned()));
        check.That("a leak where a call throws", static () => MessageOf(static () => FaultPlan.ForEachCall(
            static plan => new TestArrayPool<byte>(new TestPoolOptions { Faults = plan }),
            static pool =>
            {
                byte[] first = pool.Rent(10);
                pool.Return(pool.Rent(10));
                pool.Return(first);
            },
            static pool => pool.AssertAllReturned())).Contains("With call 2 (Rent) throwing before its work"));
    }

    private static string MessageOf(Action action)
    {
        try
        {
            action();
            return "";
        }
        catch (PoolAssertException exception)
        {
            return exception.Message;
        }
    }
}
