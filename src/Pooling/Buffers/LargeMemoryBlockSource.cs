using System.Buffers;
using Pooling.Diagnostics;
using Pooling.Objects;

namespace Pooling.Buffers;

/// <summary>Rents blocks of a memory pool that are too large to keep: each rental has its own owner.</summary>
internal sealed class LargeMemoryBlockSource
{
    /// <summary>The counters of the blocks. It keeps nothing.</summary>
    internal readonly MagazineStore Store;

    private readonly ArrayPool<byte> _arrayPool;
    private readonly bool _clears;

    internal LargeMemoryBlockSource(ArrayPool<byte> arrayPool, bool clears, StoreOptions options)
    {
        _arrayPool = arrayPool;
        _clears = clears;
        Store = new MagazineStore(nameof(MagazineMemoryPool), options);
    }

    internal IMemoryOwner<byte> Rent(int length)
    {
        var block = new Block(this, RentedArray.Rent(_arrayPool, length), length);
        Store.CountCreated();
        if (Store.Mode != PoolingMode.Off)
            Store.NoteRented(block);

        return block;
    }

    private void Return(Block block, byte[] array, int length)
    {
        Store.CountDropped(DropReason.Limit, block);
        RentedArray.Return(_arrayPool, array, _clears ? length : 0);
    }

    private sealed class Block(LargeMemoryBlockSource source, byte[] array, int length) : IMemoryOwner<byte>
    {
        private byte[]? _array = array; // null after Dispose

        public Memory<byte> Memory
        {
            get
            {
                byte[]? array = _array;
                if (array is null)
                    throw EndedRental.Used(nameof(IMemoryOwner<>), source.Store.Name, this);

                return new Memory<byte>(array, 0, length);
            }
        }

        public void Dispose()
        {
            // pairs with itself: one of several racing disposals gets the array
            byte[]? array = Interlocked.Exchange(ref _array, null);
            if (array is not null)
                source.Return(this, array, length);
            else
                source.Store.RefuseReturn();
        }
    }
}
