using Microsoft.Extensions.ObjectPool;

namespace Pooling.Benchmarks.Objects;

/// <summary>The policy as users write it: one object for every pool that takes one.</summary>
public sealed class Item48Policy : IPooledObjectPolicy<Item48>
{
    public Item48 Create() => new();

    public bool Return(Item48 obj)
    {
        obj.Reset();
        return true;
    }
}
