namespace Pooling.Benchmarks;

/// <summary>Passes items from one thread to another, in blocks, so that it costs little compared to the measured work. All contenders use
/// it.</summary>
/// <remarks>One thread puts, one thread takes, and both move the same number of items, a multiple of <see cref="Block"/>.</remarks>
public sealed class HandoverRing<T>
{
    /// <summary>The number of items that are passed at once.</summary>
    public const int Block = 32;

    private const int Blocks = 8;
    private const int PutAt = 16;
    private const int TakenAt = 40;

    private readonly T?[] _slots = new T?[Block * Blocks];
    private readonly long[] _positions = new long[64]; // two cache lines apart from each other and from anything else

    /// <summary>Returns the memory for the next block of the putting thread. Waits while the ring is full.</summary>
    public Span<T?> BeginPut()
    {
        long block = _positions[PutAt];
        WaitUntil(in _positions[TakenAt], block - Blocks + 1);
        return SlotsOf(block);
    }

    public void EndPut() => Volatile.Write(ref _positions[PutAt], _positions[PutAt] + 1); // pairs with the read in WaitUntil

    /// <summary>Returns the memory with the next block for the taking thread. Waits while the ring is empty.</summary>
    public Span<T?> BeginTake()
    {
        long block = _positions[TakenAt];
        WaitUntil(in _positions[PutAt], block + 1);
        return SlotsOf(block);
    }

    public void EndTake() => Volatile.Write(ref _positions[TakenAt], _positions[TakenAt] + 1); // pairs with the read in WaitUntil

    private static void WaitUntil(in long position, long value)
    {
        if (Volatile.Read(in position) >= value) // pairs with the writes in EndPut and EndTake
            return;

        var spin = new SpinWait();
        while (Volatile.Read(in position) < value) // as above
            spin.SpinOnce(sleep1Threshold: -1);
    }

    private Span<T?> SlotsOf(long block) => _slots.AsSpan((int)(block % Blocks) * Block, Block);
}
