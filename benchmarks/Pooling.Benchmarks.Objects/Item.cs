namespace Pooling.Benchmarks.Objects;

/// <summary>An object of exactly as many bytes as its content says, on 64 bits: 16 of the runtime, 8 of its own, and its content.</summary>
/// <typeparam name="TContent">A struct, so that what is generic over it is compiled for it alone.</typeparam>
public sealed class Item<TContent> : IResettable where TContent : struct
{
    private int _inUse;

    public uint Handle { get; set; }

    public TContent Content { get; set; }

    /// <summary>What the published pool does when it hands an item out.</summary>
    internal void BeginUse() => Volatile.Write(ref _inUse, 1); // pairs with the compare-and-swap in TryEndUse

    /// <summary>The published sentinel: of several returns of one use, the first counts.</summary>
    internal bool TryEndUse() => Interlocked.CompareExchange(ref _inUse, 0, 1) == 1;

    public void Reset()
    {
        Handle = 0;
        Content = default;
    }

    public bool TryReset()
    {
        Reset();
        return true;
    }
}

public readonly record struct Bytes48(long Value, long Time, object? Payload);

public readonly record struct Bytes104(long Value, long Status, long SourceTime, long ServerTime, long SourceFraction, long ServerFraction,
    long Quality, long Sequence, object? Payload, object? Owner);

/// <summary>The policy as users write it: one object for every pool that takes one.</summary>
internal sealed class ItemPolicy<TContent> : IPooledObjectPolicy<Item<TContent>> where TContent : struct
{
    public Item<TContent> Create() => new();

    public bool Return(Item<TContent> obj) => obj.TryReset();
}

/// <summary>The policy as the library's own pools write it: a struct, whose reset is inlined.</summary>
internal readonly struct ItemStructPolicy<TContent> : IItemPolicy<Item<TContent>> where TContent : struct
{
    public Item<TContent> Create() => new();

    public bool Reset(Item<TContent> item) => item.TryReset();

    public void ResetRun(ReadOnlySpan<Item<TContent>> items, ref int kept)
    {
        foreach (Item<TContent> item in items)
        {
            item.Reset();
            kept++;
        }
    }
}
