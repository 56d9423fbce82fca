namespace Pooling.SoakTests.Exploration;

/// <summary>The progress of a thread of a scenario: its current operation, and the values that this has read so far, which determine all
/// its further steps.</summary>
internal struct ThreadState
{
    internal int Operation;
    internal bool IsStarted;

    /// <summary>Whether the thread waits until another thread writes.</summary>
    internal bool Waits;

    /// <summary>Whether another thread has written since this one restarted the operation, or this one has read an old value. In both cases
    /// it does not need to wait.</summary>
    internal bool MissedWrite;

    /// <summary>Whether the next access is a read that may see an older value, and the name of its location.</summary>
    internal bool ReadsNext;
    internal int NextName;

    /// <summary>The results of the accesses of the current operation.</summary>
    internal long[] Log;

    /// <summary>The plain accesses that happened before this point: one bit for the last write of each location, and one for each thread's
    /// last read of it. This is the information of a vector clock, in a form that is equal if its meaning is equal.</summary>
    internal ulong Known;

    /// <summary>The position in each location's history that the thread has seen.</summary>
    internal ushort[] Seen;
}
