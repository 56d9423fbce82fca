using Pooling.Doubles;

namespace Pooling.Objects;

/// <summary>Tests the cell whose home is a thread. Its races are tested by the soak tests and by the explorer of schedules.</summary>
public sealed class LeaseCellTests : IDisposable
{
    private readonly TrackedItemPolicy _policy = new();
    private readonly DelegateLeaseSource<TrackedItem> _source;

    public LeaseCellTests() =>
        _source = new(_policy.Create, _policy.Return, new StoreOptions { TrimAfter = Timeout.InfiniteTimeSpan });

    private LeaseCell Home => _source.Store.FindOwn()!.Home!;

    public void Dispose() => _source.Store.Dispose();

    [Fact]
    public void Rent_TwoAtOnce_OneIsAtHome()
    {
        PooledLease<TrackedItem> first = Rent(out LeaseCell home);
        PooledLease<TrackedItem> second = Rent(out LeaseCell other);

        Assert.Same(home, Home);
        Assert.NotSame(home, other);
        second.Dispose();
        Assert.False(Home.IsFreeAtHome);
        first.Dispose();
        Assert.True(Home.IsFreeAtHome);
        Assert.Equal(2, _source.Store.GetStatistics().Retained);
        Assert.Equal(0, _source.Store.GetStatistics().InUse);
    }

    /// <summary>A free home cell that goes to a magazine gets another home with its next lease, or none: it must not go to the old
    /// one.</summary>
    [Fact]
    public void LeaveHome_FreeCell_IsInAMagazine()
    {
        Rent(out LeaseCell home).Dispose();
        home.LeaveHome();

        Assert.Equal(LeaseCell.InMagazine, home.Version & LeaseCell.StateMask);
        Assert.False(home.IsFreeAtHome);
        Assert.False(home.TryGoHome(home.Version));
        home.ComeHome(); // for the end of the test
        home.Refuse(home.Version);
    }

    [Fact]
    public void TryEnd_OnAnotherThread_SendsTheCellHome()
    {
        PooledLease<TrackedItem> lease = Rent(out LeaseCell home);
        TestThread.Run(lease.Dispose);

        Assert.True(home.IsFreeAtHome);
        Assert.Equal(1, _source.Store.Threads.Count);
        using PooledLease<TrackedItem> again = Rent(out LeaseCell cell);
        Assert.Same(home, cell);
        Assert.False(lease.IsLive);
    }

