using System.Runtime.CompilerServices;
using Pooling.Objects;

namespace Pooling.Encodeables;

/// <summary>The objects of one type that a scope holds.</summary>
internal sealed class EncodeableLane<T, TPolicy> : ScopeLane
    where T : class, IPooledEncodeable
    where TPolicy : struct, IEncodeablePolicy<T>
{
    private readonly PolicyEncodeablePool<T, TPolicy> _type;
    private readonly TPolicy _policy;

    internal EncodeableLane(PolicyEncodeablePool<T, TPolicy> type, TPolicy policy, IdleLanes? home)
        : base(type, type.Store, home, holdsArrays: false)
    {
        _type = type;
        _policy = policy;
    }

    protected override object TakeOne() => _type.TakeSlow();

    protected override void NotePlaces(ReadOnlySpan<MagazineSlot> items, int slot)
    {
        foreach (MagazineSlot item in items)
            _policy.StateOf(Unsafe.As<T>(item.Item)!).Slot = slot++;
    }

    protected override void ResetRun(ReadOnlySpan<MagazineSlot> items, ref int kept)
    {
        int reset = 0; // a local, because the caller's count would be read back from memory for each item
        try
        {
            for (; reset < items.Length; reset++)
                _policy.Reset(Unsafe.As<T>(items[reset].Item)!);
        }
        finally
        {
            kept = reset;
        }
    }
}
