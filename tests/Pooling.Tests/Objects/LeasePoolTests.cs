using Pooling.Doubles;

namespace Pooling.Objects;

public sealed class LeasePoolTests
{
    [Fact]
    public void Constructor_NullPolicy_Throws() =>
        Assert.Equal("policy", Assert.Throws<ArgumentNullException>(() => new LeasePool<TrackedItem>(null!)).ParamName);

    [Fact]
    public void Lease_AfterDisposeOfALease_GivesTheSameItemReset()
    {
        using var pool = new LeasePool<TrackedItem>(new TrackedItemPolicy());
        TrackedItem item;
        using (PooledLease<TrackedItem> lease = pool.Rent())
            item = lease.Value;

        using PooledLease<TrackedItem> second = pool.Rent();
        Assert.Same(item, second.Value);
        Assert.Equal(1, item.Resets);
    }

    [Fact]
    public void Lease_PolicyCreatesNull_ThrowsAndCountsNothing()
    {
        using var pool = new LeasePool<TrackedItem>(new NullPolicy());

        Assert.Throws<InvalidOperationException>(() => pool.Rent());
        Assert.Equal(default, pool.GetStatistics());
    }

    [Fact]
    public void Lease_PolicyThrows_CountsNothing()
    {
        using var pool = new LeasePool<TrackedItem>(new TrackedItemPolicy { Faults = new FaultPlan(1, FaultMoment.Before) });

        Assert.Throws<InjectedFaultException>(() => pool.Rent());
        Assert.Equal(default, pool.GetStatistics());
    }

    [Fact]
    public void Lease_AfterDispose_Throws()
    {
        var pool = new LeasePool<TrackedItem>(new TrackedItemPolicy());
        pool.Rent().Dispose();
        pool.Dispose();

        Assert.Throws<ObjectDisposedException>(() => pool.Rent());
    }

    [Fact]
    public void Dispose_RetainedItems_AreDisposedOnce()
    {
        var policy = new TrackedItemPolicy();
        var pool = new LeasePool<TrackedItem>(policy);
        PooledLease<TrackedItem>[] leases = [.. Enumerable.Range(0, 300).Select(_ => pool.Rent())];
        foreach (PooledLease<TrackedItem> lease in leases)
            lease.Dispose();

        pool.Dispose();
        pool.Dispose();

        Assert.All(policy.Items, static item => Assert.Equal(1, item.Disposals));
    }

    [Fact]
    public void Dispose_LeaseStillHeld_ItsItemIsDisposedWithTheLease()
    {
        var pool = new LeasePool<TrackedItem>(new TrackedItemPolicy());
        PooledLease<TrackedItem> lease = pool.Rent();
        TrackedItem item = lease.Value;
        pool.Dispose();
        Assert.Same(item, lease.Value);
        lease.Dispose();
        lease.Dispose();

        Assert.Equal(1, item.Disposals);
    }

    [Fact]
    public void Trim_RetainedItems_AreLetGo()
    {
        var policy = new TrackedItemPolicy();
        using var pool = new LeasePool<TrackedItem>(policy);
        pool.Rent().Dispose();
        pool.Trim();

        Assert.Equal(1, Assert.Single(policy.Items).Disposals);
        Assert.Equal(0, pool.GetStatistics().Retained);
    }

    [Fact]
    [Trait("Category", "Gc")]
    public void PoolIsCollected_WithoutDispose_WhileItsCellsReferenceItsSource()
    {
        WeakReference source = LeaseFromNewPool();
        TestThread.WaitFor(
            () =>
            {
                using MagazinePool<TrackedItem> other = MagazinePool.Create<TrackedItem>();
                other.Return(other.Get()); // this thread releases the items that it keeps of collected pools
                Collector.Collect();
                return !source.IsAlive;
            },
            "collection of the item");
    }

#if !NETFRAMEWORK
    [Fact]
    [Trait("Category", "Allocation")]
    public void Lease_SteadyState_AllocatesNothing()
    {
        using var pool = new LeasePool<TrackedItem>(new TrackedItemPolicy());
        var leases = new PooledLease<TrackedItem>[200];

        AllocationAssert.Zero(() =>
        {
            for (int i = 0; i < leases.Length; i++)
            {
                leases[i] = pool.Rent();
                _ = leases[i].Value;
            }

            foreach (PooledLease<TrackedItem> lease in leases)
                lease.Dispose();
        });
    }
#endif

    [System.Runtime.CompilerServices.MethodImpl(System.Runtime.CompilerServices.MethodImplOptions.NoInlining)]
    private static WeakReference LeaseFromNewPool()
    {
        var pool = new LeasePool<TrackedItem>(new TrackedItemPolicy());
        using PooledLease<TrackedItem> lease = pool.Rent();
        return new WeakReference(lease.Value);
    }

    private sealed class NullPolicy : Microsoft.Extensions.ObjectPool.IPooledObjectPolicy<TrackedItem>
    {
        public TrackedItem Create() => null!;

        public bool Return(TrackedItem obj) => true;
    }
}
