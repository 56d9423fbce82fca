using Pooling.Doubles;

namespace Pooling.Objects;

public sealed class PooledLeaseTests : IDisposable
{
    private readonly TrackedItemPolicy _policy = new();
    private readonly LeasePool<TrackedItem> _pool;

    public PooledLeaseTests() => _pool = new LeasePool<TrackedItem>(_policy, new PoolOptions { MaxRetainedPerThread = 9 });

    public void Dispose() => _pool.Dispose();

    [Fact]
    public void Value_OfDefault_Throws() => Assert.Throws<ObjectDisposedException>(() => default(PooledLease<TrackedItem>).Value);

    [Fact]
    public void Dispose_OfDefault_DoesNothing() => default(PooledLease<TrackedItem>).Dispose();

    [Fact]
    public void Value_AfterDispose_Throws()
    {
        PooledLease<TrackedItem> lease = _pool.Rent();
        lease.Dispose();

        Assert.Throws<ObjectDisposedException>(() => lease.Value);
    }

    [Fact]
    public void Value_AfterDisposeOfACopy_Throws()
    {
        PooledLease<TrackedItem> lease = _pool.Rent();
        PooledLease<TrackedItem> copy = lease;
        copy.Dispose();

        Assert.Throws<ObjectDisposedException>(() => lease.Value);
    }

    [Fact]
    public void Value_AfterSomebodyElseLeasesTheItem_Throws()
    {
        PooledLease<TrackedItem> stale = _pool.Rent();
        stale.Dispose();
        using PooledLease<TrackedItem> current = _pool.Rent();

        Assert.Throws<ObjectDisposedException>(() => stale.Value);
        Assert.Same(Assert.Single(_policy.Items), current.Value);
    }

    [Fact]
    public void Dispose_Twice_ReturnsOnce()
    {
        PooledLease<TrackedItem> lease = _pool.Rent();
        lease.Dispose();
        lease.Dispose();

        Assert.Equal(1, _pool.GetStatistics().TotalReturned);
        Assert.NotSame(_pool.Rent().Value, _pool.Rent().Value);
    }

    [Fact]
    public void Dispose_LateAfterReRent_ReturnsNothing()
    {
        PooledLease<TrackedItem> stale = _pool.Rent();
        stale.Dispose();
        PooledLease<TrackedItem> current = _pool.Rent();
        stale.Dispose();

        Assert.Equal(1, _pool.GetStatistics().InUse);
        Assert.Equal(1, current.Value.Resets);
        Assert.NotSame(current.Value, _pool.Rent().Value);
    }

    [Fact]
    public void Dispose_OnAnotherThread_ReturnsTheItem()
    {
        PooledLease<TrackedItem> lease = _pool.Rent();
        TestThread.Run(lease.Dispose);

        Assert.Equal(0, _pool.GetStatistics().InUse);
        Assert.Throws<ObjectDisposedException>(() => lease.Value);
    }

    [Fact]
    public async Task Dispose_AfterAnAwait_ReturnsTheItem()
    {
        using (PooledLease<TrackedItem> lease = _pool.Rent())
        {
            TrackedItem item = lease.Value;
            await Task.Delay(1);
            Assert.Same(item, lease.Value);
        }

        Assert.Equal(0, _pool.GetStatistics().InUse);
    }

    [Fact]
    public void Dispose_PolicyRefuses_DisposesTheItem()
    {
        _policy.Accept = static _ => false;
        PooledLease<TrackedItem> lease = _pool.Rent();
        TrackedItem item = lease.Value;
        lease.Dispose();

        Assert.Equal(1, item.Disposals);
        Assert.NotSame(item, _pool.Rent().Value);
    }

    [Fact]
    public void Dispose_PolicyThrows_LetsTheItemGoAndThrowsToTheCaller()
    {
        PooledLease<TrackedItem> lease = _pool.Rent();
        TrackedItem item = lease.Value;
        _policy.Accept = static _ => throw new InjectedFaultException("Return");

        Assert.Throws<InjectedFaultException>(lease.Dispose);
        lease.Dispose();
        Assert.Equal(1, item.Disposals);
        Assert.Equal((0, 1), (_pool.GetStatistics().InUse, _pool.GetStatistics().TotalDropped));
    }

