using Microsoft.Extensions.ObjectPool;

namespace Pooling.SoakTests.Objects;

/// <summary>A policy that counts the items that it creates.</summary>
internal sealed class SoakItemPolicy : IPooledObjectPolicy<SoakItem>
{
    private int _created;

    internal int Tag { get; init; }

    internal int Created => Volatile.Read(ref _created);

    public SoakItem Create()
    {
        Interlocked.Increment(ref _created);
        return new SoakItem { Tag = Tag };
    }

    public bool Return(SoakItem obj) => true;
}
