using System.Buffers;
using System.Runtime.CompilerServices;
using Pooling.Diagnostics;
using Pooling.Objects;

namespace Pooling.Buffers;

/// <summary>Creates and keeps the blocks of one size of a memory pool. Blocks reference this source and not the pool,
/// which can be collected while they are in magazines.</summary>
internal sealed class MemoryBlockSource
{
    internal readonly bool Clears;
    internal readonly MagazineStore Store;
    internal readonly ByteBudget Budget;
    internal readonly ArrayPool<byte> ArrayPool;

    private readonly int _size;

    /// <param name="size">The size of each block in bytes.</param>
    /// <param name="clears">Whether blocks are cleared when they are returned.</param>
    /// <param name="budget">Counts the bytes of all sizes.</param>
    /// <param name="arrayPool">The pool for the arrays.</param>
    /// <param name="options">The limits of this size.</param>
    internal MemoryBlockSource(
        int size, bool clears, ByteBudget budget, ArrayPool<byte> arrayPool, StoreOptions options)
    {
        _size = size;
        Clears = clears;
        Budget = budget;
        ArrayPool = arrayPool;
        Store = new MagazineStore(nameof(MagazineMemoryPool), options);
    }

    /// <summary>Rents a block if the calling thread's magazines may be empty.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal MemoryBlock Rent(int length)
    {
        MemoryBlock block = Store.TryPop() is { } own ? Unsafe.As<MemoryBlock>(own)
            : Store.PopSlow() is { } used ? Unsafe.As<MemoryBlock>(used)
            : Create();
        block.Open(length);
        if (Store.Mode != PoolingMode.Off)
            Store.NoteRented(block);

        return block;
    }

    /// <summary>Takes back a block that does not fit in the calling thread's magazines, or must not be kept.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal void ReturnSlow(MemoryBlock block)
    {
        if (block.MayBeKept)
        {
            if (!Store.PushSlow(block))
                block.Drop();

            return;
        }

        Store.CountDropped(DropReason.Limit, block);
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
