using Pooling.Buffers;
using Pooling.Diagnostics;
using Pooling.Doubles;
using Pooling.Objects;

namespace Pooling.Encodeables;

/// <content>Tests every pair of a holder and an operation that may try to end its rental.</content>
public sealed partial class PooledRefTests
{
    private const int RoundsOfAPair = 32;

    private readonly EncodeablePool<HeldItem> _parents = EncodeablePool.Create(static () => new HeldItem());

    public static TheoryData<Holder> Holders
    {
        get
        {
            var holders = new TheoryData<Holder>();
            for (Holder holder = Holder.Pool; holder <= Holder.List; holder++)
                holders.Add(holder);

            return holders;
        }
    }

    [Theory]
    [MemberData(nameof(Holders))]
    public void Ender_OfAnyHolder_EndsOnlyWhatItHolds(Holder holder)
    {
        using EncodeablePool<HeldItem> type = EncodeablePool.Create(static () => new HeldItem());
        foreach (Ender ender in HolderRound.Enders())
        {
            var round = new HolderRound(type, _parents, holder);
            round.Begin();
            round.Run(ender);
            Assert.True(round.Ends == (round.IsEndedBy(ender) ? 1 : 0), $"{ender} of what the {holder} holds: ended {round.Ends} times.");

            Finish(type, round, ender, ender);
        }
    }

    [Theory]
    [MemberData(nameof(Holders))]
    public void Enders_OneAfterTheOther_EndOnce(Holder holder)
    {
        using EncodeablePool<HeldItem> type = EncodeablePool.Create(static () => new HeldItem());
        foreach ((Ender one, Ender other) in HolderRound.Pairs())
        {
            foreach ((Ender first, Ender second) in new[] { (one, other), (other, one) })
            {
                var round = new HolderRound(type, _parents, holder);
                round.Begin();
                round.Run(first);
                round.Run(second);
                Finish(type, round, first, second);
            }
        }
    }

    [Theory]
    [MemberData(nameof(Holders))]
    public void Enders_RacedByTwoThreads_EndOnce(Holder holder)
    {
        using EncodeablePool<HeldItem> type = EncodeablePool.Create(static () => new HeldItem());
        int main = Environment.CurrentManagedThreadId;
        foreach ((Ender first, Ender second) in HolderRound.Pairs())
        {
            HolderRound[] rounds = [.. Enumerable.Range(0, RoundsOfAPair).Select(_ => new HolderRound(type, _parents, holder))];
            foreach (HolderRound round in rounds)
                round.Begin();

            LockStep.Run(RoundsOfAPair, index => rounds[index].Run(Environment.CurrentManagedThreadId == main ? first : second));
            foreach (HolderRound round in rounds)
                Finish(type, round, first, second);

            Assert.Equal((0, 0), (type.GetStatistics().InUse, _parents.GetStatistics().InUse));
            AssertNothingIsThereTwice(type);
        }
    }

    [Fact]
    public void TryReturn_OfAParentWhoseChildWasDetachedBefore_LeavesTheChildToItsHolder()
    {
        using PooledScope scope = PooledScope.Begin();
        TrackedEncodeable child = scope.Rent(_type);
        TrackedEncodeable parent = scope.Rent(_type);
        parent.Child = child;
        PooledRef<TrackedEncodeable> ofChild = scope.Detach(child);
        PooledRef<TrackedEncodeable> ofParent = scope.Detach(parent);
        child.Number = 7;

        Assert.True(ofParent.TryReturn());
        Assert.Equal((true, 7), (ofChild.IsLive, child.Number));
        Assert.NotSame(child, _type.RentUnchecked());
        Assert.NotSame(child, _type.RentUnchecked());
        Assert.True(ofChild.TryReturn());
    }

    [Fact]
    public void TryReturn_OfAParentWhoseChildIsAPartOfAnotherByNow_LeavesThePartAlone()
    {
        using PooledScope scope = PooledScope.Begin();
        TrackedEncodeable child = scope.Rent(_type);
        TrackedEncodeable parent = scope.Rent(_type);
        parent.Child = child;
        PooledRef<TrackedEncodeable> ofChild = scope.Detach(child);
        PooledRef<TrackedEncodeable> ofParent = scope.Detach(parent);
        ofChild.TryReturn();
        TrackedEncodeable next = scope.Rent(_type);
        next.Child = scope.Rent(_type);
        if (next == child)
            (next, next.Child) = (next.Child, null);

        next.Child = child;
        PooledRef<TrackedEncodeable> ofNext = scope.Detach(next);
        child.Number = 7;
        ofParent.TryReturn();

        Assert.Equal(7, ofNext.Value.Child!.Number);
        int resets = child.Resets;
        Assert.True(ofNext.TryReturn());
        Assert.Equal(resets + 1, child.Resets);
    }

