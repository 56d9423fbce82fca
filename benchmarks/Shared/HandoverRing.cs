namespace Pooling.Benchmarks;

/// <summary>Carries items from one thread to another, in blocks, so that it costs little beside what is measured: the same carrier for
/// every contender.</summary>
/// <remarks>One thread puts, one thread takes, and both move the same number of items, a multiple of <see cref="Block"/>.</remarks>
public sealed class HandoverRing<T> where T : class
{
    /// <summary>Items that change sides at once.</summary>
    public const int Block = 32;

    private const int Blocks = 8;

    private readonly T?[] _slots = new T?[Block * Blocks];
    private HandoverPosition _put;
    private HandoverPosition _taken;

    /// <summary>Where the putting thread writes its next block; waits while the ring is full.</summary>
    public Span<T?> BeginPut()
    {
        long block = _put.Value;
        WaitUntil(in _taken.Value, block - Blocks + 1);
        return SlotsOf(block);
    }

    public void EndPut() => Volatile.Write(ref _put.Value, _put.Value + 1); // pairs with the read in WaitUntil by the taking thread

    /// <summary>Where the taking thread reads its next block; waits while the ring is empty.</summary>
    public Span<T?> BeginTake()
    {
        long block = _taken.Value;
        WaitUntil(in _put.Value, block + 1);
        return SlotsOf(block);
    }

    public void EndTake() => Volatile.Write(ref _taken.Value, _taken.Value + 1); // pairs with the read in WaitUntil by the putting thread

    private static void WaitUntil(in long position, long value)
    {
        if (Volatile.Read(in position) >= value) // pairs with the writes in EndPut and EndTake
            return;

        var spin = new SpinWait();
        while (Volatile.Read(in position) < value) // the same
            spin.SpinOnce(sleep1Threshold: -1);
    }

    private Span<T?> SlotsOf(long block) => _slots.AsSpan((int)(block % Blocks) * Block, Block);
}
