namespace Pooling.SoakTests.Exploration;

/// <summary>Where a thread of a scenario is: in which operation, and what that has read so far,
/// which decides everything that it does next.</summary>
internal struct ThreadState
{
    internal int Operation;
    internal bool IsStarted;

    /// <summary>Waits until another thread writes.</summary>
    internal bool Waits;

    /// <summary>Whether another thread has written since this one began anew, or it has read an old value:
    /// then it has no reason to wait.</summary>
    internal bool MissedWrite;

    /// <summary>Whether the next access is a read that may see an older value, and of what.</summary>
    internal bool ReadsNext;
    internal int NextName;

    /// <summary>The results of the accesses of the present operation.</summary>
    internal long[] Log;

    /// <summary>Which plain accesses happened before this point. One bit for the last write of each location, one for each thread's last
    /// read of it: what a vector clock tells, in a form that is equal when it means the same.</summary>
    internal ulong Known;

    /// <summary>How far it has seen each location's history.</summary>
    internal ushort[] Seen;
}
