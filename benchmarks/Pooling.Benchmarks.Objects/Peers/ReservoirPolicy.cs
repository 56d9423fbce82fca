using Reservoir;

namespace Pooling.Benchmarks.Objects;

internal readonly struct ReservoirPolicy : IPooledObjectPolicy<Item48>, IPooledObjectPolicy<Item104>
{
    Item48 IPooledObjectPolicy<Item48>.Create() => new();

    bool IPooledObjectPolicy<Item48>.TryReset(Item48 obj) => obj.TryReset();

    Item104 IPooledObjectPolicy<Item104>.Create() => new();

    bool IPooledObjectPolicy<Item104>.TryReset(Item104 obj) => obj.TryReset();
}
