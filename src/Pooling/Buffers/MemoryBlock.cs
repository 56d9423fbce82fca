using System.Buffers;
using System.Runtime.CompilerServices;
using Pooling.Diagnostics;
using Pooling.Objects;

namespace Pooling.Buffers;

/// <summary>A block of a memory pool: an array and its owner, pooled together.</summary>
/// <remarks>The memory wraps the array directly, without a memory manager: its span needs no virtual call, and sockets
/// can get the array.</remarks>
internal sealed class MemoryBlock : IMemoryOwner<byte>, IDroppable
{
    private const int Idle = -1;

    private readonly MemoryBlockSource _source;
    private readonly MagazineStore _store; // also held by the source; kept here to save a load in each Dispose
    private readonly ByteBudget _budget;
    private readonly byte[] _array;
    private readonly BlockCharge _charge;
    private int _length = Idle; // the length that the renter asked for
    private volatile bool _isUncounted;

    internal MemoryBlock(MemoryBlockSource source, byte[] array)
    {
        _source = source;
        _store = source.Store;
        _budget = source.Budget;
        _array = array;
        _charge = new BlockCharge(_budget, this);
        _charge.Add(array.Length);
    }

    MagazineStore IDroppable.DroppedBy => _store;

    internal int ArrayLength => _array.Length;

    /// <summary>Whether the pool may keep the block: its bytes fit the limit and are still counted, because it was not
    /// finalized.</summary>
    internal bool MayBeKept => !_isUncounted && !_budget.IsExceeded;

    public Memory<byte> Memory
    {
        get
        {
            int length = _length;
            if (length < 0)
                throw EndedRental.Used(nameof(IMemoryOwner<>), _store.Name, this);

            return new Memory<byte>(_array, 0, length);
        }
    }

    /// <summary>Begins a rental. Called by the only holder of the block.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Open(int length) => Volatile.Write(ref _length, length); // pairs with the exchange in Dispose

    /// <summary>Ends the rental: one of several racing calls returns the block.</summary>
    public void Dispose()
    {
        int length = Interlocked.Exchange(ref _length, Idle); // pairs with itself, and with the write in Open
        if (length < 0)
        {
            _store.RefuseReturn();
            return;
        }

        if (_source.Clears)
            Array.Clear(_array, 0, length);

        if (!MayBeKept || !_store.TryPush(this))
            _source.ReturnSlow(this);
    }

    /// <summary>Returns the array. The block remains idle.</summary>
    public void Drop()
    {
        _charge.End();
        RentedArray.Return(_source.ArrayPool, _array, clear: 0);
    }

    private sealed class BlockCharge(ByteBudget budget, MemoryBlock owner) : ArrayCharge(budget)
    {
        // Pairs with the exchange in Dispose.
        protected override bool IsOwnerIdle => Volatile.Read(ref owner._length) < 0 && !owner._store.IsDisposed;

        protected override bool SparesAgain => true;

        protected override void OnOver() => owner._isUncounted = true;
    }
}
