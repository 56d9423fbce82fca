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
#else
    internal static void CopyTo<T>(ReadOnlySpan<T> items, Span<MagazineSlot> slots) where T : class =>
        MemoryMarshal.CreateReadOnlySpan(ref Unsafe.As<T, MagazineSlot>(ref MemoryMarshal.GetReference(items)), items.Length).CopyTo(slots);

    internal static void CopyTo<T>(ReadOnlySpan<MagazineSlot> slots, Span<T> items) where T : class =>
        slots.CopyTo(MemoryMarshal.CreateSpan(ref Unsafe.As<T, MagazineSlot>(ref MemoryMarshal.GetReference(items)), items.Length));
#endif
}
