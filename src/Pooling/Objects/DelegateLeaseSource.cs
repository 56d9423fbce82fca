using System.Runtime.CompilerServices;
using Pooling.Diagnostics;

namespace Pooling.Objects;

/// <summary>Leases items of a public policy, whose methods are kept as delegates: an interface call from shared generic
/// code would look up the interface type each time.</summary>
internal sealed class DelegateLeaseSource<T> : LeaseSource<T> where T : class
{
    private readonly Func<T> _create;
    private readonly Func<T, bool> _reset;

    internal DelegateLeaseSource(Func<T> create, Func<T, bool> reset, StoreOptions options)
        : base(options)
    {
        _create = create;
        _reset = reset;
    }

    // Does what Return does, in one method and without the virtual call.
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal override bool TryEnd(LeaseCell<T> cell, long version)
    {
        if (!cell.TryTake(version))
            return Store.RefuseReturn();

        bool keep = false;
        try
        {
            keep = _reset(cell.Item);
        }
        finally
        {
            if (!keep)
                Refuse(cell, version, DropReason.Failed);
        }

        if (keep && !TryKeep(cell, version))
            PushSlow(cell);

        return true;
    }

    protected override T Create() => _create();

    protected override bool Reset(T item) => _reset(item);
}
