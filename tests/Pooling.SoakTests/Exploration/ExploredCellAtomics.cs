using Pooling.Objects;

namespace Pooling.SoakTests.Exploration;

/// <summary>Sends every access to a cell to the explorer, which has places of its own for the version and the sign.</summary>
internal readonly struct ExploredCellAtomics : ICellAtomics
{
    [ThreadStatic]
    internal static CellFault Fault;

    private static HolderExecution Run => ExploredWordAtomics.Current!;

    public long Read(ref long version) => Run.Read(ref Run.Word, acquires: false);

    public long ReadAcquire(ref long version) => Run.Read(ref Run.Word, acquires: true);

    public int ReadAcquire(ref int leaving) => Run.Read(ref Run.Slot, acquires: true);

    public void Write(ref long version, long value) => Run.Write(ref Run.Word, (int)value, releases: false);

    public void WriteRelease(ref long version, long value) => Run.Write(ref Run.Word, (int)value, releases: Fault != CellFault.NoRelease);

    public void WriteRelease(ref int leaving, int value) => Run.Write(ref Run.Slot, value);

    public bool CompareExchange(ref long version, long value, long expected)
    {
        bool reclaims = value == expected + LeaseCell.InMagazine;
        if (reclaims && Fault == CellFault.ReclaimOfAnyVersion)
        {
            expected = Run.Read(ref Run.Word, acquires: true);
            if ((expected & LeaseCell.StateMask) != 0)
                return false;

            value = expected + LeaseCell.InMagazine;
        }

        if (reclaims && Fault == CellFault.OneStateForFree)
            value = expected;

        return Run.CompareExchange(ref Run.Word, (int)value, (int)expected);
    }

    public void Light()
    {
    }

    public void Heavy()
    {
        if (Fault != CellFault.NoBarrier)
            Run.Fence();
    }
}
