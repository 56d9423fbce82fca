using Microsoft.Extensions.ObjectPool;

namespace Pooling.Benchmarks.Objects;

/// <summary>The policy as users write it: one object for every pool that takes one.</summary>
public sealed class Item104Policy : IPooledObjectPolicy<Item104>
{
    public Item104 Create() => new();

    public bool Return(Item104 obj)
    {
        obj.Reset();
        return true;
    }
}
