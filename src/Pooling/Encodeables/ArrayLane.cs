using System.Runtime.CompilerServices;
using Pooling.Buffers;

namespace Pooling.Encodeables;

/// <summary>The arrays of one item type that a scope holds.</summary>
internal sealed class ArrayLane<T>() : ScopeLane(PooledArrayType<T>.Shared, PooledArrayType<T>.Shared.Store)
{
    protected override object TakeOne() => PooledArrayType<T>.Shared.TakeSlow();

    protected override void Enter(ReadOnlySpan<object?> items, int slot)
    {
        foreach (object? item in items)
            Unsafe.As<PooledArray<T>>(item)!.Slot = slot++;
    }

    protected override void ResetRun(ReadOnlySpan<object> items, ref int kept)
    {
        foreach (object item in items)
        {
            Unsafe.As<PooledArray<T>>(item).Close();
            kept++;
        }
    }
}
