namespace Pooling.Objects;

/// <summary>Assigns small numbers to threads, and takes them back from ended ones.</summary>
/// <remarks>Invariant: a number is free only while no pool has an occupied place for it
/// (<see cref="ThreadOwner.Unregister"/>), so that the next thread with this number does not find the magazine of an
/// ended thread.</remarks>
internal static class ThreadNumbers
{
    private static readonly Lock s_gate = new();
    private static FreeNumbers s_numbers = new(capacity: 16); // 0 is no thread's number, so each is one more
    private static ThreadOwner? s_returned; // a list of those whose numbers are not yet among the free ones

    /// <summary>The largest number assigned so far. For tests.</summary>
    internal static int Largest
    {
        get
        {
            using (LockHold.Of(s_gate))
                return s_numbers.Used;
        }
    }

    /// <returns>1 or more: the smallest number that is free.</returns>
    internal static int Take()
    {
        using (LockHold.Of(s_gate))
        {
            TakeBack();
            return s_numbers.Take() + 1;
        }
    }

    /// <summary>Takes the number back from an ended thread. Called once for each, by finalizers too: takes no lock,
    /// which may allocate.</summary>
    internal static void Give(ThreadOwner ended)
    {
        ended.Entries = []; // of no use to anybody any more, and possibly long
        ThreadOwner? next;
        do
        {
            next = Volatile.Read(ref s_returned); // pairs with the exchange below
            ended.NextReturned = next;
        }
        while (Interlocked.CompareExchange(ref s_returned, ended, next) != next); // pairs with the exchange in TakeBack
    }

    private static void TakeBack()
    {
        if (Volatile.Read(ref s_returned) is null) // pairs with the exchange in Give
            return;

        ThreadOwner? owner = Interlocked.Exchange(ref s_returned, null); // pairs with the exchange in Give
        for (; owner is not null; owner = owner.NextReturned)
            s_numbers.Give(owner.Number - 1);
    }
}
