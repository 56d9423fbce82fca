using System.Runtime.CompilerServices;
#if !NETSTANDARD2_0
using System.Runtime.InteropServices;
#endif

namespace Pooling.Internal.Polyfills;

/// <summary>Accesses array elements whose index is known to be in range.</summary>
internal static class UncheckedArray
{
    /// <param name="array">An array of exactly this element type.</param>
    /// <param name="index">An index within the array.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
#if NETSTANDARD2_0
    internal static ref T At<T>(T[] array, int index) => ref array[index];
#else
    internal static ref T At<T>(T[] array, int index) =>
        ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(array), (nint)(uint)index);
#endif
}