    [Fact]
    public void Dispose_ResetDisposesTheSameLease_ReturnsOnce()
    {
        PooledLease<TrackedItem> lease = _pool.Rent();
        _policy.Accept = _ =>
        {
            lease.Dispose();
            return true;
        };
        lease.Dispose();

        Assert.Equal((1, 1, 0), (_pool.GetStatistics().TotalReturned, _pool.GetStatistics().Retained, _pool.GetStatistics().InUse));
    }

    [Theory]
    [InlineData(int.MaxValue)]
    [InlineData(uint.MaxValue)]
    public void Dispose_VersionCrossesThatOfAShorterNumber_Continues(long boundary)
    {
        var source = new DelegateLeaseSource<TrackedItem>(_policy.Create, _policy.Return, new StoreOptions());
        LeaseCell<TrackedItem> cell = source.Rent();
        PooledLease<TrackedItem> first = new(cell, cell.Version);
        cell.Version += (boundary & ~LeaseCell.StateMask) - 8;
        Assert.False(first.IsLive);
        for (int i = 0; i < 4; i++)
        {
            var lease = new PooledLease<TrackedItem>(cell, cell.Version);
            Assert.True(lease.TryReturn());
            Assert.False(lease.TryReturn());
            Assert.Same(cell, source.Rent());
        }

        Assert.True(cell.Version > boundary);
        source.Store.Dispose();
    }

    [Fact]
    public void Dispose_RacedByFourThreads_ReturnsEachItemOnce()
    {
        const int batch = 1024;
        const int threads = 4;
        var leases = new PooledLease<TrackedItem>[batch];
        int rounds = 0;
        using var phase = new Barrier(threads, _ =>
        {
            // Every second time all leases were disposed by all threads.
            if (rounds++ % 2 == 0)
            {
                for (int i = 0; i < batch; i++)
                {
                    leases[i] = _pool.Rent();
                    leases[i].Value.Take().Give(); // throws if two leases share an item that is still held
                }

                Assert.Equal(batch, leases.Select(static lease => lease.Value).Distinct().Count());
            }
            else
            {
                Assert.Equal(0, _pool.GetStatistics().InUse);
            }
        });
        TestThread.RunAll(threads, index =>
        {
            for (int round = 0; round < 100; round++)
            {
                phase.SignalAndWait();
                for (int i = 0; i < batch; i++)
                    leases[(index & 1) == 0 ? (i + index * 256) % batch : batch - 1 - i].Dispose();

                phase.SignalAndWait();
            }
        });
    }

    [Fact]
    public void Equals_CopiesAndOthers_DistinguishesThem()
    {
        PooledLease<TrackedItem> first = _pool.Rent();
        PooledLease<TrackedItem> copy = first;
        PooledLease<TrackedItem> other = _pool.Rent();

        Assert.True(first == copy && first.Equals((object)copy) && first.GetHashCode() == copy.GetHashCode());
        Assert.True(first != other && !first.Equals(other) && !first.Equals("lease"));
        first.Dispose();
        Assert.True(first == copy);
        Assert.True(first != _pool.Rent());
        Assert.Equal(default(PooledLease<TrackedItem>).GetHashCode(), default(PooledLease<TrackedItem>).GetHashCode());
    }

    [Fact]
    public void TryReturn_Twice_ReturnsTheItemOnce()
    {
        using var pool = new LeasePool<TrackedItem>(new TrackedItemPolicy());
        PooledLease<TrackedItem> lease = pool.Rent();
        PooledLease<TrackedItem> copy = lease;
        Assert.True(lease.IsLive && copy.IsLive);

        Assert.True(copy.TryReturn());

        Assert.False(lease.IsLive || copy.IsLive || default(PooledLease<TrackedItem>).IsLive);
        Assert.False(lease.TryReturn() || copy.TryReturn() || default(PooledLease<TrackedItem>).TryReturn());
        Assert.Equal(1, pool.GetStatistics().TotalReturned);
    }
}
