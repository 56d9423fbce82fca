namespace Pooling.Dispatch;

/// <summary>One opcode of a dense table. Holes have no entry and no states.</summary>
internal readonly struct OpcodeSlot<TEntry>(TEntry entry, ulong states) where TEntry : class
{
    internal readonly TEntry? Entry = entry;

    /// <summary>A packet passes if its sender is in one of these states.</summary>
    internal readonly ulong States = states;
}
