using Pooling.Diagnostics;
using Pooling.Doubles;

namespace Pooling.Objects;

/// <content>Tests random operations of several threads, one after the other. After each, depot and parts are within the limit, each
/// thread is within its own, and every item is in one place.</content>
public sealed partial class MagazineStoreTests
{
    [Theory]
    [InlineData(1, 0, 0, false)]
    [InlineData(2, 20, 0, false)]
    [InlineData(3, 20, 1, false)]
    [InlineData(4, 20, 2, false)]
    [InlineData(5, 8, 5, false)]
    [InlineData(6, 100, 12, false)]
    [InlineData(7, 3_000, 128, false)]
    [InlineData(8, 5, 50, false)]
    [InlineData(9, 8, 1, true)]
    [InlineData(10, 20, 2, true)]
    [InlineData(11, 30, 3, true)]
    [InlineData(12, 100, 12, true)]
    [InlineData(13, 3_000, 128, true)]
    public void EveryStep_RandomOperationsOfThreadsThatComeAndGo_KeepsTheBounds(int seed, int maximum, int perThread, bool leases)
    {
        int steps = TestRounds.Of(6_000);
        var options = new StoreOptions
        {
            MaxRetained = maximum,
            MaxRetainedPerThread = perThread,
            TrimAfter = Timeout.InfiniteTimeSpan,
        };
        var run = new Run(seed, options, leases);
        for (int step = 0; step < steps; step++)
            run.Step();

        run.End();
        Assert.InRange(run.Store.GetStatistics().Retained, 0, maximum);
        run.Store.Dispose();
        Assert.Equal(0, run.Store.GetStatistics().Retained);
        run.AssertWhole();
    }

    private sealed class Run
    {
        private readonly Random _random;
        private readonly LivingThread?[] _threads = new LivingThread?[5];
        private readonly List<Tracked> _held = []; // rented by any thread: most are returned on another one
        private readonly List<PooledLease<Tracked>> _leased = [];
        private readonly DelegateLeaseSource<Tracked>? _source;
        private int _created;
        private int _parts;

        internal Run(int seed, StoreOptions options, bool leases)
        {
            _random = new Random(seed);
            _source = leases ? new DelegateLeaseSource<Tracked>(New, static _ => true, options) : null;
            Store = _source?.Store ?? new MagazineStore("items", options);
        }

        internal MagazineStore Store { get; }

        internal void Step()
        {
            int index = _random.Next(_threads.Length);
            if (_random.Next(40) == 0)
            {
                _threads[index]?.Dispose(); // ends with the items that it keeps
                _threads[index] = null;
            }
            else
            {
                (_threads[index] ??= new LivingThread()).Run(_source is null ? UseItems : UseLeases);
            }

            AssertBounds(Store);
            AssertWhole();
        }

        internal void End()
        {
            _held.ForEach(item => Push(item.Give()));
            _held.Clear();
            _leased.ForEach(static lease => lease.Dispose());
            _leased.Clear();
            Store.DischargeParts(_parts);
            for (int i = 0; i < _threads.Length; i++)
                _threads[i]?.Dispose();

            TestThread.Run(Store.AdoptOrphans);
            TestThread.Run(() => Assert.InRange(Store.Threads.Count, 0, 1)); // the test's own
            Store.Trim();
        }

        internal void AssertWhole()
        {
            PoolStatistics now;
            var items = new List<object>();
            using (Store.Depot.Enter()) // meanwhile nobody adopts the items of a thread whose end a finalizer has just reported
            {
                now = Store.GetStatistics();
                Store.CopyRetainedTo(items);
            }

            Assert.Equal(_held.Count + _leased.Count, now.InUse + now.RetainedParts);
            Assert.Equal(_created, now.TotalCreated);
            Assert.Equal(now.TotalCreated, now.Retained + now.InUse + now.RetainedParts + now.TotalDropped);
            Assert.Equal(now.Retained, items.Count);
            Assert.Equal(items.Count, items.Distinct().Count());
        }

