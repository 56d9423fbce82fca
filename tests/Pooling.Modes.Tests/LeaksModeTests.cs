using System.Diagnostics;
using Pooling.Buffers;
using Pooling.Diagnostics;
using Pooling.Doubles;
using Pooling.Internal;
using Pooling.Internal.Polyfills;
using Pooling.Objects;

namespace Pooling.Modes;

/// <summary>Rentals that are never returned in <see cref="PoolingMode.Leaks"/>, and rentals that are.</summary>
public sealed class LeaksModeTests : IDisposable
{
    private readonly ModeScope _mode = new(PoolingMode.Leaks);

    public void Dispose() => _mode.Dispose();

    public static TheoryData<string> Kinds => [.. LostRental.Names];

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Rental_ThatIsLost_IsReportedOnceForItsPlace(string kind)
    {
        string pool = $"lost {kind}";
        using var rental = new LostRental(kind, pool);
        var found = new List<RentalPlace>();
        Action<RentalPlace> handler = place =>
        {
            lock (found)
                found.Add(place);
        };
        PoolingDiagnostics.LeakFound += handler;
        try
        {
            for (int i = 0; i < 3; i++)
                Collector.Lose(rental.Lose);

            RentalPlace leak = Assert.Single(PoolingDiagnostics.GetLeaks(), leak => rental.IsLoss(leak));
            Assert.Equal(3, leak.Count);
            Assert.StartsWith($"at {typeof(LostRental).FullName}.", leak.StackTrace.Split('\n')[0].Trim(), StringComparison.Ordinal);
            Assert.InRange(leak.Age, TimeSpan.Zero, TimeSpan.FromMinutes(5));
            Assert.DoesNotContain(PoolingDiagnostics.GetRentals(TimeSpan.Zero), rental.IsLoss);
            Assert.True(SpinWait.SpinUntil(
                () =>
                {
                    lock (found) // another thread may have found the place, and calls the handler after that
                        return found.Exists(rental.IsLoss);
                },
                TimeSpan.FromMinutes(1)));
            lock (found)
                Assert.Equal(1, Assert.Single(found, rental.IsLoss).Count);
        }
        finally
        {
            PoolingDiagnostics.LeakFound -= handler;
        }
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Rental_ThatIsReturned_IsNotReported(string kind)
    {
        using var rental = new LostRental(kind, $"returned {kind}");
        Collector.Lose(rental.Return);

        Assert.DoesNotContain(PoolingDiagnostics.GetLeaks(), rental.IsReturn);
        Assert.DoesNotContain(PoolingDiagnostics.GetRentals(TimeSpan.Zero), rental.IsReturn);
    }

    [Fact]
    public void GetRentals_OfALeaseThatIsHeld_HasItsPlaceAndAge()
    {
        using LeasePool<Item> pool = LeasePool.Create<Item>(new PoolOptions { Name = "held" });
        using PooledLease<Item> first = pool.Rent();
        string stack = Assert.Single(Held(TimeSpan.Zero)).StackTrace;
        Thread.Sleep(50);
        long begun = Stopwatch.GetTimestamp();
        using PooledLease<Item> second = pool.Rent();

        RentalPlace[] all = Held(TimeSpan.Zero);
        TimeSpan longest = Stopwatch.GetElapsedTime(begun);
        RentalPlace old = Assert.Single(Held(TimeSpan.FromMilliseconds(40)), place => place.StackTrace == stack);
        Assert.True(old.Age >= TimeSpan.FromMilliseconds(50));
        Assert.Empty(Held(TimeSpan.FromHours(1)));
        Assert.Equal(2, all.Length); // two lines of this method
        Assert.InRange(Assert.Single(all, place => place.StackTrace != stack).Age, TimeSpan.Zero, longest);
        Assert.Equal(1, old.Count);
        Assert.Contains(nameof(GetRentals_OfALeaseThatIsHeld_HasItsPlaceAndAge), old.StackTrace, StringComparison.Ordinal);
        Assert.Contains("Pool 'held': 1 rental not returned", old.ToString(), StringComparison.Ordinal);
        Assert.Equal(all.OrderByDescending(static place => place.Age), all);
    }

    [Fact]
    public void Leak_OfAnIdleProgram_IsReportedWithoutACall()
    {
        using var rental = new LostRental("lease", "idle program");
        using var found = new ManualResetEventSlim();
        Action<RentalPlace> handler = place =>
        {
            if (rental.IsLoss(place))
                found.Set();
        };
        PoolingDiagnostics.LeakFound += handler;
        Collector.Lose(rental.Lose);

        Assert.True(found.Wait(TimeSpan.FromMinutes(1)));
        PoolingDiagnostics.LeakFound -= handler;
    }

    /// <summary>Checks a finalizer whose post fails: the next slow path of any pool reports.</summary>
    [Fact]
    public void Leak_ThatCouldNotBePosted_IsReportedLater()
    {
        using var rental = new LostRental("lease", "failing post");
        using var found = new ManualResetEventSlim();
        Action<RentalPlace> handler = place =>
        {
            if (rental.IsLoss(place))
                found.Set();
        };
        PoolingDiagnostics.LeakFound += handler;
        Internal.Polyfills.WorkQueue.Posting = static (_, _) => throw new OutOfMemoryException();
        Collector.Lose(rental.Lose);
        Internal.Polyfills.WorkQueue.Posting = null;
        using LeasePool<Item> other = LeasePool.Create<Item>();
        other.Rent().Dispose();

        Assert.True(found.Wait(TimeSpan.FromMinutes(1)));
        PoolingDiagnostics.LeakFound -= handler;
    }

    [Fact]
    public void LeakFound_WithAHandlerThatThrows_CallsTheOthersAndReports()
    {
        using var rental = new LostRental("lease", "bad handler");
        using var called = new ManualResetEventSlim();
        Action<RentalPlace> bad = static _ => throw new InvalidOperationException("of a handler");
        Action<RentalPlace> good = place =>
        {
            if (rental.IsLoss(place))
                called.Set();
        };
        PoolingDiagnostics.LeakFound += bad;
        PoolingDiagnostics.LeakFound += good;
        Collector.Lose(rental.Lose);

        Assert.Single(PoolingDiagnostics.GetLeaks(), rental.IsLoss);
        Assert.True(called.Wait(TimeSpan.FromMinutes(1)));
        PoolingDiagnostics.LeakFound -= bad;
        PoolingDiagnostics.LeakFound -= good;
    }

    [Fact]
    public void LeakFound_WithoutMemory_IsRaisedOnceForEachPlace()
    {
        using var hold = new LibraryThreadHold(); // it would report what this loses
        int calls = 0;
        for (bool fired = true; fired; calls++)
        {
            using var first = new LostRental("lease", $"no memory, first {calls}");
            using var second = new LostRental("writer", $"no memory, second {calls}");
            var told = new List<RentalPlace>();
            Action<RentalPlace> handler = told.Add;
            PoolingDiagnostics.LeakFound += handler;
            WorkQueue.Posting = static (_, _) => throw new OutOfMemoryException(); // the calls below report
            Collector.Lose(first.Lose);
            Collector.Lose(second.Lose);
            int left = calls;
            bool hasFired = false;
            try
            {
                Allocations.Failing = () =>
                {
                    if (left-- == 0)
                    {
                        hasFired = true;
                        throw new OutOfMemoryException();
                    }
                };
                _ = PoolingDiagnostics.GetLeaks();
            }
            catch (OutOfMemoryException)
            {
                Assert.True(hasFired);
            }
            finally
            {
                Allocations.Failing = null;
                WorkQueue.Posting = null;
            }

            List<RentalPlace> leaks = [.. PoolingDiagnostics.GetLeaks()];
            PoolingDiagnostics.LeakFound -= handler;
            Assert.All(new[] { first, second }, rental =>
            {
                Assert.Equal(1, Assert.Single(leaks, rental.IsLoss).Count);
                Assert.Single(told, rental.IsLoss);
            });
            fired = hasFired;
        }

        Assert.True(calls > 2, "Each place should have allocated.");
    }

    [Fact]
    public void Mode_ChangedWhileRentalsAreTracked_ReportsNoneOfThem()
    {
        using LeasePool<Item> pool = LeasePool.Create<Item>(new PoolOptions { Name = "changed" });
        Collector.Lose(() =>
        {
            PooledLease<Item> returned = pool.Rent();
            pool.Rent(); // lost, but no longer tracked
            PoolingDiagnostics.Mode = PoolingMode.Off;
            returned.Dispose();
        });
        pool.Trim();
        Collector.Collect();

        Assert.DoesNotContain(PoolingDiagnostics.GetLeaks(), static leak => leak.PoolName == "changed");
        Assert.DoesNotContain(PoolingDiagnostics.GetRentals(TimeSpan.Zero), static place => place.PoolName == "changed");
    }

    [Fact]
    public void LeakInterval_Of16_TracksAboutASixteenth()
    {
        const int Rentals = 16_000;
        PoolingDiagnostics.LeakInterval = 16;
        using LeasePool<Item> pool = LeasePool.Create<Item>(new PoolOptions { Name = "sampled" });
        var leases = new PooledLease<Item>[Rentals];
        for (int i = 0; i < Rentals; i++)
            leases[i] = pool.Rent();

        RentalPlace place = Assert.Single(PoolingDiagnostics.GetRentals(TimeSpan.Zero), static place => place.PoolName == "sampled");
        Assert.InRange(place.Count, 800, 1200); // mean 1,000, standard deviation 31
        foreach (PooledLease<Item> lease in leases)
            lease.Dispose();
    }

    [Fact]
    public void Places_BeyondTheMaximum_AreCountedWithoutAStack()
    {
        using var memory = new MagazineMemoryPool();
        var pools = new List<LeasePool<Item>>();
        for (int i = 0; i < MaxPlaces + 10; i++)
            pools.Add(LeasePool.Create<Item>(new PoolOptions { Name = $"place {i}" }));

        var leases = pools.ConvertAll(static pool => pool.Rent());
        IReadOnlyList<RentalPlace> places = PoolingDiagnostics.GetRentals(TimeSpan.Zero);

        Assert.Equal(pools.Count, places
            .Where(static place => place.PoolName.StartsWith("place ", StringComparison.Ordinal))
            .Sum(static place => place.Count));
        Assert.InRange(places.Count(static place => place.StackTrace.Length == 0), 10, 20);
        leases.ForEach(static lease => lease.Dispose());
        pools.ForEach(static pool => pool.Dispose());
    }

    /// <summary>Threads that rent and return every kind, while another one collects: a return must always come before the
    /// finalizer.</summary>
    [Fact]
    public void Rentals_OfManyThreadsUnderCollections_AreNeverReported()
    {
        LostRental[] rentals = [.. LostRental.Names.Select(static name => new LostRental(name, $"raced {name}"))];
        using var ended = new ManualResetEventSlim();
        var collecting = new Thread(() =>
        {
            while (!ended.IsSet)
            {
                GC.Collect(GC.MaxGeneration, GCCollectionMode.Forced, blocking: true);
                GC.WaitForPendingFinalizers();
            }
        });
        collecting.Start();
        Thread[] threads = [.. Enumerable.Range(0, 8).Select(_ => new Thread(() =>
        {
            for (int i = 0; i < 200; i++)
            {
                foreach (LostRental rental in rentals)
                    rental.Return();
            }
        }))];
        Array.ForEach(threads, static thread => thread.Start());
        Array.ForEach(threads, static thread => thread.Join());
        ended.Set();
        collecting.Join();
        Collector.Collect();

        Assert.DoesNotContain(PoolingDiagnostics.GetLeaks(), static leak => leak.PoolName.StartsWith("raced ", StringComparison.Ordinal));
        Array.ForEach(rentals, static rental => rental.Dispose());
    }

    private static RentalPlace[] Held(TimeSpan minimumAge) =>
        [.. PoolingDiagnostics.GetRentals(minimumAge).Where(static place => place.PoolName == "held")];

    private const int MaxPlaces = 1024;
}
