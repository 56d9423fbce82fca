namespace Pooling.SoakTests.Exploration;

/// <summary>What is wrong on purpose with cells, to see that the explorer would find it.</summary>
internal enum CellFault
{
    None,

    /// <summary>A compare-and-swap is a read and a write.</summary>
    TornCompareExchange,

    /// <summary>Who detaches a cell passes no process-wide barrier.</summary>
    NoBarrier,

    /// <summary>What sends a cell home is a plain write.</summary>
    NoRelease,

    /// <summary>A cell that leaves its home keeps its version.</summary>
    OneStateForFree,

    /// <summary>Who ends a lease and is late takes the cell whatever its version is, if it is free.</summary>
    ReclaimOfAnyVersion,
}
