using System.Buffers;
using Pooling.Diagnostics;

namespace Pooling.Buffers;

/// <summary>Rents blocks of a memory pool that are too large to keep: each rental has its own owner.</summary>
internal sealed class LargeMemoryBlockSource
{
    private readonly string _poolName;
    private readonly ArrayPool<byte> _arrayPool;
    private readonly bool _clears;
    private long _rented;
    private long _returned;

    internal LargeMemoryBlockSource(string poolName, ArrayPool<byte> arrayPool, bool clears)
    {
        _poolName = poolName;
        _arrayPool = arrayPool;
        _clears = clears;
    }

    internal IMemoryOwner<byte> Rent(int length)
    {
        var block = new Block(this, RentedArray.Rent(_arrayPool, length), length);
        Interlocked.Increment(ref _rented); // pairs with the read in GetStatistics
        return block;
    }

    internal PoolStatistics GetStatistics()
    {
        long returned = Volatile.Read(ref _returned); // read first, so that returned never exceeds rented; both pair with the increments
        long rented = Volatile.Read(ref _rented);
        return new PoolStatistics(rented, returned, created: rented, dropped: returned, retained: 0, retainedBytes: 0);
    }

    private void Return(byte[] array, int length)
    {
        Interlocked.Increment(ref _returned); // pairs with the read in GetStatistics
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
                    throw Throw.RentalEnded(nameof(IMemoryOwner<>), source._poolName);

                return new Memory<byte>(array, 0, length);
            }
        }

        public void Dispose()
        {
            byte[]? array = Interlocked.Exchange(ref _array, null); // pairs with itself: one of several racing disposals gets the array
            if (array is not null)
                source.Return(array, length);
        }
    }
}
