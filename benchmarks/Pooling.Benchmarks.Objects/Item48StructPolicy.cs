using Pooling.Objects;

namespace Pooling.Benchmarks.Objects;

/// <summary>The policy as the library's own pools write it: a struct, whose reset is inlined.</summary>
internal readonly struct Item48StructPolicy : IItemPolicy<Item48>
{
    public Item48 Create() => new();

    public bool Reset(Item48 item)
    {
        item.Reset();
        return true;
    }

    public void ResetRun(ReadOnlySpan<Item48> items, ref int kept)
    {
        foreach (Item48 item in items)
        {
            item.Reset();
            kept++;
        }
    }
}
