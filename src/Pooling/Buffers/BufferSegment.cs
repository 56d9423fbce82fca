using System.Buffers;
using System.Runtime.CompilerServices;

namespace Pooling.Buffers;

/// <summary>One chunk of a segmented writer: a rented array and its place in the sequence. Pooled together with its array.</summary>
internal sealed class BufferSegment : ReadOnlySequenceSegment<byte>, IDisposable
{
    internal readonly byte[] Array;
    private readonly BufferSegmentSource _source;
    private readonly ArrayCharge? _charge; // null: no pool counts the chunks of this source
    private object? _owner; // the writer or the sequence that it belongs to; null: nobody's
    private bool _isCharged;

    internal BufferSegment(BufferSegmentSource source, byte[] array, ByteBudget? budget)
    {
        _source = source;
        Array = array;
        Memory = array;
        _charge = budget is null ? null : new SegmentCharge(budget, this);
    }

    /// <summary>The end of what callers could write to since the array was cleared; kept by clearing writers only.</summary>
    internal int Offered { get; set; }

    /// <summary>The next chunk: of the sequence, or behind its end a spare one.</summary>
    internal BufferSegment? Following
    {
        get => Unsafe.As<BufferSegment?>(Next);
        set => Next = value;
    }

    /// <summary>Makes this the chunk that is written to, whose length is not known yet.</summary>
    /// <param name="before">The bytes of the sequence before it.</param>
    internal void Open(long before)
    {
        RunningIndex = before;
        if (Memory.Length != Array.Length)
            Memory = Array;
    }

    /// <summary>Fixes the length of a chunk that another one follows.</summary>
    internal void Close(int written)
    {
        if (written != Array.Length)
            Memory = new ReadOnlyMemory<byte>(Array, 0, written);
    }

    internal void ClearOffered()
    {
        System.Array.Clear(Array, 0, Offered);
        Offered = 0;
    }

    /// <summary>Gives a chunk that is nobody's to a writer.</summary>
    internal void Take(object owner)
    {
        Following = null;
        Charge();
        Volatile.Write(ref _owner, owner); // releases the writes above to whoever takes it away: pairs with the exchange of TryGiveUp
    }

    /// <summary>Passes the chunk on to a sequence that outlives the rental: it is no memory of the pool any more.</summary>
    internal void HandOver(object owner, object next)
    {
        if (TryGiveUp(owner))
        {
            Discharge();
            Volatile.Write(ref _owner, next); // as in Take
        }
    }

    /// <summary>Takes the chunk away from its owner, who gives it back.</summary>
    /// <returns><see langword="false"/> if it is not that owner's: then it was given back before, and may be another writer's by
    /// now.</returns>
    // pairs with itself: of all that race one gets it
    internal bool TryGiveUp(object owner) => Interlocked.CompareExchange(ref _owner, null, owner) == owner;

    /// <summary>Whether the array is not counted any more, so that it must not be kept: it was finalized once.</summary>
    internal bool IsUncounted => _charge is { IsOver: true };

    /// <summary>Counts the array as memory of the pool. Called by whoever has the chunk alone.</summary>
    internal void Charge()
    {
        if (_isCharged || _charge is null)
            return;

        _isCharged = true;
        _charge.Add(Array.Length);
    }

    private void Discharge()
    {
        if (!_isCharged || _charge is null)
            return;

        _isCharged = false;
        _charge.Add(-Array.Length);
    }

    /// <summary>Gives the array back. The segment is not used again.</summary>
    public void Dispose()
    {
        _charge?.End();
        _source.ArrayPool.Return(Array);
    }

    private sealed class SegmentCharge(ByteBudget budget, BufferSegment owner) : ArrayCharge(budget)
    {
        protected override bool IsOwnerIdle => Volatile.Read(ref owner._owner) is null; // pairs with the exchange of TryGiveUp
    }
}
