using System.Runtime.CompilerServices;

namespace Pooling.Dispatch;

/// <summary>Counts the results of packets for each opcode, in a separate block for each thread: no two threads write to
/// one cache line, and no instruction is locked.</summary>
/// <remarks>
/// <para>Invariant: only the live thread whose managed id is the index of a block writes to it. The runtime reuses the
/// id of a dead thread under a lock, which orders the writes of the old thread before those of the new one. So the
/// counts of dead threads are kept, and no block is ever released.</para>
/// <para>Threads with larger ids, which are numerous only in a runtime that never reuses ids, share one block and
/// update it with locked additions. So do threads for whose block there is no memory.</para>
/// </remarks>
internal sealed class DispatchCounters
{
    internal const int OwnBlocks = 512;
    private const int Kinds = 5;
    private const int Padding = 16; // 128 bytes on either side: prefetchers fetch lines in pairs

    // The managed id; 0, which no thread has, until the thread first dispatches. Cached, because the runtime's property
    // is a call.
    [ThreadStatic]
    private static int t_thread;

    private readonly Lock _gate = new();
    private readonly int[] _slotOf; // slot of each opcode, starting at the first one
    private readonly int _slots; // one for each opcode that has a handler, and one for all others
    private readonly ushort _first;
    private readonly long[] _shared;
    private long[]?[] _blocks = [];

    /// <param name="first">The smallest opcode that has a handler.</param>
    /// <param name="slotOf">The slot of each opcode from the first one on: a position among those that have a handler,
    /// or <paramref name="handled"/> for one without.</param>
    /// <param name="handled">The number of opcodes that have a handler.</param>
    internal DispatchCounters(ushort first, int[] slotOf, int handled)
    {
        _first = first;
        _slotOf = slotOf;
        _slots = handled + 1;
        _shared = NewBlock();
    }

    /// <summary>The slot for all opcodes without a handler.</summary>
    internal int Others => _slots - 1;

    /// <summary>Counts a handled packet.</summary>
    /// <param name="block">The result of <see cref="FindBlock"/> on this thread.</param>
    /// <param name="slot">The slot of the opcode.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void AddHandled(long[]? block, int slot)
    {
        if (block is not null)
            Increment(ref UncheckedArray.At(block, Padding + slot));
        else
            Add(slot, DispatchStatus.Handled);
    }

    /// <summary>Finds the block of the current thread.</summary>
    /// <returns><see langword="null"/> if the thread has no block.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal long[]? FindBlock()
    {
        int thread = t_thread;
        long[]?[] blocks = _blocks; // entries are set before the array is published, and read by their own thread only
        return (uint)thread < (uint)blocks.Length && blocks[thread] is { } block ? block : FindBlockSlowly();
    }

    /// <summary>Counts one packet.</summary>
    /// <param name="slot">The slot of the opcode.</param>
    /// <param name="status">The result of the packet.</param>
    internal void Add(int slot, DispatchStatus status)
    {
        int index = IndexOf(slot, status);
        if (FindBlock() is { } block)
            Increment(ref block[index]);
        else
            Interlocked.Increment(ref _shared[index]); // pairs with the read in SumOf
    }

    /// <summary>Returns the slot of an opcode.</summary>
    internal int SlotOf(ushort opcode)
    {
        int index = opcode - _first;
        return (uint)index < (uint)_slotOf.Length ? _slotOf[index] : Others;
    }

    internal OpcodeCounters Of(ushort opcode)
    {
        int slot = SlotOf(opcode);
        return slot == Others ? default : Read(slot, slot + 1);
    }

    internal OpcodeCounters OfAll() => Read(0, _slots);

    // Not torn even on 32-bit processors; pairs with the read in SumOf.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Increment(ref long counter) => Volatile.Write(ref counter, counter + 1);

    private OpcodeCounters Read(int from, int to) => new(
        Sum(from, to, DispatchStatus.Handled),
        Sum(from, to, DispatchStatus.Unknown),
        Sum(from, to, DispatchStatus.Malformed),
        Sum(from, to, DispatchStatus.Filtered),
        Sum(from, to, DispatchStatus.Faulted));

    private long Sum(int from, int to, DispatchStatus status)
    {
        long sum = SumOf(_shared, from, to, status);
        foreach (long[]? block in Volatile.Read(ref _blocks)) // pairs with the write in FindBlockSlowly
        {
            if (block is not null)
                sum += SumOf(block, from, to, status);
        }

        return sum;
    }

    private long SumOf(long[] block, int from, int to, DispatchStatus status)
    {
        long sum = 0;
        for (int slot = from; slot < to; slot++)
            sum += Volatile.Read(ref block[IndexOf(slot, status)]); // pairs with the writes in Increment and Add

        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private long[]? FindBlockSlowly()
    {
        int thread = t_thread = Environment.CurrentManagedThreadId;
        if ((uint)thread >= OwnBlocks)
            return null;

        using (LockHold.Of(_gate))
        {
            long[]?[] blocks = _blocks;
            if (thread < blocks.Length && blocks[thread] is { } found)
                return found; // of a dead thread that had the id, or of this thread at its first packet

            try
            {
                // A new array each time: readers continue with the old one.
                Allocations.Failing?.Invoke();
                blocks = new long[]?[Math.Max(blocks.Length, thread + 1)];
                _blocks.CopyTo(blocks, 0);
                Allocations.Failing?.Invoke();
                long[] block = blocks[thread] = NewBlock();
                Volatile.Write(ref _blocks, blocks); // pairs with the reads in FindBlock and Sum
                return block;
            }
            catch (OutOfMemoryException)
            {
                return null; // the packet is worth more; the next one tries again
            }
        }
    }

    private long[] NewBlock() => new long[checked((2 * Padding) + (Kinds * _slots))];

    // Ordered by kind, handled packets first, so that the most frequent counters are close together.
    private int IndexOf(int slot, DispatchStatus status) => Padding + (KindOf(status) * _slots) + slot;

    private static int KindOf(DispatchStatus status) => status switch
    {
        DispatchStatus.Handled => 0,
        DispatchStatus.Unknown => 1,
        _ => (int)status,
    };
}