    [Fact]
    public void TryEnd_PolicyRefuses_MakesRoomForAnotherHome()
    {
        PooledLease<TrackedItem> lease = Rent(out LeaseCell refused);
        _policy.Accept = static _ => false;
        TestThread.Run(lease.Dispose);
        _policy.Accept = static _ => true;

        using PooledLease<TrackedItem> next = Rent(out LeaseCell home);
        Assert.NotSame(refused, home);
        Assert.Same(home, Home);
        Assert.Equal((1, 0), (_source.Store.GetStatistics().InUse, _source.Store.GetStatistics().Retained));
        Assert.Equal(1, _policy.Items.First().Disposals);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void TryEnd_PoolWasDisposed_DropsTheItemAtOnce(bool elsewhere)
    {
        PooledLease<TrackedItem> lease = Rent(out _);
        TestThread.Run(_source.Store.Dispose);
        if (elsewhere)
            TestThread.Run(lease.Dispose);
        else
            lease.Dispose();

        Assert.Equal(1, Assert.Single(_policy.Items).Disposals);
        Assert.Equal((0, 0), (_source.Store.GetStatistics().InUse, _source.Store.GetStatistics().Retained));
    }

    [Fact]
    public void AdoptOrphans_HomeIsFree_MovesItToTheDepot()
    {
        TestThread.Run(() => Rent(out _).Dispose());
        _source.Store.AdoptOrphans();

        Assert.Equal((0, 1), (_source.Store.Threads.Count, _source.Store.GetStatistics().Retained));
        using PooledLease<TrackedItem> lease = Rent(out LeaseCell home);
        Assert.Same(Assert.Single(_policy.Items), lease.Value);
        Assert.Same(home, Home);
    }

    [Fact]
    public void AdoptOrphans_HomeIsLeased_LeavesItToWhoEndsTheLease()
    {
        PooledLease<TrackedItem> lease = default;
        TestThread.Run(() => lease = Rent(out _));
        _source.Store.AdoptOrphans();
        Assert.True(lease.IsLive);
        Assert.Equal((0, 1), (_source.Store.Threads.Count, _source.Store.GetStatistics().InUse));

        Assert.True(lease.TryReturn());
        Assert.False(lease.TryReturn());
        Assert.Equal((0, 1), (_source.Store.GetStatistics().InUse, _source.Store.GetStatistics().Retained));
    }

    [Fact]
    public void Trim_HomeIsLeased_KeepsIt()
    {
        PooledLease<TrackedItem> lease = Rent(out LeaseCell home);
        _source.Store.Trim();
        lease.Dispose();
        Assert.True(home.IsFreeAtHome);

        _source.Store.Trim();
        Assert.Equal((0, 1), (_source.Store.GetStatistics().Retained, Assert.Single(_policy.Items).Disposals));
    }

    /// <summary>Checks that a cell that is leased for a long time is replaced as the home cell. Otherwise a thread with one permanent lease
    /// would have no home cell for all others.</summary>
    [Fact]
    public void Rent_HomeIsLeasedSinceTwoTrims_GetsAnotherHome()
    {
        using PooledLease<TrackedItem> kept = Rent(out LeaseCell first);
        for (int i = 0; i < 3; i++)
        {
            _source.Store.TrimIdle();
            Rent(out _).Dispose();
        }

        Rent(out LeaseCell home).Dispose();
        Assert.NotSame(first, home);
        Assert.True(home.IsFreeAtHome);
        Assert.True(kept.IsLive);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(16)]
    [InlineData(2048)]
    public void Retained_LeasesEndElsewhere_IsWithinTheLimits(int maximum)
    {
        var source = new DelegateLeaseSource<TrackedItem>(_policy.Create, _policy.Return, new StoreOptions { MaxRetained = maximum });
        using var meeting = new Barrier(3);
        var leases = new PooledLease<TrackedItem>[3, 50];
        TestThread.RunAll(3, index =>
        {
            for (int round = 0; round < 20; round++)
            {
                for (int i = 0; i < 50; i++)
                {
                    LeaseCell<TrackedItem> cell = source.Rent(out long version);
                    leases[index, i] = new PooledLease<TrackedItem>(cell, version);
                }

                meeting.SignalAndWait();
                for (int i = 0; i < 50; i++)
                    Assert.True(leases[(index + round) % 3, i].TryReturn());

                Assert.InRange(source.Store.GetStatistics().Retained, 0, maximum + 3 * source.Store.PerThread);
                meeting.SignalAndWait();
                Assert.Equal(0, source.Store.GetStatistics().InUse);
                meeting.SignalAndWait();
            }
        });
        source.Store.Dispose();
    }

    /// <summary>Checks that a number is used again once every pool has removed the dead thread, without a collection.</summary>
    [Fact]
    public void Number_ThreadsComeAndGo_IsUsedAgain()
    {
        var numbers = new HashSet<int>();
        for (int i = 0; i < 500; i++)
        {
            TestThread.Run(() =>
            {
                Rent(out _).Dispose();
                numbers.Add(PoolThread.CurrentNumber);
            });
        }

        Assert.InRange(numbers.Count, 1, 250); // other tests take some meanwhile
    }

    /// <summary>Checks that the array has free elements at its ends, and that threads may start while others work.</summary>
    [Fact]
    public void Places_MoreThreadsThanAtFirst_EachFindsItsOwn()
    {
        Rent(out _).Dispose();
        Assert.InRange(MagazineStore.PaddingPlaces, 128 / IntPtr.Size, 1024);
        using var meeting = new Barrier(40);
        TestThread.RunAll(40, index =>
        {
            for (int i = 0; i < 3; i++)
            {
                if (i > 0 || index % 2 == 0)
                    Rent(out _).Dispose();

                meeting.SignalAndWait();
            }

            Rent(out LeaseCell cell).Dispose();
            Assert.Same(Home, cell);
            meeting.SignalAndWait();
        });

        Assert.InRange(_source.Store.Places, 40, 40_000);
        Assert.Equal(0, _source.Store.GetStatistics().InUse);
    }

    /// <summary>Checks that leases have different versions. The versions of a round are used up after a few leases, and a stale lease of
    /// any round ends nothing.</summary>
    [Fact]
    public void TryEnd_OfAMagazineManyTimes_EachLeaseHasItsOwnVersion()
    {
        using PooledLease<TrackedItem> first = Rent(out _);
        var ended = new List<PooledLease<TrackedItem>>();
        for (int i = 0; i < 20; i++)
        {
            PooledLease<TrackedItem> lease = Rent(out LeaseCell cell);
            Assert.DoesNotContain(lease, ended);
            Assert.True(cell.Version > 0 && (cell.Version & LeaseCell.InMagazine) != 0);
            Assert.True(lease.TryReturn());
            ended.Add(lease);
            Assert.All(ended, static stale => Assert.False(stale.TryReturn()));
        }

        using PooledLease<TrackedItem> live = Rent(out _);
        Assert.All(ended, static stale => Assert.False(stale.TryReturn()));
        Assert.True(live.IsLive);
    }

    /// <summary>Checks that a thread whose home cell went to the disposed pool leaves it unchanged, although it still considers it its home
    /// cell.</summary>
    [Fact]
    public void Leave_CellWentToTheDisposedPool_LeavesItAlone()
    {
        var word = default(long);
        int leaving = 0;
        CellWord<ProcessorAtomics>.ComeHome(ref word, ref leaving);
        long lease = word;
        Assert.True(CellWord<ProcessorAtomics>.TryTake(ref word, lease));
        CellWord<ProcessorAtomics>.Close(ref leaving);
        Assert.False(CellWord<ProcessorAtomics>.TryGoHome(ref word, ref leaving, lease));
        for (int i = 0; i < 20; i++)
        {
            CellWord<ProcessorAtomics>.EnterMagazine(ref word);
            Assert.False(CellWord<ProcessorAtomics>.TryDetach(ref word, ref leaving));
            long version = word;
            Assert.True(CellWord<ProcessorAtomics>.TryTake(ref word, version));
            Assert.False(CellWord<ProcessorAtomics>.TryDetach(ref word, ref leaving));
            Assert.False(CellWord<ProcessorAtomics>.TryGoHome(ref word, ref leaving, version));
        }
    }

    private PooledLease<TrackedItem> Rent(out LeaseCell cell)
    {
        LeaseCell<TrackedItem> leased = _source.Rent(out long version);
        cell = leased;
        return new PooledLease<TrackedItem>(leased, version);
    }
}
