using System.Runtime.CompilerServices;

namespace Pooling.Dispatch;

/// <summary>Counts what became of packets, for each opcode, in a block of its own for each thread: no two threads write to one cache line,
/// and no instruction is locked.</summary>
/// <remarks>
/// <para>Invariant: a block is written by the one living thread whose managed id is its index. The runtime gives the id of a dead thread to
/// a new one under a lock, which orders the writes of the one before those of the other; so the counts of dead threads stay, and no block
/// is ever given up.</para>
/// <para>Threads with greater ids, which only a runtime that never uses an id twice has many of, share one block by locked
/// additions.</para>
/// </remarks>
internal sealed class DispatchCounters
{
    internal const int OwnBlocks = 512;
    private const int Kinds = 5;
    private const int Padding = 16; // 128 bytes on either side: prefetchers fetch lines in pairs

    // The managed id; 0, which no thread has, until the thread first dispatches. Here, since the property of the runtime is a call.
    [ThreadStatic]
    private static int t_thread;

    private readonly Lock _gate = new();
    private readonly int[] _slotOf; // of each opcode from the first one on
    private readonly int _slots; // one for each opcode that has a handler, and one for all others
    private readonly ushort _first;
    private readonly long[] _shared;
    private long[]?[] _blocks = [];

    /// <param name="opcodes">The opcodes that have a handler, in their order: each is counted apart.</param>
    internal DispatchCounters(ReadOnlySpan<ushort> opcodes)
    {
        _slots = opcodes.Length + 1;
        _shared = NewBlock();
        _slotOf = [];
        if (opcodes.IsEmpty)
            return;

        _first = opcodes[0];
        _slotOf = new int[opcodes[^1] - _first + 1];
        _slotOf.AsSpan().Fill(Others);
        for (int slot = 0; slot < opcodes.Length; slot++)
            _slotOf[opcodes[slot] - _first] = slot;
    }

    /// <summary>Where all opcodes without a handler are counted.</summary>
    internal int Others => _slots - 1;

    /// <summary>Refuses a status that a user made up, since it would be counted somewhere else.</summary>
    internal static DispatchStatus Check(DispatchStatus status)
    {
        if ((uint)status >= Kinds)
            Throw.InvalidOperation($"The handler of unknown opcodes ended with {(int)status}, which is no status.");

        return status;
    }

    /// <summary>Counts a packet that was handled.</summary>
    /// <param name="block">What <see cref="FindBlock"/> gave on this thread.</param>
    /// <param name="slot">The opcode, from 0.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void AddHandled(long[]? block, int slot)
    {
        if (block is not null)
            Increment(ref UncheckedArray.At(block, Padding + slot));
        else
            Add(slot, DispatchStatus.Handled);
    }

    /// <summary>Finds the block of the current thread.</summary>
    /// <returns><see langword="null"/> if it has none of its own.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal long[]? FindBlock()
    {
        int thread = t_thread;
        long[]?[] blocks = _blocks; // entries are set before the array is published, and looked at by their own thread only
        return (uint)thread < (uint)blocks.Length && blocks[thread] is { } block ? block : FindBlockSlowly();
    }

    /// <summary>Counts one packet.</summary>
    /// <param name="slot">The opcode, from 0.</param>
    /// <param name="status">What became of the packet.</param>
    internal void Add(int slot, DispatchStatus status)
    {
        int index = IndexOf(slot, status);
        if (FindBlock() is { } block)
            Increment(ref block[index]);
        else
            Interlocked.Increment(ref _shared[index]); // pairs with the read in SumOf
    }

    /// <summary>Where an opcode is counted.</summary>
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

    // In one piece also on 32 bits; pairs with the read in SumOf.
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

        lock (_gate)
        {
            long[]?[] blocks = _blocks;
            if (thread < blocks.Length && blocks[thread] is { } found)
                return found; // of a dead thread that had the id, or of this one at its first packet of all

            // A new array each time: readers go through the old one undisturbed.
            blocks = new long[]?[Math.Max(blocks.Length, thread + 1)];
            _blocks.CopyTo(blocks, 0);
            long[] block = blocks[thread] = NewBlock();
            Volatile.Write(ref _blocks, blocks); // pairs with the reads in FindBlock and Sum
            return block;
        }
    }

    private long[] NewBlock() => new long[checked((2 * Padding) + (Kinds * _slots))];

    // One kind after the other, the handled ones first: what is counted most lies close together.
    private int IndexOf(int slot, DispatchStatus status) => Padding + (KindOf(status) * _slots) + slot;

    private static int KindOf(DispatchStatus status) => status switch
    {
        DispatchStatus.Handled => 0,
        DispatchStatus.Unknown => 1,
        _ => (int)status,
    };
}
