namespace Pooling.Objects;

/// <summary>Assigns small numbers to threads, and takes them back from ended ones.</summary>
/// <remarks>Invariant: a number is free only while no pool has an occupied place for it (<see cref="ThreadOwner.Unregister"/>), so that the
/// next thread with this number does not find the magazine of an ended thread.</remarks>
internal static class ThreadNumbers
{
    private static readonly Lock s_gate = new();
    private static int[] s_free = new int[16]; // as long as there are numbers, so that returning one does not allocate
    private static int s_freeCount;
    private static int s_used;

    /// <summary>The largest number assigned so far. For tests.</summary>
    internal static int Largest => Volatile.Read(ref s_used); // needs no pairing: any recent value will do

    /// <returns>1 or more.</returns>
    internal static int Take()
    {
        using (LockHold.Of(s_gate))
        {
            if (s_freeCount > 0)
                return s_free[--s_freeCount];

            if (s_used == s_free.Length)
                Array.Resize(ref s_free, s_used * 2);

            return ++s_used;
        }
    }

    internal static void Give(int number)
    {
        using (LockHold.Of(s_gate))
            s_free[s_freeCount++] = number;
    }
}
