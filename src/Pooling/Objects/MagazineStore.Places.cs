namespace Pooling.Objects;

/// <content>The array in which fast paths find the magazines of their thread. Written within the depot's lock, except for the null that
/// <see cref="Suspend"/> writes.</content>
/// <remarks>A thread that has lost its place may have one operation in flight that has already read it, possibly from an array that was
/// replaced since. So places are taken away by writing null, and nothing relies on that without a process-wide barrier.</remarks>
internal sealed partial class MagazineStore
{
    private const long KeyAges = 1000; // milliseconds; far longer than a store takes to become visible to other processors
    private const int PaddingPlaces = 16; // two cache lines: the next object on the heap may be written all the time

    private int _key; // the key of threads that have their place; these three are guarded by the depot's lock
    private int _drains; // number of full trims: a thread that has seen fewer drops its items
    private long _keyChanged = MonotonicClock.Milliseconds;

    /// <summary>Takes a thread's place away until its next slow path. Called without the lock.</summary>
    internal void Suspend(ThreadMagazines magazines)
    {
        ThreadMagazines?[] active = Volatile.Read(ref _active); // pairs with the writes in MakePlace and Activate, through IsWoken
        if ((uint)magazines.Number < (uint)active.Length && Volatile.Read(ref active[magazines.Number]) == magazines)
            Volatile.Write(ref active[magazines.Number], null); // read by fast paths, which need no acquire
    }

    /// <summary>Whether the thread has seen the current key.</summary>
    private bool IsActive(ThreadMagazines magazines)
    {
        ThreadMagazines?[] active = Volatile.Read(ref _active); // both pair with the writes in ChangeKey and Suspend
        return (uint)magazines.Number < (uint)active.Length && Volatile.Read(ref active[magazines.Number]) == magazines;
    }

    /// <summary>Sends every thread through the slow path at its next access. Called within the lock.</summary>
    /// <param name="drains">Whether the threads drop their items then.</param>
    private void ChangeKey(bool drains)
    {
        _key++;
        _drains += drains ? 1 : 0;
        foreach (ref ThreadMagazines? place in _active.AsSpan(1))
            Volatile.Write(ref place, null); // read by fast paths, which need no acquire

        _keyChanged = MonotonicClock.Milliseconds;
    }

    private bool HasKeyAged() => MonotonicClock.Milliseconds - _keyChanged >= KeyAges;

    /// <summary>The number of threads that have room. For tests.</summary>
    internal (int Used, int All) Places => (Math.Max(0, _active.Length - PaddingPlaces), _active.Length);

    /// <summary>Makes room for a thread. The new array starts without places: a concurrent <see cref="Suspend"/> could write only into the
    /// old one. The other threads get their places back in the slow path.</summary>
    private void MakePlace(int number)
    {
        int places = _active.Length - PaddingPlaces; // negative at first
        if (number < places)
            return;

        var active = new ThreadMagazines?[Math.Max(number + 1, Math.Max(8, places * 2)) + PaddingPlaces];
        Volatile.Write(ref _active, active); // publishes an empty array to fast paths
    }

    /// <summary>Gives a thread its place, for which there is room.</summary>
    private void Activate(ThreadMagazines own)
    {
        own.SeenKey = _key;
        Volatile.Write(ref _active[own.Number], own); // read by its thread; pairs with the read in Suspend, through IsWoken
    }

    /// <summary>Removes a thread whose magazines are empty.</summary>
    private void Unregister(ThreadMagazines magazines)
    {
        if (IsActive(magazines))
            Volatile.Write(ref _active[magazines.Number], null); // before the number can go to another thread

        _depot.Unregister(magazines);
        magazines.Owner!.Unregister();
    }
}
