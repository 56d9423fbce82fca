using System.Buffers;
using System.Runtime.CompilerServices;
using Pooling.Objects;

namespace Pooling.Buffers;

/// <summary>The blocks of one size of a memory pool. Blocks reference it and not the pool, which can be collected while they lie in
/// magazines.</summary>
internal sealed class MemoryBlockSource
{
    private readonly int _size;

    /// <param name="size">The bytes of each block.</param>
    /// <param name="clears">Whether blocks are cleared when they come back.</param>
    /// <param name="budget">Counts the bytes of all sizes.</param>
    /// <param name="arrayPool">Where arrays come from and go back to.</param>
    /// <param name="options">The limits of this size.</param>
    internal MemoryBlockSource(int size, bool clears, ByteBudget budget, ArrayPool<byte> arrayPool, StoreOptions options)
    {
        _size = size;
        Clears = clears;
        Budget = budget;
        ArrayPool = arrayPool;
        Store = new MagazineStore(nameof(MagazineMemoryPool), options);
    }

    internal bool Clears { get; }

    internal MagazineStore Store { get; }

    internal ByteBudget Budget { get; }

    internal ArrayPool<byte> ArrayPool { get; }

    /// <summary>Rents a block that the calling thread's magazines may not have.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal MemoryBlock Rent(int length)
    {
        MemoryBlock block = Store.TryPop() is { } own ? Unsafe.As<MemoryBlock>(own)
            : Store.PopSlow() is { } used ? Unsafe.As<MemoryBlock>(used)
            : Create();
        block.Open(length);
        return block;
    }

    /// <summary>Takes back a block that the calling thread's magazines have no room for, or that must not be kept.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal void ReturnSlow(MemoryBlock block)
    {
        if (block.MayBeKept)
        {
            if (!Store.PushSlow(block))
                block.Drop();

            return;
        }

        Store.CountDropped();
        block.Drop();
    }

    private MemoryBlock Create()
    {
        MemoryBlock? block = null;
        try
        {
            block = new MemoryBlock(this, RentedArray.Rent(ArrayPool, _size));
            return block;
        }
        finally
        {
            if (block is null)
                Store.CountNotCreated();
        }
    }
}
