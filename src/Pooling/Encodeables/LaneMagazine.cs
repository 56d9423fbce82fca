using System.Diagnostics;
using System.Runtime.CompilerServices;
using Pooling.Objects;

namespace Pooling.Encodeables;

/// <summary>A block of slots for the objects of one lane. All lanes share the empty ones, which are pooled
/// themselves.</summary>
internal sealed class LaneMagazine
{
    /// <summary>The number of slots.</summary>
    internal const int Size = 64;

    // 2 MB
    private static readonly MagazineStore s_store = new(nameof(LaneMagazine), new StoreOptions { MaxRetained = 4096 });

    internal readonly MagazineSlot[] Slots = new MagazineSlot[Size];

    /// <summary>The number of objects, at the start of the slots; the others are null.</summary>
    internal int Count { get; set; }

    internal bool IsFull => Count == Size;

    /// <summary>Rents an empty one.</summary>
    internal static LaneMagazine Rent() =>
        Unsafe.As<LaneMagazine>(s_store.TryPop() ?? s_store.PopSlow()) ?? new LaneMagazine();

    /// <summary>Returns this one, which is empty. No reference to its slots may be left.</summary>
    internal void Return()
    {
        Debug.Assert(Count == 0 && Slots[0].Item is null);
        if (!s_store.TryPush(this))
            s_store.PushSlow(this); // or drops it
    }

    internal void Push(object item)
    {
        Debug.Assert(!IsFull);
        int count = Count;
        Slots[count].Item = item;
        Count = count + 1;
    }

    internal object Pop()
    {
        Debug.Assert(Count > 0);
        int last = Count - 1;
        object item = Slots[last].Item!;
        Slots[last].Item = null;
        Count = last;
        return item;
    }
}
