using System.Runtime.CompilerServices;

namespace Pooling.Encodeables;

/// <summary>The processor's own instructions. Each use states what it pairs with.</summary>
internal readonly struct ProcessorWordAtomics : IWordAtomics
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int Read(ref int location) => location;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int ReadAcquire(ref int location) => Volatile.Read(ref location);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Write(ref int location, int value) => Volatile.Write(ref location, value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool CompareExchange(ref int location, int value, int expected) =>
        Interlocked.CompareExchange(ref location, value, expected) == expected;
}
