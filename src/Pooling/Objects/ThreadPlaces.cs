using System.Runtime.CompilerServices;

namespace Pooling.Objects;

/// <summary>The array in which fast paths find the magazine of their thread, by the thread's number. A struct within
/// the store, so that it costs no load. Changed within the depot's lock, except for the null that <see cref="Suspend"/>
/// writes.</summary>
/// <remarks>A thread that has lost its place may have one operation in flight that has already read it. That is
/// harmless: only the thread itself uses its magazine, and what that operation leaves there is found in the next slow
/// path. The thread gets its place back there.</remarks>
internal struct ThreadPlaces
{
    private const int LongestKept = 64; // a longer array is replaced if less than a quarter of it is needed
    private const int PaddingPlaces = 16; // two cache lines: the next object on the heap may be written all the time

    private static readonly ThreadMagazine?[] s_none = [null];

    internal ThreadMagazine?[] ByNumber;

    public ThreadPlaces() => ByNumber = s_none;

    /// <summary>The number of threads that have room. For tests.</summary>
    internal readonly (int Used, int All) Room => (Math.Max(0, ByNumber.Length - PaddingPlaces), ByNumber.Length);

    /// <summary>Returns the magazine of the thread with the given number, if the thread has its place.</summary>
    /// <param name="number">The number of the calling thread.</param>
    /// <param name="array">The field of this struct. Static, so that the address of the struct is not computed.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ThreadMagazine? Find(int number, ref ThreadMagazine?[] array)
    {
        // read at each access, since the compiler must not reuse a place for two; pairs with the writes in MakeRoom,
        // Shrink and Clear
        ThreadMagazine?[] places = Volatile.Read(ref array);
        return (uint)number < (uint)places.Length ? places[number] : null;
    }

    /// <summary>Whether a thread has its place.</summary>
    internal bool Has(ThreadMagazine magazine)
    {
        // both pair with the writes in Clear, Shrink and Suspend
        ThreadMagazine?[] places = Volatile.Read(ref ByNumber);
        return (uint)magazine.Number < (uint)places.Length && Volatile.Read(ref places[magazine.Number]) == magazine;
    }

    /// <summary>Makes room for a thread. The new array starts without places, because a concurrent
    /// <see cref="Suspend"/> could write only into the old one. The other threads get their places back in the slow
    /// path.</summary>
    internal void MakeRoom(int number)
    {
        int room = ByNumber.Length - PaddingPlaces; // negative at first
        if (number < room)
            return;

        var places = new ThreadMagazine?[Math.Max(number + 1, Math.Max(8, room * 2)) + PaddingPlaces];
        Volatile.Write(ref ByNumber, places); // publishes an empty array to fast paths
    }

    /// <summary>Whether the array is probably too long for the numbers of so many threads.</summary>
    internal readonly bool IsTooLongFor(int threads)
    {
        int room = ByNumber.Length - PaddingPlaces;
        return room > LongestKept && threads < room / 4;
    }

    /// <summary>Replaces the array if no thread has a number beyond the first quarter. The new one starts without
    /// places, as that of
    /// <see cref="MakeRoom"/>.</summary>
    /// <param name="largest">The largest number of the threads that the pool has.</param>
    internal void Shrink(int largest)
    {
        int room = ByNumber.Length - PaddingPlaces;
        if (largest >= room / 4)
            return;

        try
        {
            var places = new ThreadMagazine?[Math.Max(LongestKept, 2 * (largest + 1)) + PaddingPlaces];
            Volatile.Write(ref ByNumber, places); // publishes an empty array to fast paths
        }
        catch (OutOfMemoryException)
        {
            // the longer one remains
        }
    }

    /// <summary>Gives a thread its place, for which there is room.</summary>
    // read by its thread; pairs with the read in Suspend, through IsWoken
    internal readonly void Give(ThreadMagazine magazine) => Volatile.Write(ref ByNumber[magazine.Number], magazine);

    /// <summary>Takes the place of a thread that leaves, before its number can go to another thread.</summary>
    internal void Take(ThreadMagazine magazine)
    {
        if (Has(magazine))
            Volatile.Write(ref ByNumber[magazine.Number], null);
    }

    /// <summary>Sends every thread through the slow path at its next access.</summary>
    internal readonly void Clear()
    {
        foreach (ref ThreadMagazine? place in ByNumber.AsSpan(1))
            Volatile.Write(ref place, null); // read by fast paths, which need no acquire
    }

    /// <summary>Takes a thread's place away until its next slow path. Called without the lock.</summary>
    internal void Suspend(ThreadMagazine magazine)
    {
        // pairs with the writes in MakeRoom, Shrink and Give, through IsWoken
        ThreadMagazine?[] places = Volatile.Read(ref ByNumber);
        if ((uint)magazine.Number < (uint)places.Length && Volatile.Read(ref places[magazine.Number]) == magazine)
            Volatile.Write(ref places[magazine.Number], null); // read by fast paths, which need no acquire
    }
}
