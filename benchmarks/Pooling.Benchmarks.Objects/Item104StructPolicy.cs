using Pooling.Objects;

namespace Pooling.Benchmarks.Objects;

/// <summary>The policy as the library's own pools write it: a struct, whose reset is inlined.</summary>
internal readonly struct Item104StructPolicy : IItemPolicy<Item104>
{
    public Item104 Create() => new();

    public bool Reset(Item104 item)
    {
        item.Reset();
        return true;
    }

    public void ResetRun(ReadOnlySpan<Item104> items, ref int kept)
    {
        foreach (Item104 item in items)
        {
            item.Reset();
            kept++;
        }
    }
}