        private void UseItems()
        {
            int count = _random.Next(1 + _random.Next(200));
            switch (_random.Next(11))
            {
                case 0 or 1:
                    for (int i = 0; i < count; i++)
                        _held.Add(((Tracked?)(Store.TryPop() ?? Store.PopSlow()) ?? New()).Take());

                    break;
                case 2 or 3:
                    foreach (Tracked item in TakeBack(count))
                        Push(item);

                    break;
                case 4:
                    var many = new Tracked[count];
                    int taken = Store.PopMany<Tracked>(many);
                    for (int i = 0; i < count; i++)
                        _held.Add((i < taken ? many[i] : New()).Take());

                    break;
                case 5:
                    var result = default(BulkReturn);
                    Store.PushMany<Tracked>([.. TakeBack(count)], ref result);
                    result.Complete();
                    break;
                case 6:
                    var slots = new MagazineSlot[count];
                    int found = Store.PopSlots(slots);
                    found += found < count ? Store.PopSlotsSlow(slots.AsSpan(found)) : 0;
                    for (int i = 0; i < found; i++)
                        _held.Add(((Tracked)slots[i].Item!).Take());

                    break;
                case 7:
                    MagazineSlot[] back = [.. TakeBack(count).Select(static item => new MagazineSlot { Item = item })];
                    var pushed = default(BulkReturn);
                    Store.PushSlots(back, ref pushed);
                    pushed.Complete();
                    Assert.All(back, static slot => Assert.Null(slot.Item));
                    break;
                case 8:
                    if (_random.Next(2) == 0)
                    {
                        _parts += Store.ChargeParts(Math.Min(count, _held.Count - _parts));
                    }
                    else
                    {
                        int parts = Math.Min(count, _parts);
                        _parts -= parts;
                        Store.DischargeParts(parts);
                    }

                    break;
                default:
                    Disturb();
                    break;
            }
        }

        private void UseLeases()
        {
            int count = _random.Next(1 + _random.Next(200));
            switch (_random.Next(5))
            {
                case 0 or 1:
                    for (int i = 0; i < count; i++)
                    {
                        _leased.Add(new PooledLease<Tracked>(_source!.Rent(out long version), version));
                        _leased[_leased.Count - 1].Value.Take();
                    }

                    break;
                case 2 or 3:
                    for (int i = Math.Min(count, _leased.Count); i > 0; i--)
                    {
                        int index = _random.Next(_leased.Count);
                        PooledLease<Tracked> lease = _leased[index];
                        _leased[index] = _leased[_leased.Count - 1];
                        _leased.RemoveAt(_leased.Count - 1);
                        lease.Value.Give();
                        Assert.True(lease.TryReturn());
                        Assert.False(lease.TryReturn());
                    }

                    break;
                default:
                    Disturb();
                    break;
            }
        }

        private void Disturb()
        {
            switch (_random.Next(6))
            {
                case 0:
                    Store.Trim();
                    break;
                case 1:
                    Store.AdoptOrphans();
                    break;
                case 2:
                    if (Store.FindOwn() is { } own)
                        Store.Suspend(own);

                    break;
                default:
                    Store.TrimIdle();
                    break;
            }
        }

        /// <summary>Takes items back. Parts remain, and count as long as they are held.</summary>
        private List<Tracked> TakeBack(int count)
        {
            var items = new List<Tracked>();
            for (count = Math.Min(count, _held.Count - _parts); count > 0; count--)
            {
                int index = _random.Next(_held.Count);
                items.Add(_held[index].Give());
                _held[index] = _held[_held.Count - 1];
                _held.RemoveAt(_held.Count - 1);
            }

            return items;
        }

        private void Push(Tracked item)
        {
            if (!Store.TryPush(item))
                Store.PushSlow(item);
        }

        private Tracked New()
        {
            _created++;
            return new Tracked();
        }
    }

    private sealed class Tracked
    {
        private bool _rented;

        internal Tracked Take()
        {
            Assert.False(_rented, "Two renters hold the same item.");
            _rented = true;
            return this;
        }

        internal Tracked Give()
        {
            Assert.True(_rented);
            _rented = false;
            return this;
        }
    }
}
