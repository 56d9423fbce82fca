using Pooling.Objects;

namespace Pooling.Benchmarks.Objects;

/// <summary>Leases as the library's own rooms make them: the policy is the source itself.</summary>
internal sealed class Item48LeaseSource() : LeaseSource<Item48>(new StoreOptions())
{
    protected override Item48 Create() => new();

    protected override bool Reset(Item48 item)
    {
        item.Reset();
        return true;
    }
}
