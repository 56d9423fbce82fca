using System.Runtime.CompilerServices;
#if !NETSTANDARD2_0
using System.Runtime.InteropServices;
#endif

namespace Pooling.Internal.Polyfills;

/// <summary>Reinterprets a span of references, or of structs that wrap one reference, as a span of other such structs,
/// and the reverse, so that whole runs are moved by a bulk copy.</summary>
internal static class ReferenceSpan
{
    /// <summary>Returns a reference, or a struct that wraps one, as another struct that wraps one.</summary>
    internal static ref TSlot Slot<T, TSlot>(ref T item) where TSlot : struct => ref Unsafe.As<T, TSlot>(ref item);

#if NETSTANDARD2_0
    internal static void CopyTo<T, TSlot>(ReadOnlySpan<T> items, Span<TSlot> slots) where TSlot : struct
    {
        for (int i = 0; i < items.Length; i++)
            Unsafe.As<TSlot, T>(ref slots[i]) = items[i];
    }

    internal static void CopyFrom<T, TSlot>(Span<T> items, ReadOnlySpan<TSlot> slots) where TSlot : struct
    {
        for (int i = 0; i < slots.Length; i++)
            items[i] = Unsafe.As<TSlot, T>(ref Unsafe.AsRef(in slots[i]));
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
    internal static void CopyTo<T, TSlot>(ReadOnlySpan<T> items, Span<TSlot> slots) where TSlot : struct =>
        MemoryMarshal.CreateReadOnlySpan(
            ref Unsafe.As<T, TSlot>(ref MemoryMarshal.GetReference(items)), items.Length).CopyTo(slots);

    internal static void CopyFrom<T, TSlot>(Span<T> items, ReadOnlySpan<TSlot> slots) where TSlot : struct =>
        slots.CopyTo(
            MemoryMarshal.CreateSpan(ref Unsafe.As<T, TSlot>(ref MemoryMarshal.GetReference(items)), items.Length));

    /// <remarks>Compares references as integers, several at a time. A collection may move the objects in the meantime;
    /// null stays 0, and no other reference becomes 0.</remarks>
    internal static int IndexOfNull<T>(ReadOnlySpan<T> items) where T : class =>
        MemoryMarshal.CreateReadOnlySpan(
            ref Unsafe.As<T, nint>(ref MemoryMarshal.GetReference(items)), items.Length).IndexOf((nint)0);
#endif
}
