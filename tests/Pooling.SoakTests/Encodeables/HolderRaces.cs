using Pooling.Doubles;
using Pooling.Encodeables;

namespace Pooling.SoakTests.Encodeables;

/// <summary>Tests a million objects, each with one holder, and two threads that try to end it at the same moment, for all pairs of
/// operations that may do so.</summary>
internal sealed class HolderRaces : ISoak
{
    private const int Batch = 100;
    private const int Batches = 14; // per pair: more than a million rounds in total

    public string Name => "holder-races";

    public string Run(int factor)
    {
        long rounds = 0;
        int pairs = 0;
        for (Holder holder = Holder.Pool; holder <= Holder.List; holder++)
        {
            using EncodeablePool<HeldItem> type = EncodeablePool.Create(static () => new HeldItem());
            using EncodeablePool<HeldItem> parents = EncodeablePool.Create(static () => new HeldItem());
            foreach ((Ender first, Ender second) in HolderRound.Pairs())
            {
                pairs++;
                for (int i = factor * Batches; i > 0; i--)
                    rounds += RunBatch(type, parents, holder, first, second);
            }
        }

        return $"{rounds:N0} objects in {pairs} pairs, each ended once";
    }

    private static int RunBatch(EncodeablePool<HeldItem> type, EncodeablePool<HeldItem> parents, Holder holder, Ender first, Ender second)
    {
        HolderRound[] rounds = [.. Enumerable.Range(0, Batch).Select(_ => new HolderRound(type, parents, holder))];
        foreach (HolderRound round in rounds)
            round.Begin();

        int main = Environment.CurrentManagedThreadId;
        int raced = LockStep.Run(Batch, index => rounds[index].Run(Environment.CurrentManagedThreadId == main ? first : second));
        foreach (HolderRound round in rounds)
        {
            round.Finish();
            type.TryReturn(round.Item); // a bare object, if no operation has ended it
            SoakException.ThrowUnless(
                round.Ends == round.ExpectedEnds,
                $"What the {holder} holds was ended {round.Ends} times by {first} and {second}.");
        }

        SoakException.ThrowUnless(
            (type.GetStatistics().InUse, parents.GetStatistics().InUse) == (0, 0),
            $"{first} and {second} of what the {holder} holds: {type.GetStatistics().TotalRented} rented, "
                + $"{type.GetStatistics().TotalReturned} returned.");
        return raced;
    }
}
