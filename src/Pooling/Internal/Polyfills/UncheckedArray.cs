using System.Runtime.CompilerServices;
#if !NETSTANDARD2_0
using System.Runtime.InteropServices;
#endif

namespace Pooling.Internal.Polyfills;

/// <summary>Elements of arrays whose index is known to lie inside.</summary>
internal static class UncheckedArray
{
    /// <param name="array">An array of exactly this element type.</param>
    /// <param name="index">Lies inside.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
#if NETSTANDARD2_0
    internal static ref T At<T>(T[] array, int index) => ref array[index];
#else
    internal static ref T At<T>(T[] array, int index) => ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(array), (nint)(uint)index);
#endif
}