    [Fact]
    public void TryReturn_OfTwoParentsWithOneArrayRaced_ReturnsTheArrayOnce()
    {
        const int Rounds = 5_000;
        var pairs = new (PooledRef<TrackedEncodeable> First, PooledRef<TrackedEncodeable> Second)[Rounds];
        for (int i = 0; i < Rounds; i++)
        {
            pairs[i] = (_type.Rent(), _type.Rent());
            // bare: belongs to the first one that ends
            pairs[i].First.Value.Numbers = pairs[i].Second.Value.Numbers = EncodeablePool.RentArray<int>(1);
        }

        MagazineStore store = PooledArrayType<int>.Unscoped.Shared.Store;
        PoolStatistics before = store.GetStatistics();
        int main = Environment.CurrentManagedThreadId;
        LockStep.Run(Rounds, round => (Environment.CurrentManagedThreadId == main ? pairs[round].First : pairs[round].Second).Dispose());
        foreach ((PooledRef<TrackedEncodeable> first, PooledRef<TrackedEncodeable> second) in pairs)
        {
            first.Dispose();
            second.Dispose();
        }

        Assert.Equal(before.TotalReturned + Rounds, store.GetStatistics().TotalReturned);
    }

    [Fact]
    public void TryReturn_OfTheSecondOfTwoParents_LeavesArrayAndPartToTheFirst()
    {
        using PooledScope scope = PooledScope.Begin();
        TrackedEncodeable first = scope.Rent(_type);
        TrackedEncodeable second = scope.Rent(_type);
        first.Child = second.Child = scope.Rent(_type);
        first.Numbers = second.Numbers = scope.RentArray<int>(3);
        PooledRef<TrackedEncodeable> ofFirst = scope.Detach(first);
        PooledRef<TrackedEncodeable> ofSecond = scope.Detach(second);
        (first.Child.Number, first.Numbers.Span[2]) = (7, 8);

        Assert.True(ofSecond.TryReturn());
        Assert.Equal((7, 8), (first.Child.Number, first.Numbers.Span[2]));
        PooledArray<int> numbers = first.Numbers;
        Assert.True(ofFirst.TryReturn());
        Assert.Throws<ObjectDisposedException>(() => numbers.Length);
        Assert.Equal(0, _type.GetStatistics().InUse);
    }

    [Fact]
    public void TryReturnOfThePool_OfWhatATokenOrAParentHolds_IsRefused()
    {
        using EncodeablePool<TrackedEncodeable> type = EncodeablePool.Create(static () => new TrackedEncodeable());
        using PooledScope scope = PooledScope.Begin();
        TrackedEncodeable parent = scope.Rent(type);
        parent.Child = scope.Rent(type);
        TrackedEncodeable part = parent.Child;
        PooledRef<TrackedEncodeable> rental = scope.Detach(parent);

        Assert.False(type.TryReturn(parent));
        Assert.False(type.TryReturn(part));
        Assert.Equal((true, 0), (rental.IsLive, part.Resets));
        Assert.True(rental.TryReturn());
        Assert.False(type.TryReturn(part));
        Assert.Equal((1, 1), (parent.Resets, part.Resets));
    }

    private void Finish(EncodeablePool<HeldItem> type, HolderRound round, Ender first, Ender second)
    {
        round.Finish();
        type.TryReturn(round.Item); // a bare object, if no operation has ended it
        Assert.True(round.Ends == round.ExpectedEnds, $"{first} and {second}: ended {round.Ends} times.");
    }

    private static void AssertNothingIsThereTwice(EncodeablePool<HeldItem> type)
    {
        int retained = (int)type.GetStatistics().Retained;
        var all = new PooledRef<HeldItem>[retained];
        for (int i = 0; i < retained; i++)
            all[i] = type.Rent();

        Assert.Equal(retained, all.Select(static rental => rental.Value).Distinct().Count());
        foreach (PooledRef<HeldItem> rental in all)
            rental.Dispose();
    }
}
