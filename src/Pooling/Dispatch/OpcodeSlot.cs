namespace Pooling.Dispatch;

/// <summary>One opcode of a dense table: 32 bytes, so that none lies on two cache lines. Holes have no entry and no states.</summary>
internal readonly unsafe struct OpcodeSlot<TContext>(OpcodeEntry<TContext> entry, ulong states, int counter)
{
    /// <summary>The function of the entry, here for one load less.</summary>
    internal readonly void* Function = entry.Function;

    internal readonly OpcodeEntry<TContext>? Entry = entry;

    /// <summary>A packet passes if its sender is in one of these states.</summary>
    internal readonly ulong States = states;

    /// <summary>Where its packets are counted.</summary>
    internal readonly int Counter = counter;
}
