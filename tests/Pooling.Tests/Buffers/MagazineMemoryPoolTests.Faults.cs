using System.Buffers;
using Pooling.Diagnostics;
using Pooling.Doubles;

namespace Pooling.Buffers;

public sealed partial class MagazineMemoryPoolTests
{
    // For three sizes that are kept and one that is not, with a limit so low that blocks are dropped, too.
    private static readonly MagazineMemoryPoolOptions s_narrow = new()
    {
        MaxRetainedCapacity = 4096,
        MaxRetainedBytes = 6000,
        ClearOnReturn = true,
    };

    [Fact]
    public void Owners_WhenTheArrayPoolThrowsOnAnyCall_LeaveThePoolBalanced()
    {
        bool failed = true;
        int k = 0;
        while (failed)
        {
            k++;
            var arrays = new CountingArrayPool<byte>(k, FaultMoment.After);
            var pool = new MagazineMemoryPool(s_narrow, arrayPool: arrays);
            UseThroughFaults(pool);
            AssertBooks(pool);
            Assert.Equal(arrays.InUseLength, pool.ChargedBytes);
            _ = Record.Exception(pool.Trim);
            Assert.Equal(0, pool.GetStatistics().Retained);
            _ = Record.Exception(pool.Dispose);
            arrays.AssertAllReturned();
            Assert.Equal(0, pool.ChargedBytes);
            failed = arrays.Calls >= k; // a run without a fault ends the loop
        }

        Assert.True(k > 10);
    }

    [Fact]
    public void Owners_WhenTheClockThrowsOnAnyReading_LeaveThePoolBalanced()
    {
        bool failed = true;
        int k = 0;
        while (failed)
        {
            k++;
            int readings = 0;
            var arrays = new CountingArrayPool<byte>();
            var clock = new ManualTimeProvider();
            clock.OnRead = () =>
            {
                if (++readings == k)
                    throw new InjectedFaultException("the clock");
            };
            MagazineMemoryPool? pool = null;
            if (Record.Exception(() => pool = new MagazineMemoryPool(s_narrow, arrays, clock)) is InjectedFaultException)
                continue; // the pool reads the clock when it is created

            UseThroughFaults(pool!);
            AssertBooks(pool!);
            Assert.Equal(arrays.InUseLength, pool!.ChargedBytes);
            pool.Dispose();
            arrays.AssertAllReturned();
            failed = readings >= k;
        }

        Assert.True(k > 10);
    }

    [Theory]
    [InlineData(null)]
    [InlineData(0)]
    [InlineData(99)]
    public void Rent_WhenTheArrayPoolGivesTooLittleOnAnyCall_ThrowsAndKeepsTheBooks(int? given)
    {
        for (int k = 1; k <= 4; k++)
        {
            var arrays = new LyingArrayPool(k, _ => given);
            var pool = new MagazineMemoryPool(s_narrow, arrayPool: arrays);
            var owners = new List<IMemoryOwner<byte>>();
            int refused = 0;
            foreach (int length in new[] { 100, 1000, 4096, 9000 })
            {
                try
                {
                    owners.Add(pool.Rent(length));
                }
                catch (InvalidOperationException)
                {
                    refused++;
                }
            }

            Assert.True(arrays.HasLied);
            Assert.Equal(1, refused);
            Assert.Equal((3, 3), (pool.GetStatistics().InUse, pool.GetStatistics().TotalCreated));
            foreach (IMemoryOwner<byte> owner in owners)
                owner.Dispose();

            AssertBooks(pool);
            pool.Dispose();
            arrays.AssertAllReturned();
        }
    }

    [Fact]
    public void Rent_WhenTheArrayPoolGivesMore_ShowsWhatWasAskedForAndCountsWhatThereIs()
    {
        var arrays = new CountingArrayPool<byte>(static length => length + 1000);
        using var pool = new MagazineMemoryPool(new MagazineMemoryPoolOptions { MaxRetainedBytes = 20_000 }, arrayPool: arrays);
        RentAndDispose(pool, 10, static _ => 4096);
        using IMemoryOwner<byte> owner = pool.Rent(4000);

        Assert.Equal(4000, owner.Memory.Length);
        Assert.InRange(pool.ChargedBytes, 1, 20_000);
        Assert.Equal(arrays.InUseLength, pool.ChargedBytes);
    }

    /// <summary>Rents and disposes blocks of several sizes, two at a time, and repeats each operation that failed.</summary>
    private static void UseThroughFaults(MagazineMemoryPool pool)
    {
        var owners = new List<IMemoryOwner<byte>>();
        for (int i = 0; i < 12; i++)
        {
            int length = (i % 4) switch { 0 => 100, 1 => 1000, 2 => 4096, _ => 9000 };
            _ = Record.Exception(() => owners.Add(pool.Rent(length)));
            _ = Record.Exception(() => owners.Add(pool.Rent(length)));
            foreach (IMemoryOwner<byte> owner in owners)
            {
                _ = Record.Exception(owner.Dispose);
                Assert.Throws<ObjectDisposedException>(() => owner.Memory.Length);
                owner.Dispose(); // refused, regardless of the result of the first call
            }

            owners.Clear();
        }
    }

    private static void AssertBooks(MagazineMemoryPool pool)
    {
        PoolStatistics statistics = pool.GetStatistics();
        Assert.Equal(0, statistics.InUse);
        Assert.Equal(statistics.TotalCreated, statistics.Retained + statistics.TotalDropped);
        Assert.InRange(statistics.RetainedBytes, 0, 6000);
    }
}
