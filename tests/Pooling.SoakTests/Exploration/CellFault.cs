namespace Pooling.SoakTests.Exploration;

/// <summary>Specifies an injected fault of cells, which the explorer must find.</summary>
internal enum CellFault
{
    None,

    /// <summary>A compare-and-swap is a read and a write.</summary>
    TornCompareExchange,

    /// <summary>The thread that detaches a cell does not execute a process-wide barrier.</summary>
    NoBarrier,

    /// <summary>The write that returns a cell to its home is a plain write.</summary>
    NoRelease,

    /// <summary>A cell that leaves its home keeps its version.</summary>
    OneStateForFree,

    /// <summary>A thread that ends a lease too late takes the cell if it is free, whatever its version is.</summary>
    ReclaimOfAnyVersion,
}
