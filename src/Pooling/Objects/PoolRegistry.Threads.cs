namespace Pooling.Objects;

/// <content>Assigns small numbers to threads, and takes them back from ended ones.</content>
internal static partial class PoolRegistry
{
    private static FreeNumbers s_numbers; // 0 is no thread's number, so each is one more
    private static PoolThread? s_endedThreads; // a list of those whose numbers are not yet among the free ones

    /// <returns>1 or more: the smallest number that is free.</returns>
    internal static int TakeThreadNumber()
    {
        using (LockHold.Of(s_gate))
        {
            // both pair with the exchange in GiveThreadNumber
            if (Volatile.Read(ref s_endedThreads) is not null)
            {
                PoolThread? thread = Interlocked.Exchange(ref s_endedThreads, null);
                for (; thread is not null; thread = thread.NextEnded)
                    s_numbers.Give(thread.Number - 1);
            }

            return s_numbers.Take() + 1;
        }
    }

    /// <summary>Takes the number back from an ended thread. Called once for each, by finalizers too: takes no lock,
    /// which may allocate.</summary>
    internal static void GiveThreadNumber(PoolThread ended)
    {
        ended.Magazines = null; // of no use to anybody any more, and possibly long
        PoolThread? next;
        do
        {
            next = Volatile.Read(ref s_endedThreads); // pairs with the exchange below
            ended.NextEnded = next;
        }
        // pairs with the exchange in TakeThreadNumber
        while (Interlocked.CompareExchange(ref s_endedThreads, ended, next) != next);
    }
}
