using System.Runtime.CompilerServices;

namespace Pooling.Objects;

/// <content>The places: where fast paths find the magazine of their thread, by the thread's number. Changed within the
/// depot's lock, except for the null that <see cref="Suspend"/> writes.</content>
/// <remarks>A thread that has lost its place may have one operation in flight that has already read it. That is
/// harmless: only the thread itself uses its magazine, and what that operation leaves there is found in the next slow
/// path. The thread gets its place back there.</remarks>
internal sealed partial class MagazineStore
{
    /// <summary>Two cache lines: the next object on the heap may be written all the time.</summary>
    internal const int PaddingPlaces = 16;

    private const int FewestPlaces = 8;
    private const int LongestKept = 64; // a longer array is replaced if less than a quarter of it is needed

    private ThreadMagazine?[] _places = new ThreadMagazine?[FewestPlaces + PaddingPlaces];

    /// <summary>The number of threads that have room. For tests.</summary>
    internal int Places => _places.Length - PaddingPlaces;

    /// <summary>Returns the calling thread's magazine, if the thread has its place.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal ThreadMagazine? FindActive()
    {
        int number = PoolThread.CurrentNumber;
        // read at each access, since the compiler must not reuse a place for two; pairs with the writes in
        // ReplacePlaces and ClearPlaces
        ThreadMagazine?[] places = Volatile.Read(ref _places);
        return (uint)number < (uint)places.Length ? places[number] : null;
    }

    /// <summary>Takes a thread's place away: until its next slow path, or, before its number can go to another thread,
    /// for good. Called without the lock, too.</summary>
    internal void Suspend(ThreadMagazine magazine)
    {
        int number = magazine.Thread.Number;
        // both reads pair with the writes in ReplacePlaces, Register and Settle
        ThreadMagazine?[] places = Volatile.Read(ref _places);
        if ((uint)number < (uint)places.Length && Volatile.Read(ref places[number]) == magazine)
            Volatile.Write(ref places[number], null); // read by fast paths, which need no acquire
    }

    /// <summary>Sends every thread through the slow path at its next access.</summary>
    private void ClearPlaces()
    {
        foreach (ref ThreadMagazine? place in _places.AsSpan())
            Volatile.Write(ref place, null); // read by fast paths, which need no acquire
    }

    /// <summary>Replaces the array by one with room for a number. It starts without places, because a concurrent
    /// <see cref="Suspend"/> could write only into the old one. The threads get them back in the slow path.</summary>
    private void ReplacePlaces(int places) =>
        // publishes an empty array to fast paths
        Volatile.Write(ref _places, new ThreadMagazine?[places + PaddingPlaces]);

    /// <summary>Replaces the array if it is long, and no thread has a number beyond the first quarter.</summary>
    private void ShrinkPlaces()
    {
        if (Places <= LongestKept || _depot.Threads.Count >= Places / 4)
            return;

        int largest = _depot.Threads.LargestNumber;
        if (largest >= Places / 4)
            return;

        try
        {
            ReplacePlaces(Math.Max(LongestKept, 2 * (largest + 1)));
        }
        catch (OutOfMemoryException)
        {
            // the longer one remains
        }
    }
}
