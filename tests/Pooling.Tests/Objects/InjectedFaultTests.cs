using Microsoft.Extensions.ObjectPool;
using Pooling.Doubles;

namespace Pooling.Objects;

/// <summary>Tests faults in each call of a policy, an item's disposal or a clock, before or after its work. No item has two renters, and
/// none is lost except if its creation threw after it was created.</summary>
public sealed class InjectedFaultTests
{
    private static readonly PoolOptions s_tight = new() { MaxRetained = 6, MaxRetainedPerThread = 5, TrimAfter = TimeSpan.FromSeconds(1) };

    private static readonly Dictionary<string, Action<Room>> s_programs = new()
    {
        ["magazine pool"] = static room =>
        {
            MagazinePool<TrackedItem>? pool = null;
            if (!room.Try(() => pool = new MagazinePool<TrackedItem>(room.Policy, s_tight, room.Clock)))
                return;

            for (int round = 0; round < 3; round++)
            {
                var held = new Stack<TrackedItem>();
                for (int i = 0; i < 9; i++)
                    room.Try(() => held.Push(pool!.Get().Take()));

                while (held.Count > 0)
                {
                    TrackedItem item = held.Pop().Give();
                    room.Try(() => pool!.Return(item));
                }

                room.Clock.Advance(TimeSpan.FromSeconds(2));
            }

            Assert.Equal(0, pool!.GetStatistics().InUse);
            room.Try(pool.Trim);
            room.Try(pool.Dispose);
        },
        ["many at once"] = static room =>
        {
            MagazinePool<TrackedItem>? pool = null;
            if (!room.Try(() => pool = new MagazinePool<TrackedItem>(room.Policy, s_tight, room.Clock)))
                return;

            for (int round = 0; round < 3; round++)
            {
                var items = new TrackedItem[9];
                if (room.Try(() => pool!.GetMany(items)))
                {
                    foreach (TrackedItem item in items)
                        item.Take().Give();

                    room.Try(() => pool!.ReturnMany(items));
                }
                else
                {
                    Assert.All(items, Assert.Null);
                }

                room.Clock.Advance(TimeSpan.FromSeconds(2));
            }

            Assert.Equal(0, pool!.GetStatistics().InUse);
            room.Try(pool.Dispose);
        },
        ["lease pool"] = static room =>
        {
            LeasePool<TrackedItem>? pool = null;
            if (!room.Try(() => pool = new LeasePool<TrackedItem>(room.Policy, s_tight, room.Clock)))
                return;

            for (int round = 0; round < 3; round++)
            {
                var held = new Stack<PooledLease<TrackedItem>>();
                for (int i = 0; i < 9; i++)
                {
                    if (room.Try(() => held.Push(pool!.Rent())))
                        held.Peek().Value.Take();
                }

                while (held.Count > 0)
                {
                    PooledLease<TrackedItem> lease = held.Pop();
                    lease.Value.Give();
                    room.Try(() => lease.Dispose());
                    Assert.False(lease.IsLive);
                    lease.Dispose();
                }

                room.Clock.Advance(TimeSpan.FromSeconds(2));
            }

            Assert.Equal(0, pool!.GetStatistics().InUse);
            room.Try(pool.Trim);
            room.Try(pool.Dispose);
        },
        ["provider"] = static room =>
        {
            ObjectPool<TrackedItem>? pool = null;
            var provider = new MagazinePoolProvider(s_tight, room.Clock);
            if (!room.Try(() => pool = provider.Create(new FaultyPolicy<TrackedItem>(room.Policy, room.Plan))))
                return;

            for (int round = 0; round < 3; round++)
            {
                var held = new Stack<TrackedItem>();
                for (int i = 0; i < 9; i++)
                    room.Try(() => held.Push(pool!.Get().Take()));

                while (held.Count > 0)
                {
                    TrackedItem item = held.Pop().Give();
                    room.Try(() => pool!.Return(item));
                }

                room.Clock.Advance(TimeSpan.FromSeconds(2));
            }

            room.Try(((IDisposable)pool!).Dispose);
        },
    };

    public static TheoryData<string> Programs => [.. s_programs.Keys];

    [Theory]
    [MemberData(nameof(Programs))]
    public void AnyCall_ThatThrowsBeforeOrAfterItsWork_LosesNoItem(string program)
    {
        foreach (FaultMoment moment in new[] { FaultMoment.Before, FaultMoment.After })
        {
            int calls = 0;
            for (bool fired = true; fired; calls++)
            {
                var room = new Room(new FaultPlan(calls + 1, moment));
                s_programs[program](room);
                fired = room.Plan.HasFired;
                room.AssertNothingLost();
            }

            Assert.True(calls > 30, "Policy and clock should have been called.");
        }
    }

