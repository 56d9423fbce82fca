using System.Buffers;
using System.Runtime.CompilerServices;

namespace Pooling.Buffers;

/// <summary>One chunk of a segmented writer: a rented array and its place in the sequence. Pooled together with its
/// array.</summary>
internal sealed class BufferSegment : ReadOnlySequenceSegment<byte>, IDisposable
{
    internal readonly byte[] Array;
    private readonly BufferSegmentSource _source;
    private readonly ArrayCharge? _charge; // null: the chunks of this source are not counted
    private object? _owner; // the writer or sequence that owns it; null: none
    private bool _isCharged;

    internal BufferSegment(BufferSegmentSource source, byte[] array, ByteBudget? budget)
    {
        _source = source;
        Array = array;
        Memory = array;
        _charge = budget is null ? null : new SegmentCharge(budget, this);
    }

    /// <summary>The end of the part that callers could write to since the array was cleared; maintained by clearing
    /// writers only.</summary>
    internal int Offered { get; set; }

    /// <summary>The next chunk: of the sequence or, after its end, a spare one.</summary>
    internal BufferSegment? Following
    {
        get => Unsafe.As<BufferSegment?>(Next);
        set => Next = value;
    }

    /// <summary>Collects the chunks from the given one on, which only know their successors, in an array of the shared
    /// pool.</summary>
    internal static BufferSegment[] RentChain(BufferSegment first, out int count)
    {
        count = 0;
        for (BufferSegment? segment = first; segment is not null; segment = segment.Following)
            count++;

        BufferSegment[] chain = ArrayPool<BufferSegment>.Shared.Rent(count);
        count = 0;
        for (BufferSegment? segment = first; segment is not null && count < chain.Length; segment = segment.Following)
            chain[count++] = segment;

        return chain;
    }

    /// <summary>Returns the written bytes of a chunk, given the number left, and moves to the next chunk.</summary>
    internal static ReadOnlyMemory<byte> TakeChunk(ref BufferSegment? segment, ref long left)
    {
        // The last chunk may still be as long as its array.
        ReadOnlyMemory<byte> chunk = segment!.Memory.Slice(0, (int)Math.Min(left, segment.Memory.Length));
        segment = segment.Following;
        left -= chunk.Length;
        return chunk;
    }

    /// <summary>Writes the written bytes of a chunk to a stream, and moves to the next chunk.</summary>
    internal static ValueTask WriteAsync(
        ref BufferSegment? segment, ref long left, Stream destination, CancellationToken cancellationToken)
    {
        byte[] array = segment!.Array;
        return destination.WriteChunkAsync(array, 0, TakeChunk(ref segment, ref left).Length, cancellationToken);
    }

    /// <summary>Makes this the current chunk, whose length is not known yet.</summary>
    /// <param name="before">The number of bytes before it in the sequence.</param>
    internal void Open(long before)
    {
        RunningIndex = before;
        if (Memory.Length != Array.Length)
            Memory = Array;
    }

    /// <summary>Fixes the length of a chunk that is followed by another one.</summary>
    internal void Close(int written)
    {
        if (written != Array.Length)
            Memory = new ReadOnlyMemory<byte>(Array, 0, written);
    }

    /// <summary>Fills the chunk with the first bytes of another one, in whose place it stands.</summary>
    internal void CopyFrom(BufferSegment other, int length)
    {
        other.Array.AsSpan(0, length).CopyTo(Array);
        Offered = length; // what a clearing source clears
        Open(other.RunningIndex);
        Close(length);
    }

    internal static void ClearAll(BufferSegment? chain)
    {
        for (BufferSegment? segment = chain; segment is not null; segment = segment.Following)
            segment.ClearOffered();
    }

    /// <summary>Clears what was offered behind the first bytes.</summary>
    internal void ClearBehind(int kept)
    {
        if (Offered <= kept)
            return;

        System.Array.Clear(Array, kept, Offered - kept);
        Offered = kept;
    }

    internal void ClearOffered()
    {
        System.Array.Clear(Array, 0, Offered);
        Offered = 0;
    }

    /// <summary>Assigns a chunk without an owner to a writer.</summary>
    internal void Take(object owner)
    {
        Following = null;
        Charge();
        // releases the writes above to the next owner: pairs with the exchange in TryGiveUp
        Volatile.Write(ref _owner, owner);
    }

    /// <summary>Passes the chunk to a sequence that outlives the rental; it no longer counts as memory of the
    /// pool.</summary>
    internal void HandOver(object owner, object next)
    {
        if (TryGiveUp(owner))
        {
            Discharge();
            Volatile.Write(ref _owner, next); // as in Take
        }
    }

    /// <summary>Takes the chunk from its owner, which returns it.</summary>
    /// <returns><see langword="false"/> if that is not the owner: the chunk was already returned, and may belong to
    /// another writer by now.</returns>
    // pairs with itself: one of several racing calls succeeds
    internal bool TryGiveUp(object owner) => Interlocked.CompareExchange(ref _owner, null, owner) == owner;

    /// <summary>Whether the array was finalized and is no longer counted, so that it must not be kept.</summary>
    internal bool IsUncounted => _charge is { IsOver: true };

    /// <summary>Counts the array as memory of the pool. Called by the only holder of the chunk.</summary>
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

    /// <summary>Returns the array. The segment is not used afterwards.</summary>
    public void Dispose()
    {
        _charge?.End();
        RentedArray.Return(_source.ArrayPool, Array, clear: 0);
    }

    private sealed class SegmentCharge(ByteBudget budget, BufferSegment owner) : ArrayCharge(budget)
    {
        // pairs with the exchange of TryGiveUp
        protected override bool IsOwnerIdle => Volatile.Read(ref owner._owner) is null;
    }
}
