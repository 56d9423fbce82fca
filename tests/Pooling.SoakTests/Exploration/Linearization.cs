namespace Pooling.SoakTests.Exploration;

/// <summary>A possible order in which the operations so far took effect: the resulting content of the queue, and the result of each
/// operation that has not returned yet, if it has taken effect.</summary>
/// <param name="Queue">The items, four bits each, with the oldest lowest; the count above bit 56; and above bit 60 whether it is
/// completed.</param>
/// <param name="Calls">Sixteen bits for each thread: 0 no call, 1 called, 2 and the result above it when the call has taken effect.</param>
internal readonly record struct Linearization(ulong Queue, ulong Calls)
{
    private const int BitsOfItem = 4;
    private const int BitsOfCall = 16;

    internal int Count => (int)(Queue >> 56) & 15;

    internal bool IsCompleted => Queue >> 60 != 0;

    internal ulong Oldest => Queue & 15;

    internal Linearization Append(int item) => this with { Queue = (Queue | ((ulong)item << (BitsOfItem * Count))) + (1UL << 56) };

    internal Linearization RemoveOldest() =>
        this with { Queue = ((Queue & 0x00FF_FFFF_FFFF_FFFF) >> BitsOfItem) | ((Queue & ~0x00FF_FFFF_FFFF_FFFFUL) - (1UL << 56)) };

    internal Linearization Completed() => this with { Queue = Queue | (1UL << 60) };

    internal bool IsCalled(int thread) => ((Calls >> (BitsOfCall * thread)) & 3) == 1;

    internal bool HasResult(int thread, ulong result) => ((Calls >> (BitsOfCall * thread)) & 0xFFFF) == ((result << 2) | 2);

    internal Linearization Call(int thread) => this with { Calls = Calls | (1UL << (BitsOfCall * thread)) };

    internal Linearization TakeEffect(int thread, ulong result) =>
        Return(thread) with { Calls = Return(thread).Calls | (((result << 2) | 2) << (BitsOfCall * thread)) };

    internal Linearization Return(int thread) => this with { Calls = Calls & ~(0xFFFFUL << (BitsOfCall * thread)) };
}
