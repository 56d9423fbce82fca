using System.Buffers;
using System.Runtime.CompilerServices;
using Pooling.Objects;

namespace Pooling.Buffers;

/// <summary>The blocks of one size of a memory pool. Blocks reference it and not the pool, which can be collected while they lie in
/// magazines.</summary>
internal sealed class MemoryBlockSource
{
    private readonly int _size;
    private readonly bool _clears;

    /// <param name="size">The bytes of each block.</param>
    /// <param name="clears">Whether blocks are cleared when they come back.</param>
    /// <param name="budget">Counts the bytes of all sizes.</param>
    /// <param name="arrayPool">Where arrays come from and go back to.</param>
    /// <param name="options">The limits of this size.</param>
    internal MemoryBlockSource(int size, bool clears, ByteBudget budget, ArrayPool<byte> arrayPool, StoreOptions options)
    {
        _size = size;
        _clears = clears;
        Budget = budget;
        ArrayPool = arrayPool;
        Store = new MagazineStore(nameof(MagazineMemoryPool), options);
    }

    internal MagazineStore Store { get; }

    internal ByteBudget Budget { get; }

    internal ArrayPool<byte> ArrayPool { get; }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal MemoryBlock Rent(int length)
    {
        object? used = Store.TryPop();
        MemoryBlock block = used is null ? RentSlow() : Unsafe.As<MemoryBlock>(used);
        block.Open(length);
        return block;
    }

    /// <summary>Takes back a block whose rental has just ended.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Return(MemoryBlock block, int length)
    {
        if (_clears)
            block.Clear(length);

        if (!MayKeep(block) || !Store.TryPush(block))
            ReturnSlow(block);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool MayKeep(MemoryBlock block) => !block.IsUncounted && !Budget.IsExceeded;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void ReturnSlow(MemoryBlock block)
    {
        if (MayKeep(block))
        {
            if (!Store.PushSlow(block))
                block.Drop();

            return;
        }

        Store.CountDropped();
        block.Drop();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private MemoryBlock RentSlow()
    {
        if (Store.PopSlow() is { } used)
            return Unsafe.As<MemoryBlock>(used);

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
