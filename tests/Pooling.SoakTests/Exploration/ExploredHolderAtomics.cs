using Pooling.Objects;

namespace Pooling.SoakTests.Exploration;

/// <summary>Passes every access to the state of a pooled object or of a cell to the explorer.</summary>
/// <remarks>A cell has a version of 64 bits. The explorer stores the low half in its word.</remarks>
internal readonly struct ExploredHolderAtomics : IAtomics
{
    [ThreadStatic]
    internal static HolderExecution? Current;

    [ThreadStatic]
    internal static CellFault Fault;

    private static HolderExecution Run => Current!;

    public int Read(ref int location) => Run.Read(ref location, acquires: false);

    public long Read(ref long version, int name = 0) => Run.Read(ref Run.Word, acquires: false);

    public void Write(ref long version, long value, int name) => Run.Write(ref Run.Word, (int)value, releases: false);

    public int ReadAcquire(ref int location) => Run.Read(ref location, acquires: true);

    public long ReadAcquire(ref long version, int name) => Run.Read(ref Run.Word, acquires: true);

    public void WriteRelease(ref int location, int value) => Run.Write(ref location, value);

    public void WriteRelease(ref long version, long value, int name) =>
        Run.Write(ref Run.Word, (int)value, releases: Fault != CellFault.NoRelease);

    public bool CompareExchange(ref int location, int value, int expected) => Run.CompareExchange(ref location, value, expected);

    public bool CompareExchange(ref long version, long value, long expected, int name)
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

    T IAtomics.Load<T>(ref T slot, int name) => throw new NotSupportedException();

    void IAtomics.Store<T>(ref T slot, T item, int name) => throw new NotSupportedException();

    void IAtomics.LoadMany<T>(ReadOnlySpan<T> slots, Span<T> items, int name) => throw new NotSupportedException();

    void IAtomics.StoreMany<T>(Span<T> slots, ReadOnlySpan<T> items, int name) => throw new NotSupportedException();

    void IAtomics.ClearMany<T>(Span<T> slots, int name) => throw new NotSupportedException();

    void IAtomics.Retry() => throw new NotSupportedException();

    void IAtomics.Wait(ref SpinWait spin) => throw new NotSupportedException();
}