    [Theory]
    [InlineData("rent and return")]
    [InlineData("trim")]
    [InlineData("dispose")]
    public void AnyCall_ThatUsesThePool_LosesNoItem(string hook)
    {
        foreach (FaultMoment moment in new[] { FaultMoment.Before, FaultMoment.After })
        {
            int calls = 0;
            for (bool fired = true; fired; calls++)
            {
                var room = new Room(new FaultPlan(calls + 1, moment));
                RunWithHook(room, hook);
                fired = room.Plan.HasFired;
                room.AssertNothingLost();
            }

            Assert.True(calls > 30, "Policy and clock should have been called.");
        }
    }

    private static void RunWithHook(Room room, string hook)
    {
        MagazinePool<TrackedItem>? items = null;
        LeasePool<TrackedItem>? leases = null;
        room.Plan.Act = _ =>
        {
            switch (hook)
            {
                case "trim":
                    items?.Trim();
                    leases?.Trim();
                    break;
                case "dispose":
                    items?.Dispose();
                    leases?.Dispose();
                    break;
                default:
                    Refused(() => items?.Return(items.Get().Take().Give()));
                    Refused(() => leases?.Rent().Dispose());
                    break;
            }
        };
        items = new MagazinePool<TrackedItem>(room.Policy, s_tight, room.Clock);
        leases = new LeasePool<TrackedItem>(room.Policy, s_tight, room.Clock);
        for (int round = 0; round < 3; round++)
        {
            var held = new Stack<TrackedItem>();
            var rented = new Stack<PooledLease<TrackedItem>>();
            for (int i = 0; i < 9; i++)
            {
                Refused(() => held.Push(items.Get().Take()));
                if (!Refused(() => rented.Push(leases.Rent())))
                    rented.Peek().Value.Take();
            }

            while (held.Count > 0)
                items.Return(held.Pop().Give());

            while (rented.Count > 0)
            {
                PooledLease<TrackedItem> lease = rented.Pop();
                lease.Value.Give();
                lease.Dispose();
            }

            room.Clock.Advance(TimeSpan.FromSeconds(2));
        }

        // The hook may still be running, on the thread of a trim.
        Assert.True(SpinWait.SpinUntil(
            () => (items.GetStatistics().InUse, leases.GetStatistics().InUse) == (0, 0), TimeSpan.FromSeconds(30)));
        items.Dispose();
        leases.Dispose();
    }

    /// <summary>Returns whether a pool was disposed by then.</summary>
    private static bool Refused(Action rent)
    {
        try
        {
            rent();
            return false;
        }
        catch (ObjectDisposedException)
        {
            return true;
        }
    }

    private sealed class Room
    {
        private static readonly MagazinePool<object> s_other = MagazinePool.Create(static () => new object());

        internal Room(FaultPlan plan)
        {
            Plan = plan;
            Policy = new TrackedItemPolicy { Faults = plan, DisposalsMayFail = true, Accept = static item => item.Resets % 5 != 0 };
            Clock = new ManualTimeProvider(plan);
        }

        internal FaultPlan Plan { get; }

        internal TrackedItemPolicy Policy { get; }

        internal ManualTimeProvider Clock { get; }

        private bool LostInCreation { get; set; }

        internal bool Try(Action action)
        {
            try
            {
                action();
                return true;
            }
            catch (InjectedFaultException fault)
            {
                LostInCreation |= fault.Message.Contains("Create", StringComparison.Ordinal);
                return false;
            }
        }

        /// <summary>Waits until the items are disposed. A thread releases what it keeps of a disposed pool at its next
        /// access to any pool: so this thread and those of trims access one until then.</summary>
        internal void AssertNothingLost()
        {
            TestThread.WaitFor(
                () =>
                {
                    if (Policy.Items.Count(static item => item.Disposals == 0) <= (LostInCreation ? 1 : 0))
                        return true;

                    UseOther();
                    ThreadPool.UnsafeQueueUserWorkItem(static _ => UseOther(), null);
                    return false;
                },
                "disposal of the items");
            Assert.All(Policy.Items, static item => Assert.InRange(item.Disposals, 0, 1));
        }

        private static void UseOther() => s_other.Return(s_other.Get());
    }
}
