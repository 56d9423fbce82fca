namespace Pooling.Dispatch;

/// <summary>One opcode of a dense table. Holes have no entry and no states.</summary>
internal readonly struct AsyncOpcodeSlot<TContext>(AsyncOpcodeEntry<TContext> entry, ulong states, int counter)
{
    internal readonly AsyncOpcodeEntry<TContext>? Entry = entry;

    /// <summary>A packet passes if its sender is in one of these states.</summary>
    internal readonly ulong States = states;

    /// <summary>Where its packets are counted.</summary>
    internal readonly int Counter = counter;
}
