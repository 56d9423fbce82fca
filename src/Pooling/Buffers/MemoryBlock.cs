using System.Buffers;
using System.Runtime.CompilerServices;
using Pooling.Objects;

namespace Pooling.Buffers;

/// <summary>A block of a memory pool: an array with its owner, pooled together.</summary>
/// <remarks>The memory is that of the array, and no memory manager's: its span needs no virtual call, and sockets find the array.</remarks>
internal sealed class MemoryBlock : IMemoryOwner<byte>, IDroppable
{
    private const int Idle = -1;

    private readonly MemoryBlockSource _source;
    private readonly MagazineStore _store; // what the source has, too: one load less in each Dispose
    private readonly ByteBudget _budget;
    private readonly byte[] _array;
    private readonly BlockCharge _charge;
    private int _length = Idle; // what the renter asked for
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

    /// <summary>Whether the pool may keep the block: there is room for its bytes, and they are still counted, since it was not
    /// finalized.</summary>
    internal bool MayBeKept => !_isUncounted && !_budget.IsExceeded;

    public Memory<byte> Memory
    {
        get
        {
            int length = _length;
            if (length < 0)
                Throw.ObjectDisposed(nameof(IMemoryOwner<>));

            return new Memory<byte>(_array, 0, length);
        }
    }

    /// <summary>Begins a rental. Called by whoever has the block alone.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Open(int length) => Volatile.Write(ref _length, length); // pairs with the exchange in Dispose

    /// <summary>Ends the rental: of all that race, one gives the block back.</summary>
    public void Dispose()
    {
        int length = Interlocked.Exchange(ref _length, Idle); // pairs with itself, and with the write in Open
        if (length < 0)
            return;

        if (_source.Clears)
            Array.Clear(_array, 0, length);

        if (!MayBeKept || !_store.TryPush(this))
            _source.ReturnSlow(this);
    }

    /// <summary>Gives the array back. The block stays idle for ever.</summary>
    public void Drop()
    {
        _charge.End();
        _source.ArrayPool.Return(_array);
    }

    private sealed class BlockCharge(ByteBudget budget, MemoryBlock owner) : ArrayCharge(budget)
    {
        // Pairs with the exchange in Dispose.
        protected override bool IsOwnerIdle => Volatile.Read(ref owner._length) < 0 && !owner._store.IsDisposed;

        protected override bool SparesAgain => true;

        protected override void OnOver() => owner._isUncounted = true;
    }
}
