using System.Runtime.CompilerServices;

namespace Pooling.Objects;

/// <summary>The processor's memory accesses. <see cref="CellWord{TAtomics}"/> states at each use what it pairs with.</summary>
internal readonly struct ProcessorCellAtomics : ICellAtomics
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public long Read(ref long version) => version;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public long ReadAcquire(ref long version) => Volatile.Read(ref version);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int ReadAcquire(ref int leaving) => Volatile.Read(ref leaving);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Write(ref long version, long value)
    {
        if (IntPtr.Size == sizeof(long))
            version = value;
        else
            Volatile.Write(ref version, value); // a single store, since others compare with it
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void WriteRelease(ref long version, long value) => Volatile.Write(ref version, value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void WriteRelease(ref int leaving, int value) => Volatile.Write(ref leaving, value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool CompareExchange(ref long version, long value, long expected) =>
        Interlocked.CompareExchange(ref version, value, expected) == expected;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Light() => ProcessBarrier.Light();

    public void Heavy() => ProcessBarrier.Heavy();
}
