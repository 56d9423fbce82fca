namespace Pooling.Dispatch;

/// <summary>One opcode of a dense table. Gaps have no entry and no states.</summary>
internal readonly struct AsyncOpcodeSlot<TContext>(AsyncOpcodeEntry<TContext> entry, ulong states, int counter)
{
    internal readonly AsyncOpcodeEntry<TContext>? Entry = entry;

    /// <summary>A packet passes if its sender is in one of these states.</summary>
    internal readonly ulong States = states;

    /// <summary>The index of its counters.</summary>
    internal readonly int Counter = counter;
}
