using System.Runtime.CompilerServices;
using Pooling.Buffers;
using Pooling.Objects;

namespace Pooling.Encodeables;

/// <summary>The arrays of one item type that pooled objects own: each keeps a small backing array while it is idle.</summary>
internal sealed class PooledArrayType<T>
{
    internal static readonly PooledArrayType<T> Shared = new();

    private PooledArrayType() => LaneId = Store.Id;

    internal MagazineStore Store { get; } = new($"PooledArray<{typeof(T).Name}>", new MagazinePoolOptions { MaximumRetained = 4096 });

    /// <summary>Where a scope keeps its lane of these arrays.</summary>
    internal int LaneId { get; }

    /// <summary>Rents an array outside a scope.</summary>
    internal PooledArray<T> Rent(int length)
    {
        PooledArray<T> array = Take();
        try
        {
            array.Open(length);
        }
        catch
        {
            Return(array);
            throw;
        }

        array.Version++; // odd: an object owns it from now on
        return array;
    }

    /// <summary>Takes back an array that an object owned.</summary>
    internal void EndNested(PooledArray<T> array)
    {
        array.Version++;
        array.Close();
        Return(array);
    }

    internal PooledArray<T> TakeSlow()
    {
        if (Store.PopSlow() is { } used)
            return Unsafe.As<PooledArray<T>>(used);

        PooledArray<T>? array = null;
        try
        {
            array = PooledArray<T>.CreatePooled();
            return array;
        }
        finally
        {
            if (array is null)
                Store.CountNotCreated();
        }
    }

    private PooledArray<T> Take() => Store.TryPop() is { } used ? Unsafe.As<PooledArray<T>>(used) : TakeSlow();

    private void Return(PooledArray<T> array)
    {
        if (!Store.TryPush(array) && !Store.PushSlow(array))
            array.LetGo();
    }
}
