using System.Runtime.CompilerServices;
#if !NETSTANDARD2_0
using System.Runtime.InteropServices;
#endif
using Pooling.Objects;

namespace Pooling.Internal.Polyfills;

/// <summary>Views a span of references as magazine slots (a struct around one reference), so that whole runs move by bulk copy.</summary>
internal static class ReferenceSpan
{
#if NETSTANDARD2_0
    internal static void CopyTo<T>(ReadOnlySpan<T> items, Span<MagazineSlot> slots) where T : class
    {
        for (int i = 0; i < items.Length; i++)
            slots[i].Item = items[i];
    }

    internal static void CopyTo<T>(ReadOnlySpan<MagazineSlot> slots, Span<T> items) where T : class
    {
        for (int i = 0; i < slots.Length; i++)
            items[i] = Unsafe.As<T>(slots[i].Item!);
    }

    internal static int IndexOfNull<T>(ReadOnlySpan<T> items) where T : class
    {
        for (int i = 0; i < items.Length; i++)
        {
            if (items[i] is null)
                return i;
        }

        return -1;
    }
#else
    internal static void CopyTo<T>(ReadOnlySpan<T> items, Span<MagazineSlot> slots) where T : class =>
        MemoryMarshal.CreateReadOnlySpan(ref Unsafe.As<T, MagazineSlot>(ref MemoryMarshal.GetReference(items)), items.Length).CopyTo(slots);

    internal static void CopyTo<T>(ReadOnlySpan<MagazineSlot> slots, Span<T> items) where T : class =>
        slots.CopyTo(MemoryMarshal.CreateSpan(ref Unsafe.As<T, MagazineSlot>(ref MemoryMarshal.GetReference(items)), items.Length));

    /// <remarks>Looks at references as integers, many at a time. A collection may move the objects meanwhile; null stays 0 and others do not become it.</remarks>
    internal static int IndexOfNull<T>(ReadOnlySpan<T> items) where T : class =>
        MemoryMarshal.CreateReadOnlySpan(ref Unsafe.As<T, nint>(ref MemoryMarshal.GetReference(items)), items.Length).IndexOf((nint)0);
#endif
}
