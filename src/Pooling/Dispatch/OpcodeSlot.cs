namespace Pooling.Dispatch;

/// <summary>One opcode of a dense table. Gaps have no entry and no states.</summary>
internal readonly unsafe struct OpcodeSlot<TContext>(OpcodeEntry<TContext> entry, ulong states)
{
    internal readonly OpcodeEntry<TContext>? Entry = entry;

    /// <summary>The function of the entry, kept here to save a load.</summary>
    internal readonly void* Function = entry.Function;

    /// <summary>A packet passes if its sender is in one of these states.</summary>
    internal readonly ulong States = states;
}
