using Pooling.Objects;

namespace Pooling.Benchmarks.Objects;

/// <summary>Leases as the library's own rooms make them: the policy is the source itself.</summary>
internal sealed class Item104LeaseSource() : LeaseSource<Item104>(new StoreOptions())
{
    protected override Item104 Create() => new();

    protected override bool Reset(Item104 item)
    {
        item.Reset();
        return true;
    }
}
