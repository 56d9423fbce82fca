using System.Runtime.CompilerServices;
using Pooling.Buffers;
using Pooling.Objects;

namespace Pooling.Encodeables;

/// <summary>The arrays of one item type that a scope holds.</summary>
internal sealed class ArrayLane<T>(IdleLanes? home)
    : ScopeLane(PooledArrayType<T>.Shared, PooledArrayType<T>.Shared.Store, home, holdsArrays: true)
{
    protected override object TakeOne() => PooledArrayType<T>.Shared.TakeSlow();

    protected override void NotePlaces(ReadOnlySpan<MagazineSlot> items, int slot)
    {
        foreach (MagazineSlot item in items)
            Unsafe.As<PooledArray<T>>(item.Item)!.Slot = slot++;
    }

    protected override void ResetRun(ReadOnlySpan<MagazineSlot> items, ref int kept)
    {
        int reset = 0; // a local, because the caller's count would be read back from memory for each item
        try
        {
            for (; reset < items.Length; reset++)
                Unsafe.As<PooledArray<T>>(items[reset].Item)!.Close();
        }
        finally
        {
            kept = reset;
        }
    }
}
